using System.Collections.Immutable;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Text;

namespace ThreadPoolDoctor.OlderCompiler;

/// <summary>
/// What csc's arguments ask for. Of the analyzers only ours are taken: the SDK's are made for its own compiler.
/// </summary>
internal sealed class Job(CSharpCommandLineArguments arguments)
{
    private readonly AnalyzerConfigSet _configs = AnalyzerConfigSet.Create<ImmutableArray<AnalyzerConfig>>(
        [.. arguments.AnalyzerConfigPaths.Where(File.Exists).Select(path => AnalyzerConfig.Parse(SourceText.From(File.ReadAllText(path)), path))]);

    public CSharpCommandLineArguments Arguments => arguments;

    public ImmutableArray<string> OurAssemblies { get; } =
        [.. arguments.AnalyzerReferences.Select(reference => reference.FilePath).Where(path => Path.GetFileName(path).StartsWith("ThreadPoolDoctor.", StringComparison.Ordinal))];

    public CSharpCompilationOptions CompilationOptions => arguments.CompilationOptions
        .WithSyntaxTreeOptionsProvider(new Severities(_configs))
        .WithXmlReferenceResolver(null).WithSourceReferenceResolver(null);

    public AnalyzerOptions AnalyzerOptions => new([], new Settings(_configs));

    public ImmutableArray<MetadataReference> References() =>
        [.. arguments.MetadataReferences.Select(reference => MetadataReference.CreateFromFile(reference.Reference, reference.Properties))];

    public ImmutableArray<DiagnosticAnalyzer> Analyzers() => [.. OurAssemblies.SelectMany(path =>
    {
        AnalyzerFileReference reference = new(path, new Loader());
        reference.AnalyzerLoadFailed += (_, failure) => Console.WriteLine($"error: {path} was not loaded: {failure.Message}");
        return reference.GetAnalyzers(LanguageNames.CSharp);
    })];

    private sealed class Loader : IAnalyzerAssemblyLoader
    {
        public void AddDependencyLocation(string fullPath)
        {
        }

        public Assembly LoadFromPath(string fullPath) => Assembly.LoadFrom(fullPath);
    }

    /// <summary>What the build says to the rules, such as that it is one.</summary>
    private sealed class Settings(AnalyzerConfigSet configs) : AnalyzerConfigOptionsProvider
    {
        public override AnalyzerConfigOptions GlobalOptions { get; } = new Values(configs.GlobalConfigOptions.AnalyzerOptions);

        public override AnalyzerConfigOptions GetOptions(SyntaxTree tree) => new Values(configs.GetOptionsForSourcePath(tree.FilePath).AnalyzerOptions);

        public override AnalyzerConfigOptions GetOptions(AdditionalText textFile) => new Values(configs.GetOptionsForSourcePath(textFile.Path).AnalyzerOptions);
    }

    private sealed class Values(ImmutableDictionary<string, string> values) : AnalyzerConfigOptions
    {
        public override bool TryGetValue(string key, [NotNullWhen(true)] out string? value) => values.TryGetValue(key, out value);
    }

    /// <summary>The package's presets are global configuration files: they say how severe each rule is.</summary>
    private sealed class Severities(AnalyzerConfigSet configs) : SyntaxTreeOptionsProvider
    {
        public override GeneratedKind IsGenerated(SyntaxTree tree, CancellationToken cancellationToken) => GeneratedKind.Unknown;

        public override bool TryGetDiagnosticValue(SyntaxTree tree, string diagnosticId, CancellationToken cancellationToken, out ReportDiagnostic severity) =>
            configs.GetOptionsForSourcePath(tree.FilePath).TreeOptions.TryGetValue(diagnosticId, out severity);

        public override bool TryGetGlobalDiagnosticValue(string diagnosticId, CancellationToken cancellationToken, out ReportDiagnostic severity) =>
            configs.GlobalConfigOptions.TreeOptions.TryGetValue(diagnosticId, out severity);
    }
}
