using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Text;
using ThreadPoolDoctor.Benchmarks.Analyzers.Fixing;

namespace ThreadPoolDoctor.Benchmarks.Analyzers.Adversary;

/// <summary>What the rules say of a program in several projects, against what they say of it in one.</summary>
internal static class ToldApart
{
    public const string Name = "apart: ";

    // What waits, wherever it is told.
    private readonly record struct Place(string File, int Line, string Id);

    /// <param name="text">The program.</param>
    /// <param name="solution">Its projects.</param>
    /// <param name="shown">What an editor shows of them.</param>
    public static async Task<IReadOnlyList<Breach>> WrongAsync(string text, Solution solution, IReadOnlyList<Diagnostic> shown)
    {
        Project whole = GeneratedProgram.Open(text).Projects.Single();
        SyntaxNode root = (await whole.Documents.First(file => file.Name == GeneratedProgram.FileName).GetSyntaxRootAsync())!;
        CSharpCompilation inOne = (CSharpCompilation)(await whole.GetCompilationAsync())!;
        ImmutableArray<Diagnostic> shownInOne = [.. await Offers.FindAsync(whole)];
        Dictionary<int, int> projectOf = await ProjectsAsync(solution);
        (Place At, bool IsSeen)[] toBeShown = [.. shownInOne.SelectMany(finding => WhereShown(finding).Select(place => (place, IsToBeSeen(finding, place))))];
        return
        [
            .. await BuiltAsync("a build of all", reportsAll: true),
            .. await BuiltAsync("a build", reportsAll: false),
            // An editor knows of a project what it refers to, and shows at a call the nearest wait alone: which that is
            // may differ.
            .. Differences("an editor", toBeShown.Where(each => each.IsSeen).Select(each => each.At), shown.Select(Shown).Where(place => toBeShown.Any(each => each.At == place))),
            .. Differences("an editor", [], shown.Select(Shown).Except(toBeShown.Select(each => each.At))),
        ];

        async Task<IEnumerable<Breach>> BuiltAsync(string who, bool reportsAll) => Differences(
            who,
            (await SourceTree.Run(inOne, SourceTree.Rules, isBuild: true, reportsAll)).OrThrow().GetAllDiagnostics().SelectMany(Leaves),
            (await BuildAsync(solution, reportsAll)).SelectMany(Leaves));

        bool IsToBeSeen(Diagnostic finding, Place place) => finding.AdditionalLocations.Select(step => PlaceOf(step, finding))
            .All(step => step.File != GeneratedProgram.FileName || projectOf.GetValueOrDefault(place.Line) >= projectOf.GetValueOrDefault(step.Line));

        // Whoever hands a method on by its name makes a work item of it. What later projects do no editor knows of a
        // project: it is shown there.
        IReadOnlyList<Place> WhereShown(Diagnostic finding)
        {
            Place place = Shown(finding);
            if (place.File != GeneratedProgram.FileName
                || ToldWaits.FunctionOf(root.FindNode(finding.Location.SourceSpan)) is not MethodDeclarationSyntax method || method.ReturnType.ToString().Contains("Task")) return [place];
            Place[] later =
            [
                .. root.DescendantNodes().OfType<SimpleNameSyntax>().Where(name => name.Identifier.ValueText == method.Identifier.ValueText && name.Parent is not InvocationExpressionSyntax)
                    .Select(name => place with { Line = root.GetText().Lines.IndexOf(name.SpanStart) })
                    .Where(each => projectOf.GetValueOrDefault(each.Line) > projectOf.GetValueOrDefault(place.Line)),
            ];
            return later is [] ? [place] : later;
        }

        IEnumerable<Breach> Differences(string who, IEnumerable<Place> one, IEnumerable<Place> several)
        {
            HashSet<Place> together = [.. one], apart = [.. several];
            return together.Except(apart).Select(place => Breach(who + " misses", place)).Concat(apart.Except(together).Select(place => Breach(who + " tells falsely", place)));
        }

        Breach Breach(string what, Place place)
        {
            if (place.File != GeneratedProgram.FileName) return new($"{Name}{what} {place.File}", place.ToString());
            TextLine line = root.GetText().Lines[place.Line];
            return new($"{Name}{what} {ToldWaits.Function(root.FindToken(line.Start).Parent!)}", $"{place.Id} {line.ToString().Trim()}, project {projectOf.GetValueOrDefault(place.Line)}");
        }
    }

    /// <summary>What the builds of the projects say, each of which is given what those before left.</summary>
    private static async Task<IReadOnlyList<Diagnostic>> BuildAsync(Solution solution, bool reportsAll)
    {
        DirectoryInfo folder = Directory.CreateTempSubdirectory("tpdoctor");
        try
        {
            List<Diagnostic> told = [];
            List<MetadataReference> images = [];
            List<AdditionalText> summaries = [];
            foreach (Project project in GeneratedProgram.Projects(solution))
            {
                Compilation compilation = (await project.GetCompilationAsync())!;
                compilation = compilation.RemoveReferences(compilation.References.OfType<CompilationReference>()).AddReferences(images);
                string summary = Path.Combine(folder.FullName, project.AssemblyName + ".threadpooldoctor.summary.txt");
                AnalyzerOptions options = new([.. summaries], new BuildOptions(reportsAll, summary));
                told.AddRange((await compilation.WithAnalyzers(SourceTree.Rules, options).GetAnalysisResultAsync(default)).OrThrow().GetAllDiagnostics());
                using MemoryStream image = new();
                compilation.Emit(image);
                images.Add(MetadataReference.CreateFromImage(image.ToArray()));
                summaries.Add(new Summary(summary));
            }
            return told;
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    // The project that a line of the program went to.
    private static async Task<Dictionary<int, int>> ProjectsAsync(Solution solution)
    {
        Dictionary<int, int> projectOf = [];
        foreach ((int project, Document file) in GeneratedProgram.Files(solution).Index())
        {
            foreach (TextLine line in (await file.GetTextAsync()).Lines.Where(line => line.ToString().Trim().Length > 1)) projectOf[line.LineNumber] = project;
        }
        return projectOf;
    }

    private static Place Shown(Diagnostic finding) => PlaceOf(finding.Location, finding) with { Id = "" };

    // Of a wait in another project its file and line alone are known, and the rule of each that is told with others at
    // their call.
    private static IEnumerable<Place> Leaves(Diagnostic finding)
    {
        Location[] elsewhere = [.. finding.AdditionalLocations.Where(place => place.Kind == LocationKind.ExternalFile)];
        if (elsewhere is []) return [PlaceOf(finding.Location, finding)];
        string[] also = finding.Properties.GetValueOrDefault("also")?.Split("; ") ?? [];
        return elsewhere.Zip(also.Select(row => row.Split(' ')[0]).Prepend(finding.Id), (place, id) => PlaceOf(place, finding) with { Id = id });
    }

    private static Place PlaceOf(Location location, Diagnostic finding)
    {
        FileLinePositionSpan span = location.GetLineSpan();
        return new(Path.GetFileName(span.Path), span.StartLinePosition.Line, finding.Id);
    }

    private sealed class Summary(string path) : AdditionalText
    {
        public override string Path => path;

        public override SourceText GetText(CancellationToken cancellationToken = default) => SourceText.From(File.ReadAllText(path));
    }
}
