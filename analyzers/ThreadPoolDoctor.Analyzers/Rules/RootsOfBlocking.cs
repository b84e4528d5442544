using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// TPD001 to TPD004 in a build: what blocks in helpers is told once for all work items that come to it. Only a build
/// knows them all; in an editor <see cref="BlockingCallsInWorkItems"/> tells each where it is called, live.
/// </summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class RootsOfBlocking : DiagnosticAnalyzer
{
    public override ImmutableArray<DiagnosticDescriptor> SupportedDiagnostics { get; } =
        [Descriptors.BlockingOnTask, Descriptors.Sleeping, Descriptors.BlockingIO, Descriptors.WaitingOnSignal];

    public override void Initialize(AnalysisContext context)
    {
        context.EnableConcurrentExecution();
        context.ConfigureGeneratedCodeAnalysis(GeneratedCodeAnalysisFlags.None);
        context.RegisterCompilationStartAction(Begin);
    }

    private static void Begin(CompilationStartAnalysisContext context)
    {
        if (context.Compilation is not CSharpCompilation compilation) return;
        Examination examination = Examination.Of(compilation, context.Options, context.CancellationToken);
        if (!examination.Options.TellsRoots) return;
        // File by file, while the driver's models hold what it has bound: at the end all would be bound anew.
        context.RegisterSemanticModelAction(file =>
        {
            examination.Adopt(file.SemanticModel);
            examination.FindingsIn(file.SemanticModel.SyntaxTree, null, file.CancellationToken);
        });
        context.RegisterCompilationEndAction(end => Report(end, examination));
    }

    private static void Report(CompilationAnalysisContext context, Examination examination)
    {
        foreach (Root root in Root.In(examination)) context.ReportDiagnostic(root.ToDiagnostic());
    }
}
