using System.Collections.Generic;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using ThreadPoolDoctor.Catalog;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// TPD001 to TPD004: a call in a work item that holds its pool thread, itself or through what it calls.
/// </summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class BlockingCallsInWorkItems : Rule
{
    public BlockingCallsInWorkItems()
        : base(Descriptors.BlockingOnTask, Descriptors.Sleeping, Descriptors.BlockingIO, Descriptors.WaitingOnSignal)
    {
    }

    private protected override void Examine(SemanticModelAnalysisContext context, Examination examination)
    {
        SyntaxTree tree = context.SemanticModel.SyntaxTree;
        IReadOnlyList<Finding> findings = examination.FindingsIn(tree, context.FilterSpan, context.CancellationToken);
        foreach (Finding finding in findings)
        {
            if (finding.Ailment == Ailments.EndlessLoop
                || examination.Options.TellsRoots && Root.IsOf(finding)) continue;
            context.ReportDiagnostic(finding.ToDiagnostic(examination));
        }
        if (examination.Evidence.Sightings.Count == 0) return;
        if (context.FilterSpan is not null) findings = examination.FindingsIn(tree, null, context.CancellationToken);
        foreach (Diagnostic seen in Evidenced.In(examination, tree, findings)) context.ReportDiagnostic(seen);
    }
}
