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
        if (Receiver.Of(site.Node) is not { } receiver
            || receiver is not (IdentifierNameSyntax or MemberAccessExpressionSyntax)) return false;
        if (examination.ModelOf(receiver).GetSymbolInfo(receiver).Symbol is not IFieldSymbol
            {
                IsStatic: false,
                DeclaredAccessibility: Accessibility.Private,
                ContainingType: { DeclaredAccessibility: Accessibility.Public } owner,
            }) return false;
        BaseObjectCreationExpressionSyntax[] made = [.. MadeOf(examination, only.ContainingType)];
        return made.Length > 0 && !MadeOf(examination, owner).Any()
            && !made.Any(each => IsHandedOn(examination, each) || IsWithin(examination, each, owner))
            && Origins.Of(examination, receiver).ToArray() is [_, ..] given
            && given.All(value => value is IdentifierNameSyntax
                && examination.ModelOf(value).GetSymbolInfo(value).Symbol is IParameterSymbol { ContainingSymbol: IMethodSymbol { MethodKind: MethodKind.Constructor } });
    }

    private static IEnumerable<BaseObjectCreationExpressionSyntax> MadeOf(Examination examination,
        INamedTypeSymbol type) =>
        type.OriginalDefinition.InstanceConstructors.SelectMany(examination.CreationsOf);

    // Kept in a private field, and handed to nobody but contracts and methods of the program: whoever gets it otherwise,
    // a container first of all, may hand it back.
    private static bool IsHandedOn(Examination examination, BaseObjectCreationExpressionSyntax made)
    {
        SemanticModel model = examination.ModelOf(made);
        ISymbol? keeper = made.Parent switch
        {
            AssignmentExpressionSyntax kept when kept.Right == made => model.GetSymbolInfo(kept.Left).Symbol,
            EqualsValueClauseSyntax { Parent: VariableDeclaratorSyntax { Parent.Parent: FieldDeclarationSyntax } field } => model.GetDeclaredSymbol(field),
            _ => null,
        };
        return keeper is not IFieldSymbol { IsStatic: false, DeclaredAccessibility: Accessibility.Private }
            || made.FirstAncestorOrSelf<TypeDeclarationSyntax>() is not { } type
            || examination.UsesIn(type).Of(keeper.Name).Any(use =>
                use.Parent is ArgumentSyntax { Parent.Parent: InvocationExpressionSyntax call }
                && Calls.Target(model, call) is not { DeclaringSyntaxReferences.IsEmpty: false });
    }

    // s ?? new Store(), this(new Store())
    private static bool IsWithin(Examination examination, SyntaxNode made, INamedTypeSymbol owner) =>
        made.FirstAncestorOrSelf<TypeDeclarationSyntax>() is { } type
        && SymbolEqualityComparer.Default.Equals(examination.ModelOf(type).GetDeclaredSymbol(type)?.OriginalDefinition,
            owner.OriginalDefinition);
}
