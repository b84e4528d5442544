using System.Collections.Generic;
using System.Collections.Immutable;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;

namespace ThreadPoolDoctor.CodeFixes.Fixing;

/// <summary>
/// What all fixes are that cure an ailment: a report is cured alone in the same way as by Fix All, and one that cannot
/// be cured gets no offer. There is one equivalence key a rule.
/// </summary>
public abstract class CuringFix : CodeFixProvider
{
    private readonly string _key;
    private readonly string _titleOfAll;

    private protected CuringFix(string key, string titleOfAll, params string[] ids)
    {
        _key = key;
        _titleOfAll = titleOfAll;
        FixableDiagnosticIds = [.. ids];
    }

    /// <summary>The rules whose reports this cures.</summary>
    public sealed override ImmutableArray<string> FixableDiagnosticIds { get; }

    /// <summary>Cures every report of a document, project or solution in one go.</summary>
    public sealed override FixAllProvider GetFixAllProvider() => new FixEvery(_titleOfAll, CureAsync);

    /// <summary>Offers the cure for each report that has one; it is made and checked before it is offered.</summary>
    public sealed override async Task RegisterCodeFixesAsync(CodeFixContext context)
    {
        Solution solution = context.Document.Project.Solution;
        foreach (Diagnostic diagnostic in context.Diagnostics)
        {
            if (await OfferAsync(solution, diagnostic, context.CancellationToken)
                .ConfigureAwait(false) is not (string title, Solution changed)) continue;
            context.RegisterCodeFix(CodeAction.Create(title, _ => Task.FromResult(changed), diagnostic.Id + _key),
                diagnostic);
        }
    }

    /// <summary>Cures these reports together; null when none of them can be cured.</summary>
    private protected abstract Task<Solution?> CureAsync(Solution solution, IReadOnlyList<Diagnostic> reports,
        CancellationToken cancellation);

    /// <summary>The cure of one report, and how it is offered.</summary>
    private protected abstract Task<(string Title, Solution Changed)?> OfferAsync(Solution solution, Diagnostic report,
        CancellationToken cancellation);

    /// <summary>An offer that says the same wherever it is made.</summary>
    private protected async Task<(string Title, Solution Changed)?> OfferAsync(string title, Solution solution,
        Diagnostic report, CancellationToken cancellation) =>
        await CureAsync(solution, [report], cancellation).ConfigureAwait(false) is { } changed ? (title, changed)
            : null;
}
