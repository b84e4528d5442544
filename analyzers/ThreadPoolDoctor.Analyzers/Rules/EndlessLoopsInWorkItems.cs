using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using ThreadPoolDoctor.Catalog;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// TPD005: a loop on a pool thread that only a signal from outside ends, in the work item or in what it calls.
/// </summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class EndlessLoopsInWorkItems : Rule
{
    public EndlessLoopsInWorkItems()
        : base(Descriptors.EndlessLoop)
    {
    }

    private protected override void Examine(SemanticModelAnalysisContext context, Examination examination)
    {
        foreach (Finding finding in examination.FindingsIn(context.SemanticModel.SyntaxTree, context.FilterSpan,
            context.CancellationToken))
        {
            if (finding.Ailment == Ailments.EndlessLoop) context.ReportDiagnostic(finding.ToDiagnostic(examination));
        }
    }
}
