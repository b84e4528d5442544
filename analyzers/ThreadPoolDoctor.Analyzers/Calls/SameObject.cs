using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// Whose override runs: an object that comes to a method of its base, and from there to what that leaves to others,
/// comes to its own override, and never to that of another class beside it.
/// </summary>
internal static class SameObject
{
    /// <summary>Whether a step stands in a class of which the object that came there is none.</summary>
    public static bool IsAnothers(Examination examination, Callers callers, CallSite step)
    {
        // Nothing is overridden in a class without a base.
        if (step.Node.FirstAncestorOrSelf<TypeDeclarationSyntax>() is not { BaseList: not null } declared) return false;
        INamedTypeSymbol? own = null;
        for (Callers? at = callers; at is not null && at != Callers.Anyone; at = at.Before)
        {
            CallSite call = at.Site;
            if (call.Target is null or { IsStatic: true } or { ReducedFrom: not null }
                or { MethodKind: MethodKind.Constructor or MethodKind.DelegateInvoke }) return false;
            ExpressionSyntax? receiver = Receiver.Of(call.Node);
            bool isOwn = receiver is ThisExpressionSyntax or BaseExpressionSyntax || IsByNameAlone(call.Node);
            // What runs without a name of its own, such as the enumerator of a loop.
            if (!isOwn && receiver is null) return false;
            if (isOwn && call.Node.FirstAncestorOrSelf<TypeDeclarationSyntax>() == declared) continue;
            own ??= TypeAround(examination, step.Node);
            ITypeSymbol? type = isOwn ? TypeAround(examination, call.Node)
                : examination.ModelOf(receiver!).GetTypeInfo(receiver!).Type;
            // What is run for a call may stand somewhere else: the factory of a Lazy, what another project calls back.
            if (!IsClass(own) || !IsClass(type) || !AreRelated(own!, call.Target.ContainingType)
                || !AreRelated((INamedTypeSymbol)type!, call.Target.ContainingType)) return false;
            if (!AreRelated(own!, (INamedTypeSymbol)type!)) return true;
            if (!isOwn) return false;
        }
        return false;
    }

    // Go(), Name; not new Other { Name = 5 }, other is { Name: 5 }
    private static bool IsByNameAlone(SyntaxNode call) =>
        call is InvocationExpressionSyntax { Expression: SimpleNameSyntax }
        || call is SimpleNameSyntax
        {
            Parent: not NameColonSyntax and not AssignmentExpressionSyntax { Parent: InitializerExpressionSyntax },
        };

    private static bool IsClass(ITypeSymbol? type) => type is INamedTypeSymbol { TypeKind: TypeKind.Class };

    private static bool AreRelated(INamedTypeSymbol one, INamedTypeSymbol other) =>
        Is(one, other) || Is(other, one) || other.TypeKind == TypeKind.Interface;

    private static bool Is(INamedTypeSymbol type, INamedTypeSymbol wanted)
    {
        foreach (INamedTypeSymbol at in type.SelfAndBases())
        {
            if (SymbolEqualityComparer.Default.Equals(at.OriginalDefinition, wanted.OriginalDefinition)) return true;
        }
        return false;
    }

    private static INamedTypeSymbol? TypeAround(Examination examination, SyntaxNode node) =>
        node.FirstAncestorOrSelf<TypeDeclarationSyntax>() is { } type
            ? examination.ModelOf(type).GetDeclaredSymbol(type) as INamedTypeSymbol : null;
}
