using System;
using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using ThreadPoolDoctor.CodeFixes.Asynchrony;

namespace ThreadPoolDoctor.CodeFixes.WorkItems;

/// <summary>
/// Which APIs can take an async delegate in place of a synchronous one, and how the call is written then.
/// </summary>
internal static class WorkItemTable
{
    private sealed record Row(string Type, string Method, Func<WorkItem, WorkItemChange> Change);

    private const string Tasks = "System.Threading.Tasks.";

    private static readonly Row[] s_rows =
    [
        new(Tasks + "Task", "Run", Bare),
        new("System.Threading.ThreadPool", "QueueUserWorkItem", QueueToTaskRun.Change),
        new("System.Threading.ThreadPool", "UnsafeQueueUserWorkItem", QueueToTaskRun.Change),
        new(Tasks + "TaskFactory", "StartNew", StartNewToTaskRun.Change),
        new(Tasks + "Task", "ContinueWith", ContinueWithUnwrap.Change),
        new(Tasks + "Parallel", "ForEach", ParallelToAsync.Change),
        new(Tasks + "Parallel", "For", ParallelToAsync.Change),
        new(Tasks + "Parallel", "Invoke", _ => WorkItemChange.Refused("Parallel.Invoke takes no async delegate")),
        new("Xunit.Assert", "Throws", AssertThrows.Awaited),
        new("Xunit.Assert", "ThrowsAny", AssertThrows.Awaited),
        new("Microsoft.VisualStudio.TestTools.UnitTesting.Assert", "Throws", AssertThrows.Awaited),
        new("Microsoft.VisualStudio.TestTools.UnitTesting.Assert", "ThrowsException", AssertThrows.Awaited),
        new("Microsoft.VisualStudio.TestTools.UnitTesting.Assert", "ThrowsExactly", AssertThrows.Awaited),
        new("NUnit.Framework.Assert", "Throws", AssertThrows.Plain),
        new("System.Threading.Timer", ".ctor",
            _ => WorkItemChange.Refused("a timer's callback returns void: it would be async void")),
        new("System.Threading.Thread", ".ctor",
            _ => WorkItemChange.Refused("it runs on a dedicated thread, which may block")),
    ];

    // What takes the creation of a delegate off, as it would not fit an async function: new WaitCallback(Work).
    private static readonly HashSet<string> s_takeOff = ["Run", "QueueUserWorkItem", "UnsafeQueueUserWorkItem"];

    private static readonly ILookup<string, Row> s_byMethod = s_rows.ToLookup(row => row.Method);

    public static WorkItemChange Change(WorkItem item)
    {
        IMethodSymbol api = (item.Api.ReducedFrom ?? item.Api).OriginalDefinition;
        foreach (Row row in s_byMethod[api.Name])
        {
            if (Awaitables.FullName(api.ContainingType) != row.Type) continue;
            WorkItemChange change = row.Change(item);
            return item.Creation is not null && change.Stop is null && !s_takeOff.Contains(row.Method)
                ? WorkItemChange.Refused("its delegate type is written out") : change;
        }
        // Of the call as it is written: an extension method's receiver is no argument.
        IParameterSymbol? parameter = item.Index < item.Api.Parameters.Length ? item.Api.Parameters[item.Index] : null;
        // Minimal web handlers take any delegate and await what it returns.
        if (parameter?.Type.SpecialType == SpecialType.System_Delegate
            && api.ContainingNamespace.ToDisplayString().StartsWith("Microsoft.AspNetCore", StringComparison.Ordinal))
        {
            return IsTakenForRequestDelegate(item)
                ? WorkItemChange.Refused("it would be taken for a RequestDelegate, whose result nobody writes")
                : WorkItemChange.Nothing;
        }
        return WorkItemChange.Refused($"'{api.ContainingType.Name}.{api.Name}' takes a delegate that returns no task");
    }

    // Map(path, RequestDelegate) is preferred for what takes an HttpContext and gives a task, of a result as well. A
    // lambda with a block that returns a value is none.
    private static bool IsTakenForRequestDelegate(WorkItem item) =>
        item.Target is { ReturnsVoid: false, Parameters: [{ Type.Name: "HttpContext" }] }
        && !Awaitables.IsTaskLike(item.Target.ReturnType)
        && item.Delegate is not AnonymousFunctionExpressionSyntax { Body: BlockSyntax };

    private static WorkItemChange Bare(WorkItem item) => item.Creation is null ? WorkItemChange.Nothing
        : WorkItemChange.By(new Edit(item.Document, item.Creation, EditKind.WorkItem,
            node => item.Bare((ExpressionSyntax)node).WithTriviaFrom(node)));
}
