using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Host.Mef;
using Microsoft.CodeAnalysis.Text;
using ThreadPoolDoctor.CodeFixes.Asynchrony;

namespace ThreadPoolDoctor.Benchmarks.Analyzers.Adversary;

/// <summary>
/// A generated program as an editor holds it: one project, or several of which each refers to all before it.
/// </summary>
internal static class GeneratedProgram
{
    public const string FileName = "Program.cs";

    private static readonly CSharpCompilationOptions s_options = new(
        OutputKind.DynamicallyLinkedLibrary, allowUnsafe: true, nullableContextOptions: NullableContextOptions.Enable);

    private static readonly CSharpParseOptions s_syntax = new(LanguageVersion.Preview);

    private static readonly (string Name, string Text)[] s_support = [(Support.FileName, Support.Text), ("Store.cs", Support.Store)];

    public static Solution Open(string text) => Add(Empty(), "Generated", s_options,
        [(FileName, text), .. s_support, ("Usings.cs", Support.Usings + "global using static Program;\n")]);

    /// <summary>
    /// The same program in an older version of the language, which what it calls is not: a project that it refers to.
    /// </summary>
    public static Solution OpenOld(string text, LanguageVersion version)
    {
        Solution solution = Add(Empty(), "Support", s_options, [.. s_support, ("Usings.cs", Support.Usings)]);
        // Older versions have them in each file.
        string usings = (Support.Usings + "global using static Program;").Replace("global ", "");
        CSharpCompilationOptions options = version < LanguageVersion.CSharp8 ? s_options.WithNullableContextOptions(NullableContextOptions.Disable) : s_options;
        return Add(solution, "Main", options, [(FileName, usings + "\n" + text)], s_syntax.WithLanguageVersion(version));
    }

    /// <summary>The same program in layers.</summary>
    /// <param name="text">The program.</param>
    /// <param name="seed">Says which part of it is in which project, and whether fixes may change what is
    /// public.</param>
    public static Solution OpenApart(string text, int seed)
    {
        Solution solution = Add(Empty(), "Support", s_options, [.. s_support, ("Usings.cs", Support.Usings)]);
        string usings = Support.Usings;
        IReadOnlyList<string> parts = Apart.Of(text, seed);
        for (int i = 0; i < parts.Count; i++)
        {
            bool isProgram = i == parts.Count - 1;
            string name = isProgram ? Apart.Program : Apart.Part + i;
            usings += $"global using static {name};\n";
            (string, string)[] files = [(FileName, parts[i]), ("Usings.cs", usings)];
            // A program knows all projects, and speaks for those that do not.
            solution = isProgram
                ? Add(solution, "Main", s_options.WithOutputKind(OutputKind.ConsoleApplication), [.. files, ("Main.cs", Support.Main)])
                : Add(solution, name, s_options, files);
        }
        return seed % 2 == 0 ? solution
            : solution.ProjectIds.Aggregate(solution, (changed, id) => changed.AddAnalyzerConfigDocument(DocumentId.CreateNewId(id), ".globalconfig",
                SourceText.From($"is_global = true\n{ApiBoundary.Option} = true\n"), filePath: "/.globalconfig"));
    }

    /// <summary>The projects, each after those that it refers to.</summary>
    public static IEnumerable<Project> Projects(Solution solution) =>
        solution.GetProjectDependencyGraph().GetTopologicallySortedProjects().Select(id => solution.GetProject(id)!);

    /// <summary>The file that is generated, or those of them that several projects have.</summary>
    public static IEnumerable<Document> Files(Solution solution) =>
        Projects(solution).SelectMany(project => project.Documents).Where(document => document.Name == FileName);

    public static async Task<string> TextAsync(Solution solution) =>
        string.Join("\n", await Task.WhenAll(Files(solution).Select(async file => $"// {file.Project.Name}\n{await file.GetTextAsync()}")));

    /// <summary>The assemblies, or null and what keeps them from being made.</summary>
    public static async Task<(IReadOnlyList<byte[]>? Assemblies, ImmutableArray<Diagnostic> Errors)> EmitAsync(Solution solution)
    {
        List<byte[]> assemblies = [];
        foreach (Project project in Projects(solution))
        {
            using MemoryStream stream = new();
            var result = (await project.GetCompilationAsync())!.Emit(stream);
            if (!result.Success) return (null, [.. result.Diagnostics.Where(each => each.Severity == DiagnosticSeverity.Error)]);
            assemblies.Add(stream.ToArray());
        }
        return (assemblies, []);
    }

    private static Solution Empty() => new AdhocWorkspace(MefHostServices.DefaultHost).CurrentSolution;

    private static Solution Add(Solution solution, string name, CSharpCompilationOptions options, IEnumerable<(string Name, string Text)> files, CSharpParseOptions? syntax = null)
    {
        ProjectId id = ProjectId.CreateNewId(name);
        ProjectReference[] before = [.. solution.ProjectIds.Select(each => new ProjectReference(each))];
        solution = solution.AddProject(ProjectInfo.Create(
            id, VersionStamp.Default, name, name, LanguageNames.CSharp, compilationOptions: options, parseOptions: syntax ?? s_syntax,
            projectReferences: before, metadataReferences: SourceTree.Framework));
        foreach ((string file, string text) in files)
        {
            solution = solution.AddDocument(DocumentId.CreateNewId(id), file, SourceText.From(text), filePath: $"/src/{name}/{file}");
        }
        return solution;
    }
}
