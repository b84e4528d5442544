using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using ThreadPoolDoctor.Catalog;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>TPD001 to TPD004: a call in a work item that holds its pool thread, itself or through what it calls.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class BlockingCallsInWorkItems : Rule
{
    public BlockingCallsInWorkItems()
        : base(Descriptors.BlockingOnTask, Descriptors.Sleeping, Descriptors.BlockingIO, Descriptors.WaitingOnSignal)
    {
    }

    private protected override void Examine(SemanticModelAnalysisContext context, Examination examination)
    {
        foreach (Finding finding in examination.FindingsIn(context.SemanticModel.SyntaxTree, context.FilterSpan, context.CancellationToken))
        {
            if (finding.Ailment != Ailments.EndlessLoop) context.ReportDiagnostic(finding.ToDiagnostic(examination));
        }
    }
}
