using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.CodeFixes.WorkItems;

/// <summary>A delegate that is handed to an API, seen from the call: what is about to become async.</summary>
/// <param name="Call">The call or object creation that takes the delegate.</param>
/// <param name="Index">Which argument the delegate is.</param>
/// <param name="Delegate">The lambda, anonymous method or method name.</param>
/// <param name="Target">What the delegate runs.</param>
/// <param name="TargetName">For a method name: how it is written once the method is async.</param>
internal sealed record WorkItem(
    DocumentId Document, ExpressionSyntax Call, IMethodSymbol Api, int Index, ExpressionSyntax Delegate,
        IMethodSymbol Target,
    string? TargetName, SemanticModel Model)
{
    public SeparatedSyntaxList<ArgumentSyntax> Arguments => Call switch
    {
        InvocationExpressionSyntax call => call.ArgumentList.Arguments,
        BaseObjectCreationExpressionSyntax { ArgumentList: { } list } => list.Arguments,
        _ => default,
    };

    public bool IsLambda => Delegate is AnonymousFunctionExpressionSyntax;

    /// <summary>
    /// The creation around the delegate, as in <c>new WaitCallback(Work)</c>; null where it stands by itself.
    /// </summary>
    public BaseObjectCreationExpressionSyntax? Creation { get; private init; }

    public static WorkItem? Of(Document document, ExpressionSyntax @delegate, IMethodSymbol target, string? targetName,
        SemanticModel model)
    {
        BaseObjectCreationExpressionSyntax? creation = CreationAround(@delegate, model);
        if ((creation ?? @delegate).Parent is not ArgumentSyntax { Parent: ArgumentListSyntax { Parent: ExpressionSyntax call } list } argument) return null;
        if (model.GetSymbolInfo(call).Symbol is not IMethodSymbol api) return null;
        return new WorkItem(document.Id, call, api, list.Arguments.IndexOf(argument), @delegate, target, targetName,
            model)
        { Creation = creation };
    }

    /// <summary>The delegate without the creation around it, whose parts may have been edited meanwhile.</summary>
    public ExpressionSyntax Bare(ExpressionSyntax argument) =>
        Creation is not null && argument is BaseObjectCreationExpressionSyntax { ArgumentList.Arguments: [{ Expression: var inner }] }
            ? inner : argument;

    private static BaseObjectCreationExpressionSyntax? CreationAround(ExpressionSyntax @delegate, SemanticModel model) =>
        @delegate.Parent is ArgumentSyntax { Parent: ArgumentListSyntax { Arguments.Count: 1, Parent: BaseObjectCreationExpressionSyntax made } }
            && model.GetTypeInfo(made).Type?.TypeKind == TypeKind.Delegate ? made : null;

    /// <summary>The argument of the API's parameter with that name, or null when it is left out.</summary>
    public ArgumentSyntax? Argument(string parameter)
    {
        for (int i = 0; i < Arguments.Count; i++)
        {
            string? name = Arguments[i].NameColon?.Name.Identifier.ValueText
                ?? (i < Api.Parameters.Length ? Api.Parameters[i].Name : null);
            if (name == parameter) return Arguments[i];
        }
        return null;
    }
}
