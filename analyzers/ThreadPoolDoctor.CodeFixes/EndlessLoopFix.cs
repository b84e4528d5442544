using System.Collections.Generic;
using System.Composition;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeFixes;
using ThreadPoolDoctor.Catalog;
using ThreadPoolDoctor.CodeFixes.Fixing;
using ThreadPoolDoctor.CodeFixes.Offers;

namespace ThreadPoolDoctor.CodeFixes;

/// <summary>TPD005: a work item that never ends gets a thread of its own.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(EndlessLoopFix)), Shared]
public sealed class EndlessLoopFix : CuringFix
{
    private const string Title = "Give the loop a dedicated thread";

    public EndlessLoopFix()
        : base(".dedicated", Title, Ailments.EndlessLoop)
    {
    }

    private protected override Task<(string Title, Solution Changed)?> OfferAsync(Solution solution, Diagnostic report,
        CancellationToken cancellation) =>
        OfferAsync(Title, solution, report, cancellation);

    private protected override async Task<Solution?> CureAsync(Solution solution, IReadOnlyList<Diagnostic> reports,
        CancellationToken cancellation) => await OtherThread.ChangeAsync(solution,
            await Place.OfAsync(solution, reports, cancellation).ConfigureAwait(false), DedicatedThread.Change,
            cancellation).ConfigureAwait(false);
}
