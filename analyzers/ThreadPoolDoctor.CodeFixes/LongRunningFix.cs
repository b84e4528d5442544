using System.Collections.Generic;
using System.Composition;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using ThreadPoolDoctor.Analyzers;
using ThreadPoolDoctor.Catalog;
using ThreadPoolDoctor.CodeFixes.Asynchrony;
using ThreadPoolDoctor.CodeFixes.Fixing;
using ThreadPoolDoctor.CodeFixes.WorkItems;

namespace ThreadPoolDoctor.CodeFixes;

/// <summary>
/// TPD008: StartNew with LongRunning and an async delegate becomes Task.Run, or loses the option where its nested task
/// is used.
/// </summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(LongRunningFix)), Shared]
public sealed class LongRunningFix : CuringFix
{
    private const string Title = "Run the async delegate on the pool, which it leaves at its first await";

    public LongRunningFix()
        : base(".run", "Use Task.Run for async delegates", Ailments.LongRunningAsync)
    {
    }

    private protected override Task<(string Title, Solution Changed)?> OfferAsync(Solution solution, Diagnostic report,
        CancellationToken cancellation) =>
        OfferAsync(Title, solution, report, cancellation);

    private protected override async Task<Solution?> CureAsync(Solution solution, IReadOnlyList<Diagnostic> reports,
        CancellationToken cancellation)
    {
        List<IEnumerable<Edit>> cures = [];
        foreach (Diagnostic report in reports)
        {
            if ((await Reports.PlacesAsync(solution, report, cancellation).ConfigureAwait(false))
                .FirstOrDefault() is not { Node: { } node } place) continue;
            SemanticModel model = (await place.Document.GetSemanticModelAsync(cancellation).ConfigureAwait(false))!;
            if (LongRunningAsync.Change(place.Document.Id, node, model) is { } edit
                && !WaitsItself(node, model, place.Document, cancellation)) cures.Add([edit]);
        }
        return await Plain.ApplyAsync(solution, cures, cancellation).ConfigureAwait(false);
    }

    // What still takes from a queue or sleeps would do so on a pool thread from its first line: that has to be awaited
    // first.
    private static bool WaitsItself(SyntaxNode start, SemanticModel model, Document document,
        CancellationToken cancellation)
    {
        Examination examination = Examination.Of(model.Compilation, document.Project.AnalyzerOptions, cancellation);
        Findings findings = new(examination);
        return LongRunningAsync.DelegatesIn(start).SelectMany(BodiesOf).Any(body => findings.IfAsync(body).Count > 0);

        IEnumerable<Body> BodiesOf(ExpressionSyntax work) => work is AnonymousFunctionExpressionSyntax
            ? examination.OutlineOf(work.SyntaxTree).Find(work) is { } lambda ? [lambda] : []
            : model.GetSymbolInfo(work, cancellation).Symbol is IMethodSymbol method ? examination.BodiesOf(method) : [];
    }
}
