using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using ThreadPoolDoctor.CodeFixes.Asynchrony;
using static Microsoft.CodeAnalysis.CSharp.SyntaxFactory;

namespace ThreadPoolDoctor.CodeFixes.WorkItems;

/// <summary>
/// <c>Task.Factory.StartNew(f)</c> becomes <c>Task.Run(async f)</c>, with its token if it has one. With options, a
/// scheduler or state they are kept and the inner task is unwrapped, so that whoever waits for the task still waits for
/// all of it. A call whose task is dropped stays as it is.
/// </summary>
internal static class StartNewToTaskRun
{
    // TaskCreationOptions: AttachedToParent does not survive unwrapping; LongRunning is a thread of its own, which may
    // block.
    private const int AttachedToParent = 4;
    private const int LongRunning = 2;

    public static WorkItemChange Change(WorkItem item)
    {
        if (item.Call is not InvocationExpressionSyntax call) return WorkItemChange.Refused("it is not a plain call");
        if (item.Argument("creationOptions") is { } options)
        {
            if (item.Model.GetConstantValue(options.Expression) is not { HasValue: true, Value: int value }) return WorkItemChange.Refused("its TaskCreationOptions are not constant");
            if ((value & LongRunning) != 0) return WorkItemChange.Refused("it is LongRunning: a dedicated thread, which may block");
            if ((value & AttachedToParent) != 0) return WorkItemChange.Refused("it is attached to its parent task");
        }
        if (call.Expression is not MemberAccessExpressionSyntax { Name: IdentifierNameSyntax }) return WorkItemChange.Refused("its type arguments are written out");
        bool simple = IsTaskFactory(call, item.Model) && (item.Arguments.Count == 1 || TakesTokenAlone(item));
        string task = TypeNames.Task(item.Model, call.SpanStart).Text;
        return simple
            ? WorkItemChange.By(new Edit(item.Document, call, EditKind.WorkItem, node => ((InvocationExpressionSyntax)node)
                .WithExpression(ParseExpression(task + ".Run")
                .WithTriviaFrom(((InvocationExpressionSyntax)node).Expression))))
            : Unwrapped(item, call);
    }

    // Task.Run takes it as well.
    private static bool TakesTokenAlone(WorkItem item) => item.Arguments is [_, { NameColon: null }]
        && item.Api.Parameters is [_, { Type.Name: "CancellationToken" }];

    /// <summary>Whoever waits for the task of the call waits for the inner one, too.</summary>
    public static WorkItemChange Unwrapped(WorkItem item, InvocationExpressionSyntax call) =>
        Syntax.IsUnused(call, item.Model) ? WorkItemChange.Nothing
            : WorkItemChange.By(new Edit(item.Document, call, EditKind.WorkItem,
                node => Unwrap((InvocationExpressionSyntax)node)));

    private static ExpressionSyntax Unwrap(InvocationExpressionSyntax call) =>
        InvocationExpression(
            MemberAccessExpression(SyntaxKind.SimpleMemberAccessExpression, call.WithoutTrailingTrivia(),
                IdentifierName("Unwrap")),
            ArgumentList()).WithTrailingTrivia(call.GetTrailingTrivia());

    private static bool IsTaskFactory(InvocationExpressionSyntax call, SemanticModel model) =>
        Syntax.Receiver(call) is { } factory
            && model.GetSymbolInfo(factory).Symbol is IPropertySymbol { Name: "Factory", IsStatic: true };
}
