using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Host.Mef;
using Microsoft.CodeAnalysis.Text;

namespace ThreadPoolDoctor.Benchmarks.Analyzers.Adversary;

/// <summary>A generated program as an editor holds it: a project of three files.</summary>
internal static class GeneratedProgram
{
    public const string FileName = "Program.cs";

    private static readonly CSharpCompilationOptions s_options = new(
        OutputKind.DynamicallyLinkedLibrary, allowUnsafe: true, nullableContextOptions: NullableContextOptions.Enable);

    private static readonly CSharpParseOptions s_syntax = new(LanguageVersion.Preview);

    public static Project Open(string text)
    {
        AdhocWorkspace workspace = new(MefHostServices.DefaultHost);
        ProjectId id = ProjectId.CreateNewId();
        Solution solution = workspace.CurrentSolution.AddProject(ProjectInfo.Create(
            id, VersionStamp.Default, "Generated", "Generated", LanguageNames.CSharp,
            compilationOptions: s_options, parseOptions: s_syntax, metadataReferences: SourceTree.Framework));
        foreach ((string name, string content) in new[] { (FileName, text), (Support.FileName, Support.Text), ("Store.cs", Support.Store) })
        {
            solution = solution.AddDocument(DocumentId.CreateNewId(id), name, SourceText.From(content), filePath: "/src/" + name);
        }
        return solution.GetProject(id)!;
    }

    public static Document File(Project project) => project.Documents.Single(document => document.Name == FileName);

    /// <summary>The assembly, or null and what keeps it from being made.</summary>
    public static async Task<(byte[]? Assembly, ImmutableArray<Diagnostic> Errors)> EmitAsync(Project project)
    {
        using MemoryStream stream = new();
        var result = (await project.GetCompilationAsync())!.Emit(stream);
        return (result.Success ? stream.ToArray() : null, [.. result.Diagnostics.Where(each => each.Severity == DiagnosticSeverity.Error)]);
    }
}
