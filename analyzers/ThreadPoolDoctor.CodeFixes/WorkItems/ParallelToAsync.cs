using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using ThreadPoolDoctor.CodeFixes.Asynchrony;
using static Microsoft.CodeAnalysis.CSharp.SyntaxFactory;

namespace ThreadPoolDoctor.CodeFixes.WorkItems;

/// <summary>
/// <c>Parallel.ForEach(source, x => ...)</c> becomes <c>await Parallel.ForEachAsync(source, async (x, _) => ...)</c>,
/// and For becomes ForAsync where .NET has it. Not with loop state, indexes or local values, which have no counterpart.
/// </summary>
internal static class ParallelToAsync
{
    public static WorkItemChange Change(WorkItem item)
    {
        string name = item.Api.Name + "Async";
        if (item.Call is not InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax } call
            || !Syntax.IsUnused(call, item.Model))
        {
            return WorkItemChange.Refused("the result of the loop is used");
        }
        if (item.Model.Compilation.GetTypeByMetadataName("System.Threading.Tasks.Parallel")?.GetMembers(name).IsEmpty != false)
        {
            return WorkItemChange.Refused($"this .NET has no Parallel.{name}");
        }
        if (item.Target.Parameters.Length != 1
            || item.Index != item.Arguments.Count - 1) return WorkItemChange.Refused("the loop has a state, an index or local values");
        if (item.Arguments.Any(a => a.NameColon is not null)) return WorkItemChange.Refused("the arguments are named");
        if (item.Delegate is AnonymousMethodExpressionSyntax) return WorkItemChange.Refused("its body is an anonymous method");
        return WorkItemChange.Awaited(new Edit(item.Document, call, EditKind.WorkItem,
            node => Rewrite((InvocationExpressionSyntax)node, name, item)));
    }

    private static ExpressionSyntax Rewrite(InvocationExpressionSyntax call, string name, WorkItem item)
    {
        ExpressionSyntax body = call.ArgumentList.Arguments[item.Index].Expression;
        ExpressionSyntax changed = body is LambdaExpressionSyntax lambda ? WithToken(lambda) : Calling(body, item);
        InvocationExpressionSyntax renamed = Syntax.WithName(call.ReplaceNode(body, changed.WithTriviaFrom(body)),
            name);
        return AwaitEdit.Await(renamed, item.Model).WithTriviaFrom(call);
    }

    private static ExpressionSyntax WithToken(LambdaExpressionSyntax lambda)
    {
        ParameterSyntax item = lambda switch
        {
            SimpleLambdaExpressionSyntax simple => simple.Parameter.WithoutTrivia(),
            ParenthesizedLambdaExpressionSyntax many => many.ParameterList.Parameters[0].WithoutTrivia(),
            _ => Parameter(Identifier("_")),
        };
        string token = item.Type is null ? "_" : "System.Threading.CancellationToken _";
        ParameterListSyntax parameters = ParseParameterList($"({item}, {token})").WithTrailingTrivia(Space);
        return ParenthesizedLambdaExpression(
            lambda.AttributeLists, lambda.Modifiers, null, parameters, lambda.ArrowToken, lambda.Block,
                lambda.ExpressionBody).WithLeadingTrivia(lambda.GetLeadingTrivia());
    }

    private static ExpressionSyntax Calling(ExpressionSyntax method, WorkItem item)
    {
        string name = item.Target.Parameters[0].Name;
        AwaitExpressionSyntax awaited = AwaitEdit.Await(ParseExpression($"{method.WithoutTrivia()}({name})"),
            item.Model);
        return ParseExpression($"async ({name}, _) => {awaited}");
    }
}
