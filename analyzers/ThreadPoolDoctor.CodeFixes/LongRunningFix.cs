using System.Collections.Generic;
using System.Collections.Immutable;
using System.Composition;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using ThreadPoolDoctor.Catalog;
using ThreadPoolDoctor.CodeFixes.Asynchrony;
using ThreadPoolDoctor.CodeFixes.Fixing;
using ThreadPoolDoctor.CodeFixes.WorkItems;

namespace ThreadPoolDoctor.CodeFixes;

/// <summary>TPD008: StartNew with LongRunning and an async delegate becomes Task.Run, or loses the option where its nested task is used.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(LongRunningFix)), Shared]
public sealed class LongRunningFix : CodeFixProvider
{
    private const string Title = "Run the async delegate on the pool, which it leaves at its first await";

    public override ImmutableArray<string> FixableDiagnosticIds { get; } = [Ailments.LongRunningAsync];

    public override FixAllProvider GetFixAllProvider() => new FixEvery("Use Task.Run for async delegates", CureAllAsync);

    public override async Task RegisterCodeFixesAsync(CodeFixContext context)
    {
        foreach (Diagnostic diagnostic in context.Diagnostics)
        {
            Solution? changed = await CureAllAsync(context.Document.Project.Solution, [diagnostic], context.CancellationToken).ConfigureAwait(false);
            if (changed is not null) context.RegisterCodeFix(CodeAction.Create(Title, _ => Task.FromResult(changed), diagnostic.Id + ".run"), diagnostic);
        }
    }

    private static async Task<Solution?> CureAllAsync(Solution solution, IReadOnlyList<Diagnostic> reports, CancellationToken cancellation)
    {
        List<IEnumerable<Edit>> cures = [];
        foreach (Diagnostic report in reports)
        {
            if ((await Reports.PlacesAsync(solution, report, cancellation).ConfigureAwait(false)).FirstOrDefault() is not { Node: { } node } place) continue;
            SemanticModel model = (await place.Document.GetSemanticModelAsync(cancellation).ConfigureAwait(false))!;
            if (LongRunningAsync.Change(place.Document.Id, node, model) is { } edit) cures.Add([edit]);
        }
        return await Plain.ApplyAsync(solution, cures, cancellation).ConfigureAwait(false);
    }
}
