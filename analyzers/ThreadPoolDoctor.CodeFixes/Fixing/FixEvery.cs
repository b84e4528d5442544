using System;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;

namespace ThreadPoolDoctor.CodeFixes.Fixing;

/// <summary>Cures all these reports together; null when none of them can be cured.</summary>
internal delegate Task<Solution?> CureAll(Solution solution, IReadOnlyList<Diagnostic> reports,
    CancellationToken cancellation);

/// <summary>
/// Fix All in a document, project or solution. All reports are planned first and every document is rewritten once, so
/// that no edit is lost. A caller that models the pass on one report (as <c>dotnet format analyzers</c> does) may pick
/// one that cannot be cured and come without an equivalence key: the pass cures the others all the same.
/// </summary>
internal sealed class FixEvery : FixAllProvider
{
    private static readonly CureAll s_nothing = (_, _, _) => Task.FromResult<Solution?>(null);

    private readonly Func<FixAllContext, (string Title, CureAll Cure)?> _choose;

    public FixEvery(string title, CureAll cure) => _choose = _ => (title, cure);

    /// <summary>What is done is chosen by the key that the pass is asked for; null does nothing.</summary>
    public FixEvery(Func<FixAllContext, (string Title, CureAll Cure)?> choose) => _choose = choose;

    public override IEnumerable<FixAllScope> GetSupportedFixAllScopes() =>
        [FixAllScope.Document, FixAllScope.Project, FixAllScope.Solution];

    // Never null, also where there is nothing to do: dotnet format repeats a pass for each project that refers to the
    // analyzer, with reports on a solution that the first has changed, and says of each null: "unable to fix".
    public override async Task<CodeAction?> GetFixAsync(FixAllContext context)
    {
        Solution solution = context.Solution;
        (string title, CureAll cure) = _choose(context) ?? ("Nothing to fix", s_nothing);
        Diagnostic[] reports = [.. await ReportsAsync(context).ConfigureAwait(false)];
        return CodeAction.Create(title, async cancellation => reports.Length == 0 ? solution
            : await cure(solution, reports, cancellation).ConfigureAwait(false) ?? solution,
            context.CodeActionEquivalenceKey);
    }

    private static async Task<IEnumerable<Diagnostic>> ReportsAsync(FixAllContext context)
    {
        List<Diagnostic> reports = [];
        if (context.Scope == FixAllScope.Document && context.Document is not null)
        {
            reports.AddRange(await context.GetDocumentDiagnosticsAsync(context.Document).ConfigureAwait(false));
        }
        else
        {
            IEnumerable<Project> projects = context.Scope == FixAllScope.Solution ? context.Solution.Projects
                : [context.Project];
            foreach (Project project in projects) reports.AddRange(await context.GetAllDiagnosticsAsync(project)
                .ConfigureAwait(false));
        }
        // In source order: what a pass does must not depend on the order in which rules happened to report.
        return reports.Where(d => context.DiagnosticIds.Contains(d.Id) && d.Location.IsInSource)
            .OrderBy(d => d.Location.SourceTree!.FilePath, StringComparer.Ordinal)
            .ThenBy(d => d.Location.SourceSpan.Start);
    }
}
