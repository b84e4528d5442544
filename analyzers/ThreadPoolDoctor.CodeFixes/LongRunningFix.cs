using System.Collections.Generic;
using System.Composition;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using ThreadPoolDoctor.Catalog;
using ThreadPoolDoctor.CodeFixes.Asynchrony;
using ThreadPoolDoctor.CodeFixes.Fixing;
using ThreadPoolDoctor.CodeFixes.WorkItems;

namespace ThreadPoolDoctor.CodeFixes;

/// <summary>TPD008: StartNew with LongRunning and an async delegate becomes Task.Run, or loses the option where its nested task is used.</summary>
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
            if (LongRunningAsync.Change(place.Document.Id, node, model) is { } edit) cures.Add([edit]);
        }
        return await Plain.ApplyAsync(solution, cures, cancellation).ConfigureAwait(false);
    }
}
