using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>What <c>lazy.Value</c> runs: the factory that the variable's only Lazy was made with.</summary>
internal static class LazyValues
{
    public static bool IsValue(IMethodSymbol? target) => target is
    { MethodKind: MethodKind.PropertyGet, Name: "get_Value", ContainingType: { Name: "Lazy", Arity: 1, ContainingNamespace.Name: "System" } };

    /// <summary>
    /// The <c>Value</c> that is read through a name which stands for a Lazy; null when the name is used otherwise.
    /// </summary>
    public static CallSite? ReadThrough(SemanticModel model, SyntaxNode name)
    {
        if (name.Parent is not MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Value" } read
            || read.Expression != name) return null;
        return model.GetSymbolInfo(read).Symbol is IPropertySymbol { GetMethod: { } get } && IsValue(get)
            ? new CallSite(read, get) : null;
    }

    /// <summary>The factory; null when there may be several, or it is not to be seen.</summary>
    public static IMethodSymbol? FactoryOf(Examination examination, CallSite site)
    {
        if (!IsValue(site.Target) || Receiver.Of(site.Node) is not { } lazy) return null;
        ExpressionSyntax[] values = [.. Origins.Of(examination, lazy)];
        if (values is not [BaseObjectCreationExpressionSyntax { ArgumentList.Arguments: [{ Expression: var factory }, ..] }]) return null;
        return examination.ModelOf(factory).GetSymbolInfo(factory).Symbol is IMethodSymbol method
            ? method.OriginalDefinition : null;
    }
}
