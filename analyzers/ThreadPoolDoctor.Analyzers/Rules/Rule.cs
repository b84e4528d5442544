using System.Collections.Generic;
using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// What all rules are: they look at one file at a time with its semantic model, live while it is edited, and leave
/// generated code alone. In an editor nothing waits for the end of the compilation, so squiggles and fixes are there at
/// once.
/// </summary>
public abstract class Rule : DiagnosticAnalyzer
{
    private protected Rule(params DiagnosticDescriptor[] descriptors) => SupportedDiagnostics = [.. descriptors];

    public sealed override ImmutableArray<DiagnosticDescriptor> SupportedDiagnostics { get; }

    public sealed override void Initialize(AnalysisContext context)
    {
        context.EnableConcurrentExecution();
        context.ConfigureGeneratedCodeAnalysis(GeneratedCodeAnalysisFlags.None);
        context.RegisterSemanticModelAction(Look);
    }

    private protected abstract void Examine(SemanticModelAnalysisContext context, Examination examination);

    /// <summary>
    /// The bodies of the file, or of the part of it that is asked for: while a method is edited, that method alone.
    /// </summary>
    private protected static IEnumerable<Body> BodiesIn(SemanticModelAnalysisContext context,
        Examination examination) =>
        examination.OutlineOf(context.SemanticModel.SyntaxTree).BodiesIn(context.FilterSpan);

    private void Look(SemanticModelAnalysisContext context)
    {
        if (context.SemanticModel is not { Compilation: CSharpCompilation compilation } model) return;
        Examination examination = Examination.Of(compilation, context.Options, context.CancellationToken);
        examination.Adopt(model);
        Examine(context, examination);
    }
}
