using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;

namespace ThreadPoolDoctor.Analyzers.Tests.Projects;

/// <summary>
/// The same code in one project and in layers, each of which refers to all before it: what waits is told of both.
/// </summary>
public sealed class LayeredTests
{
    private const string First = "namespace Shop;\n", Main = "static class Program { static void Main() { } }\n";

    /// <summary>Name, and the layers; the waits that are to be told are marked by WAIT in their line.</summary>
    public static TheoryData<string, string[]> Programs { get; } = new()
    {
        {
            "a helper that runs a delegate",
            [
                "public static class Retry { public static int Twice(Func<int> work) { work(); return work(); } public static int OnItsOwn(Func<int> work) { int x = 0; Thread t = new(() => x = work()); t.Start(); return x; } }",
                "class C { async Task Load() { await Task.Yield();\n Retry.Twice(() => File.ReadAllText(\"WAIT\").Length);\n Retry.Twice(Count);\n Retry.OnItsOwn(() => File.ReadAllText(\"own\").Length); }\n"
                    + " static int Count() => File.ReadAllLines(\"WAIT\").Length; }",
            ]
        },
        {
            "a helper that queues a delegate",
            [
                "public static class Queue { public static Task Run(Action work) => Task.Run(work); public static async Task Later(Action work) { await Task.Yield(); work(); } }",
                "class C { void Begin() {\n Queue.Run(() => File.ReadAllText(\"WAIT\"));\n Queue.Later(() => File.ReadAllText(\"WAIT\")); } }",
            ]
        },
        {
            "methods that are handed to the pool by their names",
            [
                "public static class Jobs { public static void One() {\n Thread.Sleep(5); /* WAIT */ } public static void Two() {\n Thread.Sleep(6); /* WAIT */ } public static void Three() {\n Thread.Sleep(7); /* WAIT */ }\n"
                    + " public static void Four(object? state) {\n Thread.Sleep(8); /* WAIT */ } public static void Own() => Thread.Sleep(9); public static void Five() {\n Thread.Sleep(10); /* WAIT */ } }",
                "public static class Queue { public static async Task Later(Action work) { await Task.Yield(); work(); } }",
                "class C { void Begin() { Task.Run(Jobs.One); Queue.Later(Jobs.Two); new Thread(() => { Task.Run(Jobs.Three); }).Start(); new Thread(Jobs.Own).Start(); Own(Jobs.Five); }\n"
                    + " readonly Timer _timer = new(Jobs.Four, null, 5, 5); static async Task Own(Action work) { await Task.Yield(); work(); } }",
            ]
        },
        {
            "a method of an interface that is handed to the pool by its name",
            [
                "public interface IStore { void Load(); }", "public class Store : IStore { public void Load() {\n Thread.Sleep(5); /* WAIT */ } }",
                "class C(IStore store) { void Begin() => Task.Run(store.Load); }",
            ]
        },
        {
            "several implementations that all wait",
            [
                "public interface IStore { int Load(); }",
                "public class One : IStore { public int Load() {\n Thread.Sleep(5); /* WAIT */ return 1; } }\npublic class Two : IStore { public int Load() {\n Thread.Sleep(6); /* WAIT */ return 2; } }",
                "class C(IStore store) { async Task Load() { await Task.Yield(); store.Load(); } }",
            ]
        },
        {
            "an implementation there and one here",
            [
                "public interface IStore { int Load(); }\npublic class One : IStore { public int Load() {\n Thread.Sleep(5); /* WAIT */ return 1; } }",
                "class Two : IStore { public int Load() {\n Thread.Sleep(6); /* WAIT */ return 2; } }\nclass C(IStore store) { async Task Load() { await Task.Yield(); store.Load(); } }",
            ]
        },
        {
            "an implementation that waits here, and one there that does not",
            [
                "public interface IStore { int Load(); }", "public class One : IStore { public int Load() => 1; }",
                "class Two : IStore { public int Load() { Thread.Sleep(6); return 2; } }\nclass C(IStore store) { async Task Load() { await Task.Yield(); store.Load(); } }",
            ]
        },
        {
            "an override that calls its base",
            [
                "public class Store { public virtual int Load() {\n Thread.Sleep(5); /* WAIT */ return 1; } }",
                "class Own : Store { public override int Load() {\n Thread.Sleep(6); /* WAIT */ return base.Load(); } }\nclass C(Store store) { async Task Load() { await Task.Yield(); store.Load(); } }",
            ]
        },
        {
            "an indexer, an operator and an event",
            [
                "public class Store { public int this[int id] { get {\n Thread.Sleep(5); /* WAIT */ return 1; } }\n public static Store operator +(Store one, Store other) {\n Thread.Sleep(6); /* WAIT */ return one; }\n"
                    + " public event Action Changed { add {\n Thread.Sleep(7); /* WAIT */ } remove { } } }",
                "class C { async Task Load(Store store) { await Task.Yield(); _ = store[5]; _ = store + store; store.Changed += () => { }; } }",
            ]
        },
        {
            "what a library asks of an interface that its user implements",
            [
                "public interface IStore { int Load(); }\npublic class Service(IStore store) { public int Find() => store.Load(); }",
                "public class Facade(Service service) { public int Find() => service.Find(); }",
                "class Own : IStore { public int Load() {\n Thread.Sleep(6); /* WAIT */ return 2; } }\nclass C(Facade facade) { async Task Load() { await Task.Yield(); facade.Find(); } }",
            ]
        },
        {
            "what a layer between asks",
            [
                "public interface IStore { int Load(); }\npublic class Service(IStore store) { public int Find() => store.Load(); }",
                "public class Facade(Service service) { public int Find() => service.Find(); }",
                "public class Own : IStore { public int Load() {\n Thread.Sleep(6); /* WAIT */ return 2; } }",
                "class C(Facade facade) { async Task Load() { await Task.Yield(); facade.Find(); } }",
            ]
        },
        {
            "static members of an interface",
            [
                "public interface IStore { static abstract int Load(); }\npublic static class Uses { public static int Of<T>() where T : IStore => T.Load(); }",
                "class Own : IStore { public static int Load() {\n Thread.Sleep(6); /* WAIT */ return 2; } }\nclass C { async Task Load() { await Task.Yield(); Uses.Of<Own>(); } }",
            ]
        },
        {
            "tasks that are begun under a condition of a helper",
            [
                "public static class Store { public static void Load() {\n Task.WaitAll(Later(5), Later(6)); /* WAIT */ } static Task Later(int number) => Task.Delay(number); }",
                "class C { async Task Load() { await Task.Yield(); Find(5); } static void Find(int id) { if (id > 5) Store.Load(); } }",
            ]
        },
        {
            "getters that wait under a condition, when they are first asked",
            [
                "public class Store { int _made; public int Made { get { if (_made == 0) Make().Wait(); return _made; } } public int Twice() => Made + Made;\n"
                    + " public int Always { get {\n Make().Wait(); /* WAIT */ return _made; } } public async Task Make() { await Task.Yield(); _made = 5; } public int Wait() { Make().Wait(); return 5; } }",
                "class C(Store store) { async Task Load() { await Task.Yield(); _ = store.Made; store.Twice(); _ = Early; _ = store.Always;\n"
                    + " Lazy<int> lazy = new(() => s_kept ??= store.Wait()); _ = lazy.Value; }\n static int? s_kept; int _early; int Early { get { if (_early == 0) _early = store.Wait(); return _early; } } }",
            ]
        },
        {
            "ways that are too long, or wait for what was kept, under a condition",
            [
                "public class Store { Task _kept = Task.Delay(5); static Task Later(int number) => Task.Delay(number); public void Held() => _kept.Wait(); public void Long(int id) => Fetch(id);\n"
                    + " void Fetch(int id) { if (_kept.Id > id) Later(id).Wait(); } public void Short(int id) =>\n Later(id).Wait(); /* WAIT */ }",
                "class C(Store store) { int _id; async Task Load() { await Task.Yield(); One(); Two(); Three(); }\n"
                    + " void One() { if (_id > 5) store.Held(); } void Two() { if (_id > 5) store.Long(_id); } void Three() { if (_id > 5) store.Short(_id); } }",
            ]
        },
        {
            "value tasks of async methods, in a helper",
            [
                "public class Store { ValueTask<int> _kept; public async ValueTask<int> FindAsync() { await Task.Yield(); return 5; } public ValueTask<int> Kept() => _kept; }",
                "class C(Store store) { async Task Load() { await Task.Yield(); One(); Two(); } int One() {\n return store.FindAsync().Result; /* WAIT */ } int Two() => store.Kept().Result; }",
            ]
        },
        {
            "a member that an abstract class leaves to others",
            [
                "public abstract class Log { public abstract void Write(string text); public virtual Task WriteAsync(string text) { Write(text); return Task.CompletedTask; } }",
                "public class FileLog : Log { public override void Write(string text) {\n Thread.Sleep(5); /* WAIT */ } }",
                "class C(Log log) { async Task Go() => await log.WriteAsync(\"a\"); }",
            ]
        },
        {
            "a member that an abstract class leaves to others, one of which waits for nothing",
            [
                "public abstract class Log { public abstract void Write(string text); public virtual Task WriteAsync(string text) { Write(text); return Task.CompletedTask; } }",
                "public class FileLog : Log { public override void Write(string text) { Thread.Sleep(5); } }",
                "public class NoLog : Log { public override void Write(string text) { } }",
                "class C(Log log) { async Task Go() => await log.WriteAsync(\"a\"); }",
            ]
        },
        {
            "conditions that no caller decides",
            [
                "public static class Store {\n public static int Load(int id) { if (id <= 0) return 0;\n Thread.Sleep(5); /* WAIT */ return id > 5 ? 1 : Load(id - 1); }\n"
                    + " public static int Find(string? name, bool wait) { if (name is { Length: > 3 })\n Thread.Sleep(6); /* WAIT */\n if (wait) Thread.Sleep(7); return 0; } }",
                "class C { async Task Load() { await Task.Yield(); Store.Load(5); Store.Find(\"name\", false); } }",
            ]
        },
    };

