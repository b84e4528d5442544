using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Text;
using ThreadPoolDoctor.CodeFixes.Asynchrony;

namespace ThreadPoolDoctor.Benchmarks.Analyzers.Fixing;

/// <summary>
/// A checkout as an editor holds it: all of its projects in one solution, those of its tests too, so that a fix finds
/// the callers of what it changes wherever they are.
/// </summary>
internal static class SourceSolution
{
    /// <summary>The solution, and the projects in it that are to be examined.</summary>
    public static (Solution Solution, IReadOnlyList<ProjectId> Examined) Open(string folder, string? libraries, string[] without, bool publicApi)
    {
        folder = Path.GetFullPath(folder);
        SourceTreeLibraries known = new(libraries);
        Dictionary<string, SourceProject> projects = [];
        foreach (string path in Directory.EnumerateFiles(folder, "*.csproj", SearchOption.AllDirectories).Order()) SourceProject.Open(path, known, projects);
        Dictionary<SourceProject, ProjectId> ids = projects.Values.ToDictionary(project => project, project => ProjectId.CreateNewId(project.Name));
        Solution solution = new AdhocWorkspace().CurrentSolution;
        foreach ((string path, SourceProject project) in projects) solution = solution.AddProject(Info(path, project, ids));
        if (publicApi) solution = projects.Values.Aggregate(solution, (changed, project) => AddOption(changed, ids[project]));
        return (solution, [.. projects.Where(pair => !IsLeftOut(pair.Key)).Select(pair => ids[pair.Value])]);

        bool IsLeftOut(string path) => without.Any(word => Path.GetRelativePath(folder, path).Contains(word, StringComparison.OrdinalIgnoreCase));
    }

    private static Solution AddOption(Solution solution, ProjectId project) => solution.AddAnalyzerConfigDocument(
        DocumentId.CreateNewId(project), ".globalconfig", SourceText.From($"is_global = true\n{ApiBoundary.Option} = true\n"), filePath: "/.globalconfig");

    private static ProjectInfo Info(string path, SourceProject project, Dictionary<SourceProject, ProjectId> ids)
    {
        CSharpCompilation compilation = project.Compilation;
        ProjectId id = ids[project];
        return ProjectInfo.Create(
            id, VersionStamp.Default, project.Name, project.Name, LanguageNames.CSharp, path,
            compilationOptions: compilation.Options.WithNullableContextOptions(project.IsNullable ? NullableContextOptions.Enable : NullableContextOptions.Disable),
            parseOptions: compilation.SyntaxTrees.First().Options,
            documents: compilation.SyntaxTrees.Select(tree => Document(id, tree)),
            projectReferences: All(project).Select(other => new ProjectReference(ids[other])),
            metadataReferences: compilation.References.Where(reference => reference is not CompilationReference));
    }

    private static DocumentInfo Document(ProjectId project, SyntaxTree tree)
    {
        string name = tree.FilePath is { Length: > 0 } path ? path : "Usings.cs";
        return DocumentInfo.Create(
            DocumentId.CreateNewId(project, name), Path.GetFileName(name), filePath: tree.FilePath is { Length: > 0 } ? name : null,
            loader: TextLoader.From(TextAndVersion.Create(tree.GetText(), VersionStamp.Default)));
    }

    // As compilations refer to each other: to everything below them.
    private static HashSet<SourceProject> All(SourceProject project)
    {
        HashSet<SourceProject> all = [];
        Stack<SourceProject> open = new(project.References);
        while (open.TryPop(out SourceProject? next))
        {
            if (!all.Add(next)) continue;
            foreach (SourceProject other in next.References) open.Push(other);
        }
        return all;
    }
}
