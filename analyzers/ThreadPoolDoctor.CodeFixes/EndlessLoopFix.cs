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

/// <summary>TPD005: a work item that never ends gets a thread of its own.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(EndlessLoopFix)), Shared]
public sealed class EndlessLoopFix : CodeFixProvider
{
    private const string Title = "Give the loop a dedicated thread";

    public override ImmutableArray<string> FixableDiagnosticIds { get; } = [Ailments.EndlessLoop];

    public override FixAllProvider GetFixAllProvider() => new FixEvery(Title, CureAllAsync);

    public override async Task RegisterCodeFixesAsync(CodeFixContext context)
    {
        foreach (Diagnostic diagnostic in context.Diagnostics)
        {
            Solution? changed = await CureAllAsync(context.Document.Project.Solution, [diagnostic], context.CancellationToken).ConfigureAwait(false);
            if (changed is not null) context.RegisterCodeFix(CodeAction.Create(Title, _ => Task.FromResult(changed), diagnostic.Id + ".dedicated"), diagnostic);
        }
    }

    private static async Task<Solution?> CureAllAsync(Solution solution, IReadOnlyList<Diagnostic> reports, CancellationToken cancellation)
    {
        List<IEnumerable<Edit>> cures = [];
        foreach (Diagnostic report in reports)
        {
            if ((await Reports.PlacesAsync(solution, report, cancellation).ConfigureAwait(false)).FirstOrDefault() is not { Node: { } node } place) continue;
            var items = await WorkItemAround.FindAsync(place.Document, node, cancellation).ConfigureAwait(false);
            Edit?[] edits = [.. items.Select(found => DedicatedThread.Change(found.Item))];
            if (edits.All(edit => edit is not null)) cures.Add(edits.OfType<Edit>());
        }
        return await Plain.ApplyAsync(solution, cures, cancellation).ConfigureAwait(false);
    }
}
