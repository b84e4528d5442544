using System.Text;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Emit;
using ThreadPoolDoctor.Benchmarks.Analyzers.Adversary;

namespace ThreadPoolDoctor.Benchmarks.Analyzers.Damaged;

/// <summary>Makes a damaged program of a seed: the same of the same corpus each time.</summary>
internal static class DamagedWriter
{
    private const int MostFiles = 4, MostDamages = 4;

    // A line of each kind; those that a build writes are about the corpus alone.
    private const string Summary = """
        # What of this assembly blocks
        blocks	M:C.M	TPD003	System.IO.File	ReadAllText	File.ReadAllTextAsync	File.ReadAllText	Orders.cs	12
        file	M:C.M
        also	M:C.M	TPD002	System.Threading.Thread	Sleep	Task.Delay	Nap -> Thread.Sleep	Orders.cs	20
        blocks	M:C.#ctor	TPD002	System.Threading.Thread	Sleep	Task.Delay	Thread.Sleep	Orders.cs	20
        runs	M:I.M	M:C.M
        ended	M:C.CountAsync
        given	M:Retry.Twice(System.Action)	0	Inline	Queued
        opens	M	call
        asks	M:Service.Find(System.Int32)	M:I.M	M	I.M
        item	/src/Worker.cs	11	8	20	the pool thread that runs RunAsync	M:I.M	M	I.M

        """;

    public static async Task<DamagedSolution> WriteAsync(Corpus corpus, int seed)
    {
        Random random = new(seed);
        IReadOnlyList<string> texts = corpus.Draw(random);
        int first = random.Next(texts.Count);
        IReadOnlyList<string> chosen = [.. texts.Skip(first).Take(1 + random.Next(MostFiles))];
        // The first of several may be a project of their own.
        int others = random.Next(2) == 0 ? random.Next(chosen.Count) : 0;
        DamagedSolution program = new()
        {
            Sources = [.. chosen.Skip(others)],
            OtherSources = [.. chosen.Take(others)],
            References = ReferenceDamages.Whole(random),
            Output = random.Next(3) == 0 ? OutputKind.ConsoleApplication : OutputKind.DynamicallyLinkedLibrary,
            Version = random.Next(4) == 0 ? Versions.Older[random.Next(Versions.Older.Count)] : LanguageVersion.Preview,
        };
        if (random.Next(2) == 0) program = program with { Files = Seen(program, random) };
        if (others > 0 && random.Next(2) == 0) program = await BuiltAsync(program);
        for (int left = random.Next(MostDamages + 1); left > 0; left--) program = Damaged(program, random);
        return program;
    }

    private static DamagedSolution Damaged(DamagedSolution program, Random random)
    {
        switch (random.Next(10))
        {
            case 0:
                (string gone, var left) = ReferenceDamages.Apply(program.References, random);
                return (program with { References = left }).With(gone);
            case 1 or 2 or 3 when program.Files.Count > 0:
                // Of a summary there is most to be misread.
                string[] paths = [.. program.Files.Keys.Order(StringComparer.Ordinal)
                    .Where(path => random.Next(2) == 0 || path.EndsWith(".summary.txt"))];
                return OfFile(program, paths[random.Next(paths.Length)], random);
            case 4:
                KeyValuePair<string, string> setting = FileDamages.Setting(random);
                return program with { Config = With(program.Config, setting.Key, setting.Value) };
            case 5 when program.OtherSources.Count > 0:
                (string other, IReadOnlyList<string> sources) = OfOne(program.OtherSources, random);
                return (program with { OtherSources = sources }).With(other + " in the other project");
            default:
                (string name, IReadOnlyList<string> own) = OfOne(program.Sources, random);
                return (program with { Sources = own }).With(name);
        }
    }

    // A file is examined in a moment: several things at once.
    private static DamagedSolution OfFile(DamagedSolution program, string path, Random random)
    {
        const int MostInFile = 5;
        string text = program.Files[path];
        for (int left = random.Next(MostInFile) + 1; left > 0; left--)
        {
            (string what, text) = FileDamages.Apply(text, random);
            program = program.With($"{what} in {Path.GetFileName(path)}");
        }
        return program with { Files = With(program.Files, path, text) };
    }

    private static (string Name, IReadOnlyList<string> Texts) OfOne(IReadOnlyList<string> texts, Random random)
    {
        int at = random.Next(texts.Count);
        (string name, string text) = SyntaxDamages.Apply(texts[at], random);
        return (name, [.. texts.Select((each, number) => number == at ? text : each)]);
    }

    // What a doctor saw, at lines that are there and in members that are not; what a person and other builds say.
    private static Dictionary<string, string> Seen(DamagedSolution program, Random random)
    {
        StringBuilder seen = new("[");
        for (int i = 0; i < 12; i++)
        {
            int file = random.Next(program.Sources.Count);
            int line = 1 + random.Next(program.Sources[file].Count(c => c == '\n') + 1);
            string member = random.Next(2) == 0 ? "" : "M:C.M";
            seen.Append($$"""{"member": "{{member}}", "file": "/build/File{{file}}.cs", """)
                .Append($$""""line": {{line}}, "threads": 5},"""");
        }
        return new()
        {
            ["/src/threadpooldoctor.evidence.json"] = seen.Append(']').ToString(),
            ["/src/threadpooldoctor.blocking.txt"] =
                "M:C.M => MAsync\nP:C.Value\nT:Orders # all of it\nM:I.M(System.Int32)\n",
            ["/src/threadpooldoctor.harmless.txt"] = "M:C.Nap\nT:D\n",
            ["/src/Earlier.threadpooldoctor.summary.txt"] = Summary,
        };
    }

    private static Dictionary<string, string> With(IReadOnlyDictionary<string, string> all, string key, string value) =>
        new(all) { [key] = value };

    /// <summary>The other project as a build hands it on: an assembly, and a summary beside it.</summary>
    private static async Task<DamagedSolution> BuiltAsync(DamagedSolution program)
    {
        Compilation other = (await program.Open().Projects.First().GetCompilationAsync())!;
        using MemoryStream image = new();
        if (!other.Emit(image,
            options: new EmitOptions(metadataOnly: true, tolerateErrors: true)).Success) return program;
        string summary = Path.GetTempFileName();
        try
        {
            await other.WithAnalyzers(SourceTree.Rules,
                new AnalyzerOptions([], new BuildOptions(summary: summary))).GetAnalyzerDiagnosticsAsync();
            return program with
            {
                OtherSources = [],
                References = [.. program.References, MetadataReference.CreateFromImage(image.ToArray())],
                Files = With(program.Files, "/bin/Other.threadpooldoctor.summary.txt", await File.ReadAllTextAsync(summary)),
            };
        }
        finally
        {
            File.Delete(summary);
        }
    }
}
