using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;

namespace ThreadPoolDoctor.Benchmarks.Analyzers;

#pragma warning disable RS1001, RS1036, RS1038, RS1041 // A yardstick, not an analyzer that anybody loads.
/// <summary>
/// What it costs that there is an analyzer at all: it asks for the model of every file, and does nothing with it.
/// </summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
internal sealed class Idle : DiagnosticAnalyzer
{
    public override ImmutableArray<DiagnosticDescriptor> SupportedDiagnostics { get; } =
        [new("IDLE", "Idle", "Idle", "Idle", DiagnosticSeverity.Warning, isEnabledByDefault: true)];

    public override void Initialize(AnalysisContext context)
    {
        context.EnableConcurrentExecution();
        context.ConfigureGeneratedCodeAnalysis(GeneratedCodeAnalysisFlags.None);
        context.RegisterSemanticModelAction(_ => { });
    }
}
