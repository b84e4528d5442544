using System.Collections.Immutable;
using System.Diagnostics.CodeAnalysis;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Text;

namespace ThreadPoolDoctor.Analyzers.Tests;

/// <summary>How a program under test is built and what its project says to the rules.</summary>
internal sealed record Settings
{
    public OutputKind Output { get; init; } = OutputKind.DynamicallyLinkedLibrary;

    public bool MayBeBroken { get; init; }

    /// <summary>Who opened the solution: somebody's editor, or a tool that nobody watches.</summary>
    public string Workspace { get; init; } = WorkspaceKind.Host;

    public LanguageVersion Language { get; init; } = Compiled.ParseOptions.LanguageVersion;

    /// <summary>What stands in .editorconfig.</summary>
    public Dictionary<string, string> Config { get; init; } = [];

    /// <summary>
    /// What .editorconfig says of single files, by path; of the others it says what stands in <see cref="Config"/>.
    /// </summary>
    public Dictionary<string, Dictionary<string, string>> ConfigOf { get; init; } = [];

    /// <summary>What the project's properties say of rules: NoWarn, WarningsAsErrors.</summary>
    public Dictionary<string, ReportDiagnostic> Severities { get; init; } = [];

    /// <summary>Additional files by path.</summary>
    public Dictionary<string, string> Files { get; init; } = [];

    /// <summary>Assemblies to refer to, besides the framework's, by path.</summary>
    public string[] References { get; init; } = [];

    public AnalyzerOptions AnalyzerOptions() => new(
        [.. Files.Select(file => new InMemoryText(file.Key, file.Value))],
        new ConfigProvider(Config, ConfigOf));

    private sealed class InMemoryText(string path, string text) : AdditionalText
    {
        public override string Path => path;

        public override SourceText GetText(CancellationToken cancellationToken = default) => SourceText.From(text);
    }

    private sealed class ConfigProvider(Dictionary<string, string> config, Dictionary<string, Dictionary<string, string>> configOf) : AnalyzerConfigOptionsProvider
    {
        private readonly Values _config = new(config);

        public override AnalyzerConfigOptions GlobalOptions => _config;

        public override AnalyzerConfigOptions GetOptions(SyntaxTree tree) =>
            configOf.TryGetValue(tree.FilePath, out Dictionary<string, string>? own) ? new Values(own) : _config;

        public override AnalyzerConfigOptions GetOptions(AdditionalText textFile) => _config;
    }

    private sealed class Values(Dictionary<string, string> config) : AnalyzerConfigOptions
    {
        public override bool TryGetValue(string key, [NotNullWhen(true)] out string? value) => config.TryGetValue(key, out value);
    }
}
