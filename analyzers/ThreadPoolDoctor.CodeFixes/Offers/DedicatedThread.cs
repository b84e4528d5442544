using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using ThreadPoolDoctor.CodeFixes.Asynchrony;
using ThreadPoolDoctor.CodeFixes.WorkItems;
using static Microsoft.CodeAnalysis.CSharp.SyntaxFactory;

namespace ThreadPoolDoctor.CodeFixes.Offers;

/// <summary>
/// Gives work that has to block, or that never ends, a thread of its own. Task.Run and StartNew keep their task and
/// become LongRunning; QueueUserWorkItem, which has no task and where an exception ends the process, becomes a
/// background thread that behaves the same.
/// </summary>
internal static class DedicatedThread
{
    private const string Tasks = "System.Threading.Tasks";

    public static bool Takes(WorkItem item) => Awaitables.FullName(item.Api.ContainingType) + "." + item.Api.Name is
        "System.Threading.ThreadPool.QueueUserWorkItem" or "System.Threading.ThreadPool.UnsafeQueueUserWorkItem"
        or "System.Threading.Tasks.Task.Run" or "System.Threading.Tasks.TaskFactory.StartNew";

    /// <summary>
    /// Is an item queued for each of many things? A thread for each would be worse than what is cured.
    /// </summary>
    public static bool IsOneOfMany(WorkItem item) => item.Call.Ancestors()
        .TakeWhile(at => at is not MemberDeclarationSyntax)
        .Any(at => at is WhileStatementSyntax or DoStatementSyntax or ForStatementSyntax or CommonForEachStatementSyntax
            or QueryExpressionSyntax
            || at is LambdaExpressionSyntax { Parent: ArgumentSyntax { Parent.Parent: InvocationExpressionSyntax call } }
                && item.Model.GetSymbolInfo(call).Symbol?.ContainingNamespace?.ToDisplayString() == "System.Linq");

    /// <summary>The edit of the call that queues the item, or null when it cannot be written that way.</summary>
    public static Edit? Change(WorkItem item)
    {
        if (item.Call is not InvocationExpressionSyntax call || item.Target.IsAsync
            || Awaitables.IsTaskLike(item.Target.ReturnType) || RestsUnawaited(item.Target)) return null;
        return item.Api.Name switch
        {
            "Run" => new Edit(item.Document, call, EditKind.WorkItem,
                node => LongRunning((InvocationExpressionSyntax)node, item,
                Name(item, Tasks, "Task") + ".Factory.StartNew")),
            "StartNew" => StartNew(item, call),
            _ => Queue(item, call),
        };
    }

    // while (true) { Work(); Task.Delay(10); } was meant to await its pause: on a thread of its own it would spin
    // there.
    private static bool RestsUnawaited(IMethodSymbol target) => target.DeclaringSyntaxReferences
        .SelectMany(reference => reference.GetSyntax().DescendantNodes()).OfType<ExpressionStatementSyntax>()
        .Any(statement => IsDelay(statement.Expression));

    private static bool IsDelay(ExpressionSyntax expression) => expression is InvocationExpressionSyntax
    {
        Expression: MemberAccessExpressionSyntax { Name.Identifier.ValueText: var name, Expression: var of },
    } && (name == "Delay" ? of is IdentifierNameSyntax { Identifier.ValueText: "Task" } : name == "ConfigureAwait"
        && IsDelay(of));

    private static Edit? StartNew(WorkItem item, InvocationExpressionSyntax call)
    {
        if (item.Argument("state") is not null || item.Argument("scheduler") is not null
            || item.Arguments.Any(a => a.NameColon is not null)) return null;
        if (item.Argument("creationOptions") is { } options)
        {
            return new Edit(item.Document, options.Expression, EditKind.WorkItem, node =>
                ParseExpression($"{node.WithoutTrivia()} | {Name(item, Tasks, "TaskCreationOptions")}.LongRunning")
                    .WithTriviaFrom(node));
        }
        return item.Arguments.Count == 1
            ? new Edit(item.Document, call, EditKind.WorkItem,
                node => Syntax.WithArgument((InvocationExpressionSyntax)node,
                Name(item, Tasks, "TaskCreationOptions") + ".LongRunning", null))
            : new Edit(item.Document, call, EditKind.WorkItem,
                node => LongRunning((InvocationExpressionSyntax)node, item, null));
    }

    private static InvocationExpressionSyntax LongRunning(InvocationExpressionSyntax call, WorkItem item,
        string? method)
    {
        if (method is not null) call = call.WithExpression(ParseExpression(method).WithTriviaFrom(call.Expression));
        if (item.Arguments.Count == 1) call = Syntax.WithArgument(call,
            Name(item, "System.Threading", "CancellationToken") + ".None", null);
        call = Syntax.WithArgument(call, Name(item, Tasks, "TaskCreationOptions") + ".LongRunning", null);
        return Syntax.WithArgument(call, Name(item, Tasks, "TaskScheduler") + ".Default", null);
    }

    private static Edit? Queue(WorkItem item, InvocationExpressionSyntax call)
    {
        bool discarded = call.Parent is AssignmentExpressionSyntax { Left: IdentifierNameSyntax { Identifier.ValueText: "_" } };
        if (item.Api.IsGenericMethod || discarded || !Syntax.IsUnused(call, item.Model)) return null;
        int state = item.Argument("state") is { } given ? item.Arguments.IndexOf(given) : -1;
        string start = item.Api.Name == "QueueUserWorkItem" ? "Start" : "UnsafeStart";
        return new Edit(item.Document, call, EditKind.WorkItem, node =>
        {
            var changed = (InvocationExpressionSyntax)node;
            ExpressionSyntax body = changed.ArgumentList.Arguments[item.Index].Expression.WithoutTrivia();
            string argument = state < 0 ? ""
                : changed.ArgumentList.Arguments[state].Expression.WithoutTrivia().ToString();
            return ParseExpression($"new {Name(item, "System.Threading", "Thread")}({body}) {{ IsBackground = true }}.{start}({argument})").WithTriviaFrom(node);
        });
    }

    private static string Name(WorkItem item, string space, string name)
    {
        TypeNames.TaskName found = TypeNames.Of(item.Model, item.Call.SpanStart, space, name);
        return found.Using is null ? found.Text : space + "." + name;
    }
}
