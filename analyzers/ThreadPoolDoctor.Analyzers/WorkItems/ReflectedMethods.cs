using System;
using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// Methods that reflection finds by an attribute of theirs, or in a type that it goes through, and that are run as a
/// delegate that is made of them, or invoked where they are found.
/// </summary>
internal sealed class ReflectedMethods
{
    private static readonly string[] s_finding = ["GetMethods", "GetMethod"];

    private static readonly string[] s_asking =
        ["GetCustomAttributes", "GetCustomAttribute", "IsDefined", "CustomAttributes"];

    private readonly Examination _examination;
    private readonly Lazy<Use[]> _uses;

    public ReflectedMethods(Examination examination)
    {
        _examination = examination;
        _uses = new Lazy<Use[]>(FindUses);
    }

    /// <summary>Whether any are: few programs do.</summary>
    public bool AreRun => _uses.Value.Length > 0;

    /// <summary>What becomes of a method that is found so.</summary>
    public Fate Of(IMethodSymbol method)
    {
        Fate fate = default;
        foreach (Use use in _uses.Value.Where(use => use.Finds(method) && use.Takes(method)))
        {
            fate = fate.Or(use.Delegate is null
                ? new Fate(Runner.Inline, use.Call) : _examination.Delegates.Of(use.Call));
            if (fate.Runner == Runner.Pool) break;
        }
        return fate;
    }

    private Use[] FindUses() => s_finding.Any(_examination.Outlines.Uses)
        ? [.. _examination.CallsTo("CreateDelegate").Concat(_examination.CallsTo("Invoke").Where(MayInvoke))
            .Select(UseOf).OfType<Use>()]
        : [];

    // found.Invoke(this, given): an event is not raised where methods are looked for.
    private static bool MayInvoke(InvocationExpressionSyntax call) => call is
    {
        Expression: MemberAccessExpressionSyntax,
        ArgumentList.Arguments.Count: 2,
    } && NamesAround(call).Overlaps(s_finding);

    private Use? UseOf(InvocationExpressionSyntax call)
    {
        SemanticModel model = _examination.ModelOf(call);
        if (model.GetSymbolInfo(call).Symbol is not IMethodSymbol { ContainingType: var owner } method) return null;
        switch (MemberNames.OfType(owner))
        {
            case "System.Reflection.MethodBase":
                return new Use(call, NamesAround(call), null, CountOf(call.ArgumentList.Arguments[1].Expression));
            case "System.Reflection.MethodInfo" or "System.Delegate":
                ITypeSymbol? made = method.TypeArguments.FirstOrDefault()
                    ?? call.ArgumentList.Arguments.Select(given => given.Expression).OfType<TypeOfExpressionSyntax>()
                        .Select(type => model.GetTypeInfo(type.Type).Type).FirstOrDefault();
                return made is INamedTypeSymbol { DelegateInvokeMethod: { } invoked }
                    ? new Use(call, NamesAround(call), invoked, null) : null;
            default:
                return null;
        }
    }

    private static HashSet<string> NamesAround(SyntaxNode call) => ScopeUses.MemberAround(call) is { } member
        ? [.. member.DescendantTokens().Where(token => token.IsKind(SyntaxKind.IdentifierToken))
            .Select(token => token.ValueText)]
        : [];

    // null, new object[] { 5 }, [5]; of others nobody knows how many they are.
    private static int? CountOf(ExpressionSyntax given) => given switch
    {
        LiteralExpressionSyntax => 0,
        ArrayCreationExpressionSyntax { Initializer.Expressions.Count: var all } => all,
        ImplicitArrayCreationExpressionSyntax { Initializer.Expressions.Count: var all } => all,
        CollectionExpressionSyntax { Elements.Count: var all } => all,
        _ => null,
    };

    /// <summary>A place where methods that were found are run, or made delegates of.</summary>
    private sealed class Use(InvocationExpressionSyntax call, HashSet<string> names, IMethodSymbol? made, int? count)
    {
        public InvocationExpressionSyntax Call { get; } = call;

        public IMethodSymbol? Delegate { get; } = made;

        // An attribute of one's own that is asked for; without one, the type whose methods are gone through.
        public bool Finds(IMethodSymbol method) => method.GetAttributes().Any(mark => mark.AttributeClass is { } type
                && IsOwn(type) && (names.Contains(type.Name) || names.Contains(ShortNameOf(type))))
            || !names.Overlaps(s_asking) && names.Contains(method.ContainingType.Name) && names.Contains("GetMethods");

        public bool Takes(IMethodSymbol method) => Delegate is { } run
            ? run.Parameters.Length == method.Parameters.Length && run.Parameters.Zip(method.Parameters,
                (one, other) => SymbolEqualityComparer.Default.Equals(one.Type, other.Type)).All(fits => fits)
            : count is null || count == method.Parameters.Length;

        private static string ShortNameOf(INamedTypeSymbol mark) =>
            mark.Name.EndsWith(nameof(Attribute), StringComparison.Ordinal)
                ? mark.Name.Substring(0, mark.Name.Length - nameof(Attribute).Length) : mark.Name;

        private static bool IsOwn(INamedTypeSymbol type) => !MemberNames.IsOfSystem(type.ContainingNamespace);
    }
}
