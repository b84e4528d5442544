using System;
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
using ThreadPoolDoctor.CodeFixes.Asynchrony;
using ThreadPoolDoctor.CodeFixes.Fixing;
using ThreadPoolDoctor.CodeFixes.Offers;

namespace ThreadPoolDoctor.CodeFixes;

/// <summary>
/// What a person may choose where no await fits: a semaphore in the place of a lock, a thread of its own, the bundled pool, or to
/// say that the blocking is meant. Each is a decision about one place, so there is no Fix All: a tool that fixes everything must not take it.
/// </summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(OtherOffers)), Shared]
public sealed class OtherOffers : CodeFixProvider
{
    private delegate Task<Solution?> Offer(Document document, SyntaxNode node, CancellationToken cancellation);

    private static readonly (string Title, string Key, string[] Not, Offer Make)[] s_offers =
    [
        ("Hold a SemaphoreSlim instead of the lock, and await in it", ".semaphore",
            [Ailments.EndlessLoop, Ailments.RegisteredWaitPerItem], LockToSemaphore.ChangeAsync),
        // The endless loop's own fix is the dedicated thread; a registered wait has no thread to move.
        ("Run it on a dedicated thread", ".dedicated", [Ailments.EndlessLoop, Ailments.RegisteredWaitPerItem],
            OnThreadAsync),
        ("Run it on ThreadPoolDoctor's pool, which makes up for blocked workers", ".pool",
            [Ailments.RegisteredWaitPerItem], OnPoolAsync),
        ("Mark as intentionally blocking", ".intentional", [Ailments.RegisteredWaitPerItem], IntentionalMark.AddAsync),
    ];

    public override ImmutableArray<string> FixableDiagnosticIds { get; } =
        [Ailments.BlockingOnTask, Ailments.Sleeping, Ailments.BlockingIO, Ailments.WaitingOnSignal,
            Ailments.EndlessLoop];

    public override FixAllProvider? GetFixAllProvider() => null;

    public override async Task RegisterCodeFixesAsync(CodeFixContext context)
    {
        Solution solution = context.Document.Project.Solution;
        foreach (Diagnostic diagnostic in context.Diagnostics)
        {
            if ((await Reports.PlacesAsync(solution, diagnostic, context.CancellationToken).ConfigureAwait(false))
                .FirstOrDefault() is not { Node: { } node } place) continue;
            foreach ((string title, string key, string[] not, Offer make) in s_offers)
            {
                if (not.Contains(diagnostic.Id)) continue;
                Solution? changed = await make(place.Document, node, context.CancellationToken).ConfigureAwait(false);
                if (changed is not null) context.RegisterCodeFix(CodeAction.Create(title, _ => Task.FromResult(changed),
                    diagnostic.Id + key), diagnostic);
            }
        }
    }

    private static Task<Solution?> OnThreadAsync(Document document, SyntaxNode node, CancellationToken cancellation) =>
        ChangeAsync(document, node, item => DedicatedThread.IsOneOfMany(item) ? null
            : DedicatedThread.Change(item), cancellation);

    private static Task<Solution?> OnPoolAsync(Document document, SyntaxNode node, CancellationToken cancellation) =>
        ChangeAsync(document, node, BundledPool.Change, cancellation);

    private static async Task<Solution?> ChangeAsync(
        Document document, SyntaxNode node, Func<WorkItems.WorkItem, Edit?> change, CancellationToken cancellation)
    {
        var items = await WorkItemAround.FindAsync(document, node, cancellation).ConfigureAwait(false);
        Edit?[] edits = [.. items.Select(found => change(found.Item))];
        return edits.Length == 0 || edits.Any(edit => edit is null)
            ? null
            : await Plain.ApplyAsync(document.Project.Solution, [edits.OfType<Edit>()], cancellation)
                .ConfigureAwait(false);
    }
}
