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
                && !await WaitsItselfAsync(node, place.Document, cancellation).ConfigureAwait(false)) cures.Add([edit]);
        }
        return await Plain.ApplyAsync(solution, cures, cancellation).ConfigureAwait(false);
    }

    // What still takes from a queue or sleeps would do so on a pool thread from its first line: that has to be awaited
    // first.
    private static async Task<bool> WaitsItselfAsync(SyntaxNode start, Document document, CancellationToken cancellation)
    {
        // The file of another target may await in one and wait in the other.
        foreach (DocumentId id in document.GetLinkedDocumentIds().Prepend(document.Id))
        {
            if (document.Project.Solution.GetDocument(id) is not { } each
                || await each.GetSyntaxRootAsync(cancellation).ConfigureAwait(false) is not { } root
                || !root.FullSpan.Contains(start.Span)
                || await each.GetSemanticModelAsync(cancellation).ConfigureAwait(false) is not { } model) continue;
            if (WaitsItself(root.FindNode(start.Span, getInnermostNodeForTie: true), model, each, cancellation)) return true;
        }
        return false;
    }

    private static bool WaitsItself(SyntaxNode start, SemanticModel model, Document document,
        CancellationToken cancellation)
    {
        Examination examination = Examination.Of(model.Compilation, document.Project.AnalyzerOptions, cancellation);
        Findings findings = new(examination);
        Body[] first = [.. LongRunningAsync.DelegatesIn(start).SelectMany(BodiesOf)];
        return first.Concat(first.SelectMany(Called)).Any(body => findings.IfAsync(body).Count > 0);

        IEnumerable<Body> BodiesOf(ExpressionSyntax work) => work is AnonymousFunctionExpressionSyntax
            ? examination.OutlineOf(work.SyntaxTree).Find(work) is { } lambda ? [lambda] : []
            : model.GetSymbolInfo(work, cancellation).Symbol is IMethodSymbol method ? examination.BodiesOf(method) : [];

        // async () => await WorkAsync(): its first line is run there as well.
        IEnumerable<Body> Called(Body body) => body.OwnNodes().OfType<InvocationExpressionSyntax>()
            .Select(call => examination.ModelOf(call).GetSymbolInfo(call, cancellation).Symbol).OfType<IMethodSymbol>()
            .SelectMany(examination.BodiesOf).Where(called => called.LooksAwaitable);
    }
}
