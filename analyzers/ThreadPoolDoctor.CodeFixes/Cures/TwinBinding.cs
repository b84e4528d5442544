using System;
using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using ThreadPoolDoctor.CodeFixes.Asynchrony;

namespace ThreadPoolDoctor.CodeFixes.Cures;

/// <summary>
/// Asks the compiler whether a call of the twin would bind where the blocking call stands, and fit there.
/// </summary>
internal static class TwinBinding
{
    /// <summary>What the call binds to, and a namespace that must be imported first, or null when none.</summary>
    internal sealed record Found(IMethodSymbol Twin, string? Using);

    // Where extension twins of extension methods live when their namespace is not imported yet.
    private static readonly string[] s_extensionContainers =
    [
        "Microsoft.EntityFrameworkCore.EntityFrameworkQueryableExtensions",
        "Microsoft.EntityFrameworkCore.RelationalDatabaseFacadeExtensions",
        "Microsoft.EntityFrameworkCore.RelationalQueryableExtensions",
        "System.Data.Entity.QueryableExtensions",
    ];

    // Queries of theirs are IQueryable, too. Where one of them is referred to, a file that does not import Entity
    // Framework may be about theirs.
    private static readonly string[] s_otherProviders =
    [
        "MongoDB.Driver.IMongoDatabase",
        "LiteDB.ILiteDatabase",
        "Marten.IQuerySession",
        "NHibernate.ISession",
        "LinqToDB.IDataContext",
        "Raven.Client.Documents.Session.IDocumentSession",
        "Microsoft.Azure.Cosmos.Container",
    ];

    public static Found? Bind(
        InvocationExpressionSyntax call,
        Func<InvocationExpressionSyntax, InvocationExpressionSyntax> twin,
        IMethodSymbol blocking,
        string name,
        SemanticModel model)
    {
        if (Unconditional(call) is not { } plain) return null;
        InvocationExpressionSyntax whole = twin(plain);
        SymbolInfo info = model.GetSpeculativeSymbolInfo(call.SpanStart, whole,
            SpeculativeBindingOption.BindAsExpression);
        if (info.Symbol is IMethodSymbol method)
        {
            return Fits(method, blocking, call, model)
                && TakesWhatIsNew(method, whole, plain.ArgumentList.Arguments.Count) ? new Found(method, null) : null;
        }
        return Extension(call, blocking, name, model);
    }

    private static bool Fits(IMethodSymbol twin, IMethodSymbol blocking, InvocationExpressionSyntax call,
        SemanticModel model)
    {
        if (!Awaitables.TryGetResult(twin.ReturnType, out ITypeSymbol? result)) return false;
        if (twin.GetAttributes().Any(a => a.AttributeClass?.Name == "ObsoleteAttribute")) return false;
        if (IsRecursion(twin, call, model)) return false;
        if (blocking.ReturnsVoid) return true;
        if (result is null) return Syntax.IsUnused(call, model);
        Conversion conversion = model.Compilation.ClassifyConversion(result, blocking.ReturnType);
        return conversion.IsIdentity || conversion is { IsImplicit: true, IsReference: true };
    }

    // Find(7) and a token bind to FindAsync(params object[]) as well, which would look for an object with the key (7,
    // token).
    private static bool TakesWhatIsNew(IMethodSymbol twin, InvocationExpressionSyntax whole, int old)
    {
        SeparatedSyntaxList<ArgumentSyntax> arguments = whole.ArgumentList.Arguments;
        for (int i = old; i < arguments.Count; i++)
        {
            string? name = arguments[i].NameColon?.Name.Identifier.ValueText;
            IParameterSymbol? parameter = name is null ? twin.Parameters.ElementAtOrDefault(i)
                : twin.Parameters.FirstOrDefault(p => p.Name == name);
            if (parameter?.Type.Name is not ("CancellationToken" or "LoadOptions")) return false;
        }
        return true;
    }

    // X called inside XAsync is often the very implementation of XAsync; and an extension of that name stands in for a
    // twin that other targets of the project lack.
    private static bool IsRecursion(IMethodSymbol twin, SyntaxNode call, SemanticModel model)
    {
        for (SyntaxNode? function = Functions.Around(call); function is not null; function = Functions.Around(function))
        {
            if (Functions.SymbolOf(function, model) is not { } around) continue;
            for (IMethodSymbol? at = around; at is not null; at = at.OverriddenMethod)
            {
                if (SymbolEqualityComparer.Default.Equals(at.OriginalDefinition,
                    (twin.ReducedFrom ?? twin).OriginalDefinition)) return true;
            }
            if (around.Name == twin.Name && around.IsExtensionMethod
                && twin.ReceiverType is { } receiver
                && model.Compilation.ClassifyConversion(around.Parameters[0].Type, receiver).IsImplicit) return true;
            if (around.Name == twin.Name && around.ContainingType?.AllInterfaces.Contains(twin.ContainingType, SymbolEqualityComparer.Default) == true) return true;
        }
        return false;
    }

    private static Found? Extension(InvocationExpressionSyntax call, IMethodSymbol blocking, string name,
        SemanticModel model)
    {
        if (blocking.ReducedFrom is null && !blocking.IsExtensionMethod && Syntax.Receiver(call) is null) return null;
        if (Syntax.Receiver(call) is not { } receiver || model.GetTypeInfo(receiver).Type is not { } type) return null;
        if (!IsQueryable(type) && type.ContainingNamespace?.ToDisplayString().StartsWith("Microsoft.EntityFrameworkCore", StringComparison.Ordinal) != true) return null;
        if (IsQueryable(type) && s_otherProviders.Any(provider => model.Compilation.GetTypeByMetadataName(provider) is not null)) return null;
        foreach (string container in s_extensionContainers)
        {
            IEnumerable<IMethodSymbol> candidates = model.Compilation.GetTypeByMetadataName(container)?.GetMembers(name).OfType<IMethodSymbol>() ?? [];
            int arguments = call.ArgumentList.Arguments.Count;
            foreach (IMethodSymbol candidate in candidates)
            {
                IMethodSymbol? reduced = candidate.ReduceExtensionMethod(type);
                if (reduced is null || reduced.Parameters.Length < arguments
                    || !reduced.Parameters.Skip(arguments).All(p => p.IsOptional)) continue;
                return new Found(reduced, container.Substring(0, container.LastIndexOf('.')));
            }
        }
        return null;
    }

    public static bool IsQueryable(ITypeSymbol type) =>
        type.AllInterfaces.Concat(type is INamedTypeSymbol named ? [named] : [])
            .Any(i => i is { Name: "IQueryable" } && Awaitables.IsIn(i, "System.Linq"));

    // a?.F(x) cannot be bound on its own: a.F(x) is asked for instead.
    private static InvocationExpressionSyntax? Unconditional(InvocationExpressionSyntax call) =>
        ConditionalAccess.Around(call) switch
        {
            null => call,
            { Parent: not ConditionalAccessExpressionSyntax } conditional when conditional.WhenNotNull == call =>
                (InvocationExpressionSyntax)ConditionalAccess.Attach(conditional.Expression, call),
            _ => null,
        };
}
