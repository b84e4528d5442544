using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Host.Mef;
using Microsoft.CodeAnalysis.Text;
using ThreadPoolDoctor.Benchmarks.Analyzers.Damaged;

namespace ThreadPoolDoctor.Analyzers.Tests;

/// <summary>
/// Small programs as Roslyn sees them, referring to the framework these tests run on, the web part included.
/// </summary>
internal static class Compiled
{
    public static CSharpParseOptions ParseOptions { get; } = new(LanguageVersion.Preview, DocumentationMode.Parse);

    public static CSharpCompilationOptions Options { get; } = new(
        OutputKind.DynamicallyLinkedLibrary,
        allowUnsafe: true,
        nullableContextOptions: NullableContextOptions.Enable);

    public static ImmutableArray<MetadataReference> References { get; } = FrameworkReferences();

    /// <summary>Every program under test has them.</summary>
    public const string GlobalUsings = DamagedSolution.Usings;

    /// <summary>
    /// A project in a workspace of its own, one document per source, named Test0.cs, Test1.cs, and so on.
    /// </summary>
    public static Project Project(params string[] sources) => Project(sources, OutputKind.DynamicallyLinkedLibrary);

    public static Project Project(string[] sources, OutputKind output, string workspaceKind = WorkspaceKind.Host)
    {
        AdhocWorkspace workspace = new(MefHostServices.DefaultHost, workspaceKind);
        ProjectId id = ProjectId.CreateNewId();
        Solution solution = workspace.CurrentSolution
            .AddProject(ProjectInfo.Create(
                id, VersionStamp.Default, "Test", "Test", LanguageNames.CSharp,
                compilationOptions: Options.WithOutputKind(output),
                parseOptions: ParseOptions,
                metadataReferences: References))
            .AddDocument(DocumentId.CreateNewId(id), "GlobalUsings.cs", SourceText.From(GlobalUsings), filePath: "/src/GlobalUsings.cs");
        for (int i = 0; i < sources.Length; i++)
        {
            solution = solution.AddDocument(
                DocumentId.CreateNewId(id), $"Test{i}.cs", SourceText.From(sources[i]), filePath: $"/src/Test{i}.cs");
        }
        return solution.GetProject(id)!;
    }

    private static ImmutableArray<MetadataReference> FrameworkReferences() =>
    [
        .. ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!)
            .Split(Path.PathSeparator)
            .Where(path => path.Contains("Microsoft.NETCore.App") || path.Contains("Microsoft.AspNetCore.App"))
            .Select(path => MetadataReference.CreateFromFile(path)),
    ];
}
