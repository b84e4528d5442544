using System.Collections.Concurrent;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// Types that start work on a scheduler which is not the pool's. Their async methods continue on it, so that it is
/// doubtful whether a pool thread ever runs them.
/// </summary>
internal sealed class OwnSchedulers
{
    private readonly Examination _examination;
    private readonly ConcurrentDictionary<INamedTypeSymbol, bool> _known = new(SymbolEqualityComparer.Default);

    public OwnSchedulers(Examination examination) => _examination = examination;

    public bool MayRun(IMethodSymbol method) =>
        !_examination.Options.ReportsDoubtful && method.ContainingType is { } type
            && _known.GetOrAdd(type.OriginalDefinition, StartsOnOwn);

    private bool StartsOnOwn(INamedTypeSymbol type) => _examination.SourcesOf(type).Any(source =>
        _examination.OutlineOf(source.SyntaxTree).UsesOf("StartNew")?.Callers
            .Where(body => source.Span.Contains(body.Node.Span))
            .SelectMany(body => body.OwnNodes()).OfType<InvocationExpressionSyntax>()
            .Any(call => Names.OfInvoked(call.Expression) == "StartNew"
                && Calls.HasForeignScheduler(_examination.ModelOf(call), call)) == true);
}
