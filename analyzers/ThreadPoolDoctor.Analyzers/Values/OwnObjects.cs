using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// Calls of an interface or base class of the framework, <c>IDbTransaction.Commit</c>, on an object whose class is the
/// solution's own: what that does is seen here, or told by its project, and says more than what it implements.
/// </summary>
internal static class OwnObjects
{
    private const int MaxDepth = 3;

    /// <summary>
    /// Whether every object that a call may be of is of the solution's classes, whose methods do not wait.
    /// </summary>
    public static bool DoNotWait(Examination examination, CallSite site)
    {
        IMethodSymbol called = site.Target;
        if (!called.IsVirtual && !called.IsAbstract && !called.IsOverride
            || Receiver.Of(site.Node) is not { } receiver) return false;
        IMethodSymbol?[] run = [.. TypesOf(examination, receiver, 0)
            .Select(type => type is null ? null : MemberOf(type, called))];
        return run.Length > 0 && run.All(own => own is not null && DoesNotWait(examination, own));
    }

    private static bool DoesNotWait(Examination examination, IMethodSymbol own) => examination.BodiesOf(own).Any()
        ? !examination.Calls.Waits(own)
        : !own.IsAbstract && IsToldOf(examination, own.ContainingType)
            && examination.Others.Find(own, isExact: true) is null;

    // What implements an interface may be overridden further down: DbConnection.Open is IDbConnection.Open.
    private static IMethodSymbol? MemberOf(INamedTypeSymbol type, IMethodSymbol called) =>
        (called.ContainingType.TypeKind == TypeKind.Interface
            ? type.FindImplementationForInterfaceMember(called) as IMethodSymbol : called) is not { } first ? null
        : type.SelfAndBases().SelectMany(at => at.GetMembers(first.Name)).OfType<IMethodSymbol>()
            .FirstOrDefault(member => Contracts.MayRun(first, member));

    private static bool IsToldOf(Examination examination, INamedTypeSymbol type) =>
        examination.Others.Hold(type.ContainingAssembly);

    // The classes of what an expression gives; null for one that is not the solution's, or not known.
    private static IEnumerable<INamedTypeSymbol?> TypesOf(
        Examination examination, ExpressionSyntax expression, int depth)
    {
        SemanticModel model = examination.ModelOf(expression);
        if (model.GetTypeInfo(expression).Type is not INamedTypeSymbol type) return [null];
        if (type is { TypeKind: TypeKind.Class, IsAbstract: false }
            && (examination.SourcesOf(type).Any() || IsToldOf(examination, type))) return [type];
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
