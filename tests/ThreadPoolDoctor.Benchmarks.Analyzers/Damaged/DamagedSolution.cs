using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Host.Mef;
using Microsoft.CodeAnalysis.Text;

namespace ThreadPoolDoctor.Benchmarks.Analyzers.Damaged;

/// <summary>What a compiler and an editor are given of a program, with whatever is wrong with it.</summary>
internal sealed record DamagedSolution
{
    /// <summary>
    /// What an SDK project has by default, and the namespaces that nearly every text of a test is about.
    /// </summary>
    public const string Usings = """
        global using System;
        global using System.Collections.Concurrent;
        global using System.Collections.Generic;
        global using System.IO;
        global using System.Linq;
        global using System.Net;
        global using System.Net.Http;
        global using System.Threading;
        global using System.Threading.Tasks;

        """;

    /// <summary>The program's files.</summary>
    public required IReadOnlyList<string> Sources { get; init; }

    /// <summary>Files of another project that the program refers to; none for a program by itself.</summary>
    public IReadOnlyList<string> OtherSources { get; init; } = [];

    /// <summary>The assemblies that are referred to.</summary>
    public IReadOnlyList<MetadataReference> References { get; init; } = SourceTree.Framework;

    /// <summary>Additional files by path: summaries, evidence, lists of members.</summary>
    public IReadOnlyDictionary<string, string> Files { get; init; } = new Dictionary<string, string>();

    /// <summary>What a global configuration says.</summary>
    public IReadOnlyDictionary<string, string> Config { get; init; } = new Dictionary<string, string>();

    public OutputKind Output { get; init; } = OutputKind.DynamicallyLinkedLibrary;

    public LanguageVersion Version { get; init; } = LanguageVersion.Preview;

    /// <summary>What was done to it, for a reader.</summary>
    public IReadOnlyList<string> Damages { get; init; } = [];

    public DamagedSolution With(string damage) => this with { Damages = [.. Damages, damage] };

    /// <summary>The program as an editor holds it; the other project comes first.</summary>
    public Solution Open()
    {
        Solution solution = new AdhocWorkspace(MefHostServices.DefaultHost).CurrentSolution;
        if (OtherSources.Count > 0) solution = Add(solution, "Other", OtherSources,
            OutputKind.DynamicallyLinkedLibrary);
        return Add(solution, "Main", Sources, Output);
    }

    public override string ToString() => string.Join("\n", [
        $"// {Version}, {Output}, {References.Count} references; {string.Join(", ", Damages)}",
        .. Config.Select(pair => $"// {pair.Key} = {pair.Value}"),
        .. Files.Select(file => $"// ---- {file.Key}\n{file.Value}"),
        .. OtherSources.Select(text => "// ---- other\n" + text),
        .. Sources.Select(text => "// ----\n" + text)]);

    private Solution Add(Solution solution, string name, IReadOnlyList<string> sources, OutputKind output)
    {
        ProjectId id = ProjectId.CreateNewId(name);
        solution = solution.AddProject(ProjectInfo.Create(
            id, VersionStamp.Default, name, name, LanguageNames.CSharp,
            compilationOptions: Options.WithOutputKind(output),
            parseOptions: new CSharpParseOptions(Version),
            projectReferences: [.. solution.ProjectIds.Select(each => new ProjectReference(each))],
            metadataReferences: References));
        // Older versions have them in each file.
        bool isGlobal = Version >= LanguageVersion.CSharp10;
        if (isGlobal) Text("Usings.cs", Usings);
        foreach ((int number, string text) in sources.Index())
        {
            Text($"File{number}.cs", isGlobal ? text : Usings.Replace("global ", "") + "\n" + text);
        }
        foreach ((string path, string text) in Files)
        {
            solution = solution.AddAdditionalDocument(DocumentId.CreateNewId(id), Path.GetFileName(path),
                SourceText.From(text), filePath: path);
        }
        if (Config.Count == 0) return solution;
        string config = "is_global = true\n" + string.Join('\n', Config.Select(pair => $"{pair.Key} = {pair.Value}"));
        return solution.AddAnalyzerConfigDocument(DocumentId.CreateNewId(id), ".globalconfig",
            SourceText.From(config), filePath: "/.globalconfig");

        void Text(string file, string text) =>
            solution = solution.AddDocument(DocumentId.CreateNewId(id), file, SourceText.From(text),
                filePath: $"/src/{name}/{file}");
    }

    // Every rule is on.
    private static CSharpCompilationOptions Options { get; } = new(
        OutputKind.DynamicallyLinkedLibrary, allowUnsafe: true,
            nullableContextOptions: NullableContextOptions.Annotations,
        specificDiagnosticOptions: SourceTree.Rules.SelectMany(rule => rule.SupportedDiagnostics)
            .Select(rule => KeyValuePair.Create(rule.Id, ReportDiagnostic.Warn)).Distinct());
}
