using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// Calls of an interface or base class of the framework, <c>IDbTransaction.Commit</c>, on an object whose class is this
/// project's own: what that does is seen here, and says more than the name of what it implements.
/// </summary>
internal static class OwnObjects
{
    private const int MaxDepth = 3;

    /// <summary>
    /// Whether every object that a call may be of is of this project's classes, whose methods do not wait.
    /// </summary>
    public static bool DoNotWait(Examination examination, CallSite site)
    {
        IMethodSymbol called = site.Target;
        if (!called.IsVirtual && !called.IsAbstract && !called.IsOverride
            || Receiver.Of(site.Node) is not { } receiver) return false;
        IMethodSymbol?[] run = [.. TypesOf(examination, receiver, 0)
            .Select(type => type is null ? null : MemberOf(type, called))];
        return run.Length > 0 && run.All(own => own is not null && examination.BodiesOf(own).Any()
            && !examination.Calls.Waits(own));
    }

    private static IMethodSymbol? MemberOf(INamedTypeSymbol type, IMethodSymbol called) =>
        called.ContainingType.TypeKind == TypeKind.Interface
            ? type.FindImplementationForInterfaceMember(called) as IMethodSymbol
            : type.SelfAndBases().SelectMany(at => at.GetMembers(called.Name)).OfType<IMethodSymbol>()
                .FirstOrDefault(member => Contracts.MayRun(called, member));

    // The classes of what an expression gives; null for one that is not this project's, or not known.
    private static IEnumerable<INamedTypeSymbol?> TypesOf(
        Examination examination, ExpressionSyntax expression, int depth)
    {
        SemanticModel model = examination.ModelOf(expression);
        if (model.GetTypeInfo(expression).Type is not INamedTypeSymbol type) return [null];
        if (type is { TypeKind: TypeKind.Class, IsAbstract: false } && examination.SourcesOf(type).Any()) return [type];
        if (depth == MaxDepth) return [null];
        ExpressionSyntax[] given = expression is InvocationExpressionSyntax
            ? model.GetSymbolInfo(expression).Symbol
                is IMethodSymbol { IsVirtual: false, IsAbstract: false, IsOverride: false } made
                ? [.. examination.BodiesOf(made).SelectMany(body => body.Returned())] : []
            : [.. Origins.Of(examination, expression)];
        return given.Length == 0 || given.Contains(expression) ? [null]
            : given.SelectMany(each => TypesOf(examination, each, depth + 1));
    }
}
