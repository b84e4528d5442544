using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// Objects that a class is given by others than this project: the only implementation here makes its objects for
/// somebody else. A stub of the far side stands beside the class that runs what the far side has asked for.
/// </summary>
internal static class GivenElsewhere
{
    /// <summary>Whether the object of a call through a contract is surely not one that this project makes.</summary>
    /// <param name="examination">The compilation.</param>
    /// <param name="site">The call.</param>
    /// <param name="only">The only implementation of it that is here.</param>
    public static bool Is(Examination examination, CallSite site, IMethodSymbol only)
    {
        if (Receiver.Of(site.Node) is not { } receiver || receiver is not (IdentifierNameSyntax or MemberAccessExpressionSyntax)) return false;
        BaseObjectCreationExpressionSyntax[] made = [.. MadeOf(examination, only.ContainingType)];
        if (made.Length == 0 || examination.ModelOf(receiver).GetSymbolInfo(receiver).Symbol
            is not IFieldSymbol { IsStatic: false, DeclaredAccessibility: Accessibility.Private, ContainingType: var owner } field) return false;
        return owner.DeclaredAccessibility == Accessibility.Public && !MadeOf(examination, owner).Any()
            && !made.Any(each => IsHandedOn(each) || IsWithin(examination, each, owner))
            && Origins.Of(examination, receiver).ToArray() is [_, ..] given
            && given.All(value => value is IdentifierNameSyntax
                && examination.ModelOf(value).GetSymbolInfo(value).Symbol is IParameterSymbol { ContainingSymbol: IMethodSymbol { MethodKind: MethodKind.Constructor } });
    }

    private static IEnumerable<BaseObjectCreationExpressionSyntax> MadeOf(Examination examination, INamedTypeSymbol type) =>
        type.OriginalDefinition.InstanceConstructors.SelectMany(examination.CreationsOf);

    // return new Proxy(), () => new Proxy(): whoever gets it may hand it back.
    private static bool IsHandedOn(SyntaxNode made)
    {
        while (made.Parent is CastExpressionSyntax or ParenthesizedExpressionSyntax or ConditionalExpressionSyntax or AwaitExpressionSyntax) made = made.Parent;
        return made.Parent is ReturnStatementSyntax or ArrowExpressionClauseSyntax or LambdaExpressionSyntax or YieldStatementSyntax;
    }

    // s ?? new Store(), this(new Store())
    private static bool IsWithin(Examination examination, SyntaxNode made, INamedTypeSymbol owner) =>
        made.FirstAncestorOrSelf<TypeDeclarationSyntax>() is { } type
        && SymbolEqualityComparer.Default.Equals(examination.ModelOf(type).GetDeclaredSymbol(type)?.OriginalDefinition, owner.OriginalDefinition);
}
