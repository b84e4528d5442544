using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using ThreadPoolDoctor.CodeFixes.Asynchrony;

namespace ThreadPoolDoctor.CodeFixes.WorkItems;

/// <summary>
/// <c>Assert.Throws&lt;E&gt;(() => x.Load())</c> becomes <c>await Assert.ThrowsAsync&lt;E&gt;(async () => await
/// x.LoadAsync())</c>; NUnit's form waits by itself and is not awaited.
/// </summary>
internal static class AssertThrows
{
    public static WorkItemChange Awaited(WorkItem item) => Change(item, awaits: true);

    public static WorkItemChange Plain(WorkItem item) => Change(item, awaits: false);

    private static WorkItemChange Change(WorkItem item, bool awaits)
    {
        if (item.Call is not InvocationExpressionSyntax call
            || !item.IsLambda) return WorkItemChange.Refused("the assertion is given no lambda");
        if (item.Api.TypeArguments.Any(type =>
            type.Name == "AggregateException")) return WorkItemChange.Refused("a test looks for the AggregateException");
        string name = item.Api.Name + "Async";
        if (item.Api.ContainingType.GetMembers(name).IsEmpty) return WorkItemChange.Refused($"'{item.Api.ContainingType.Name}' has no {name}");
        if (!awaits) return WorkItemChange.By(new Edit(item.Document, call, EditKind.WorkItem,
            node => Syntax.WithName((InvocationExpressionSyntax)node, name)));
        bool parentheses = Syntax.NeedsParentheses(call);
        return WorkItemChange.Awaited(new Edit(item.Document, call, EditKind.WorkItem, node =>
        {
            ExpressionSyntax awaited = AwaitEdit.Await(Syntax.WithName((InvocationExpressionSyntax)node, name),
                item.Model);
            return (parentheses ? Microsoft.CodeAnalysis.CSharp.SyntaxFactory.ParenthesizedExpression(awaited)
                : awaited).WithTriviaFrom(node);
        }));
    }
}