    [Theory]
    [MemberData(nameof(Programs))]
    public Task The_build_of_layers_tells_what_the_build_of_one_project_tells(string name, string[] layers) => Check(name, layers);

    /// <summary>What waits where WAIT stands is told of one project, and of one for each layer, and nothing else.</summary>
    internal static async Task Check(string name, string[] layers)
    {
        string[] texts = [.. layers.Select(layer => First + layer)];
        texts[^1] += "\n" + Main;
        string[] expected = [.. texts.SelectMany((text, layer) => text.Split('\n').Index()
            .Where(line => line.Item.Contains("WAIT")).Select(line => $"{FileOf(layer)}:{line.Index + 1}")).Order()];
        (await TellAsync([texts])).ShouldBe(expected, name + ", in one project");
        (await TellAsync([.. texts.Select(text => new[] { text })])).ShouldBe(expected, name + ", in layers");
    }

    private static string FileOf(int layer) => $"Layer{layer}.cs";

    // Where everything waits that the builds of the projects tell.
    private static async Task<IEnumerable<string>> TellAsync(string[][] projects) =>
        (await BuildAsync(projects)).SelectMany(Waits).Distinct().Order();

    /// <summary>
    /// What the builds of the projects tell, each of which refers to all before it; the last is a program.
    /// </summary>
    internal static async Task<IReadOnlyList<Diagnostic>> BuildAsync(string[][] projects)
    {
        DirectoryInfo folder = Directory.CreateTempSubdirectory("tpdoctor");
        try
        {
            int files = 0;
            List<MetadataReference> references = [.. Compiled.References];
            Dictionary<string, string> summaries = [];
            List<Diagnostic> told = [];
            foreach ((int number, string[] texts) in projects.Index())
            {
                bool isProgram = number == projects.Length - 1;
                string summary = Path.Combine(folder.FullName, $"Project{number}.threadpooldoctor.summary.txt");
                Compilation compilation = CSharpCompilation.Create(
                    $"Project{number}",
                    [CSharpSyntaxTree.ParseText(Compiled.GlobalUsings, Compiled.ParseOptions), .. texts.Select(text => CSharpSyntaxTree.ParseText(text, Compiled.ParseOptions, "/src/" + FileOf(files++)))],
                    references, Compiled.Options.WithOutputKind(isProgram ? OutputKind.ConsoleApplication : OutputKind.DynamicallyLinkedLibrary));
                using MemoryStream image = new();
                compilation.Emit(image).Diagnostics.Where(diagnostic => diagnostic.Severity == DiagnosticSeverity.Error).ShouldBeEmpty();
                Settings settings = new()
                {
                    Config = new() { ["build_property.ThreadPoolDoctorIsBuild"] = "true", ["build_property.ThreadPoolDoctorSummaryFile"] = summary },
                    Files = new(summaries),
                };
                told.AddRange(await compilation.WithAnalyzers(Examine.Rules, settings.AnalyzerOptions()).GetAnalyzerDiagnosticsAsync());
                references.Add(MetadataReference.CreateFromImage(image.ToArray()));
                summaries[summary] = await File.ReadAllTextAsync(summary);
            }
            return told;
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    private static IEnumerable<string> Waits(Diagnostic found)
    {
        Location[] elsewhere = [.. found.AdditionalLocations.Where(each => each.Kind == LocationKind.ExternalFile)];
        return (elsewhere is [] ? [found.Location] : elsewhere).Select(each => each.GetLineSpan())
            .Select(place => $"{Path.GetFileName(place.Path)}:{place.StartLinePosition.Line + 1}");
    }
}
