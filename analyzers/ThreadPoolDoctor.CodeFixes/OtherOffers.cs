using System.Collections.Generic;
using System.Collections.Immutable;
using System.Composition;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using ThreadPoolDoctor.Catalog;
using ThreadPoolDoctor.CodeFixes.Fixing;
using ThreadPoolDoctor.CodeFixes.Offers;

namespace ThreadPoolDoctor.CodeFixes;

/// <summary>
/// What a person may choose where no await fits: a semaphore in the place of a lock, a thread of its own, the bundled
/// pool, or to say that the blocking is meant; here, or in a whole document, project or solution. A pass that nobody
/// watches chooses none.
/// </summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(OtherOffers)), Shared]
public sealed class OtherOffers : CodeFixProvider
{
    /// <summary>Makes an offer at all these places that it fits; null when it fits none.</summary>
    private delegate Task<Solution?> Offer(Solution solution, IReadOnlyList<Place> places,
        CancellationToken cancellation);

    private static readonly string[] s_waits =
        [Ailments.BlockingOnTask, Ailments.Sleeping, Ailments.BlockingIO, Ailments.WaitingOnSignal];

    // The endless loop's own fix is the dedicated thread.
    private static readonly (string Title, string Key, string[] For, Offer Make)[] s_offers =
    [
        ("Hold a SemaphoreSlim instead of the lock, and await in it", ".semaphore",
            s_waits, LockToSemaphore.ChangeAsync),
        ("Run it on a dedicated thread", ".dedicated",
            s_waits, (solution, places, cancellation) => OtherThread.ChangeAsync(solution, places,
                item => DedicatedThread.IsOneOfMany(item) ? null : DedicatedThread.Change(item), cancellation)),
        ("Run it on ThreadPoolDoctor's pool, which makes up for blocked workers", ".pool",
            [.. s_waits, Ailments.EndlessLoop], (solution, places, cancellation) =>
                OtherThread.ChangeAsync(solution, places, BundledPool.Change, cancellation)),
        ("Mark as intentionally blocking", ".intentional",
            [.. s_waits, Ailments.EndlessLoop, Ailments.RegisteredWaitPerItem, Ailments.AsyncVoidWorkItem,
                Ailments.LongRunningAsync], IntentionalMark.AddAsync),
    ];

    /// <summary>The rules for whose reports there is more to choose than a cure.</summary>
    public override ImmutableArray<string> FixableDiagnosticIds { get; } =
        [.. s_offers.SelectMany(offer => offer.For).Distinct()];

    /// <summary>Makes the chosen offer wherever it fits.</summary>
    public override FixAllProvider GetFixAllProvider() => new FixEvery(Chosen);

    /// <summary>Makes each offer that fits the report; it is made and checked before it is shown.</summary>
    public override async Task RegisterCodeFixesAsync(CodeFixContext context)
    {
        Solution solution = context.Document.Project.Solution;
        foreach (Diagnostic diagnostic in context.Diagnostics)
        {
            IReadOnlyList<Place> places = await Place.OfAsync(solution, [diagnostic], context.CancellationToken)
                .ConfigureAwait(false);
            foreach ((string title, string key, string[] rules, Offer make) in s_offers)
            {
                if (!rules.Contains(diagnostic.Id)) continue;
                Solution? changed = await make(solution, places, context.CancellationToken).ConfigureAwait(false);
                if (changed is not null) context.RegisterCodeFix(CodeAction.Create(title, _ => Task.FromResult(changed),
                    diagnostic.Id + key), diagnostic);
            }
        }
    }

    // dotnet format takes whatever is offered first for one report and asks for it everywhere, so a report without a
    // cure would mark a solution as meant. Its workspace tells: what a person edits in is not opened by MSBuild alone.
    private static (string Title, CureAll Make)? Chosen(FixAllContext context)
    {
        if (context.Solution.Workspace.Kind == WorkspaceKind.MSBuild) return null;
        foreach ((string title, string key, string[] rules, Offer make) in s_offers)
        {
            if (rules.FirstOrDefault(rule => rule + key == context.CodeActionEquivalenceKey) is not { } rule) continue;
            // Of a line that breaks two rules, the choice was made for one of them.
            return (title, async (solution, reports, cancellation) => await make(solution, await Place.OfAsync(solution,
                reports.Where(report => report.Id == rule), cancellation).ConfigureAwait(false), cancellation)
                .ConfigureAwait(false));
        }
        return null;
    }
}
