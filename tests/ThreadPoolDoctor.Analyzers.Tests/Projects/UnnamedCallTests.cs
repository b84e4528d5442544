using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;

namespace ThreadPoolDoctor.Analyzers.Tests.Projects;

/// <summary>
/// What the language calls in its own words, an indexer or a collection's Add: of a member of another project an editor
/// and a build say what they say of it in one project.
/// </summary>
public sealed class UnnamedCallTests
{
    /// <summary>
    /// The kind, what declares it, what uses it in an async method, and the number of findings there.
    /// </summary>
    public static TheoryData<string, string, string, int> Kinds { get; } = new()
    {
        // Properties.
        { "getter", "public class Store { public int Name { get { Thread.Sleep(5); return 1; } } }", "_ = new Store().Name;", 1 },
        { "getter with an arrow", "public class Store { public int Name => Wait.Long(5); }", "_ = new Store().Name;", 1 },
        { "static getter", "public class Store { public static int Name => Wait.Long(5); }", "_ = Store.Name;", 1 },
        { "setter", "public class Store { public int Name { get => 1; set { Thread.Sleep(5); } } }", "new Store().Name = 5;", 1 },
        { "setter alone, read", "public class Store { public int Name { get => 1; set { Thread.Sleep(5); } } }", "_ = new Store().Name;", 0 },
        { "compound assignment", "public class Store { public int Name { get => 1; set { Thread.Sleep(5); } } }", "new Store().Name += 5;", 1 },
        { "object initialiser", "public class Store { public int Name { get => 1; init { Thread.Sleep(5); } } }", "_ = new Store { Name = 5 };", 1 },
        { "with", "public record Store { public int Name { get => 1; init { Thread.Sleep(5); } } }", "Store one = null!; _ = one with { Name = 5 };", 1 },
        { "property pattern", "public class Store { public int Name => Wait.Long(5); }", "_ = new Store() is { Name: 5 };", 1 },
        { "conditional access", "public class Store { public int Name => Wait.Long(5); }", "Store? one = null; _ = one?.Name;", 1 },
        // Indexers.
        { "indexer", "public class Store { public int this[int id] { get { Thread.Sleep(5); return 1; } } }", "_ = new Store()[5];", 1 },
        { "indexer with an arrow", "public class Store { public int this[int id] => Wait.Long(id); }", "_ = new Store()[5];", 1 },
        { "indexer that is told a task", "public class Store { public int this[int id] => Wait.Async(id).GetAwaiter().GetResult(); }", "int v = new Store()[Wait.At(5)];", 1 },
        { "indexer's setter", "public class Store { public int this[int id] { get => 1; set { Thread.Sleep(5); } } }", "new Store()[5] = 5;", 1 },
        { "indexer, compound", "public class Store { public int this[int id] { get => 1; set { Thread.Sleep(5); } } }", "new Store()[5] += 5;", 1 },
        { "indexer behind a question mark", "public class Store { public int this[int id] => Wait.Long(id); }", "Store? one = null; _ = one?[5];", 1 },
        { "indexer from the end", "public class Store { public int Length => 1; public int this[int id] => Wait.Long(id); }", "_ = new Store()[^1];", 1 },
        { "length of what is counted from the end", "public class Store { public int Length => Wait.Long(5); public int this[int id] => 1; }", "_ = new Store()[^1];", 0 },
        { "range", "public class Store { public int Length => 1; public Store Slice(int from, int count) { Thread.Sleep(5); return this; } }", "_ = new Store()[1..2];", 0 },
        { "list pattern", "public class Store { public int Length => 1; public int this[int id] => Wait.Long(id); }", "_ = new Store() is [5];", 0 },
        { "indexer in an initialiser", "public class Store { public int this[int id] { get => 1; set { Thread.Sleep(5); } } }", "_ = new Store { [5] = 5 };", 0 },
        { "indexer with a name", "public class Store { [System.Runtime.CompilerServices.IndexerName(\"Cell\")] public int this[int id] => Wait.Long(id); }", "_ = new Store()[5];", 1 },
        { "generic indexer", "public class Store<T> { public T this[T id] { get { Thread.Sleep(5); return id; } } }", "_ = new Store<int>()[5];", 1 },
        { "indexer of an interface", "public interface IStore { int this[int id] { get; } } public class Store : IStore { public int this[int id] => Wait.Long(id); }", "IStore one = new Store(); _ = one[5];", 1 },
        // Operators and conversions.
        { "operator", "public class Store { public static Store operator +(Store one, Store other) { Thread.Sleep(5); return one; } }", "_ = new Store() + new Store();", 1 },
        { "compound operator", "public class Store { public static Store operator +(Store one, int other) { Thread.Sleep(5); return one; } }", "Store one = new(); one += 5;", 1 },
        { "increment", "public class Store { public static Store operator ++(Store one) { Thread.Sleep(5); return one; } }", "Store one = new(); one++;", 1 },
        { "comparison", "public class Store { public static bool operator <(Store one, Store other) { Thread.Sleep(5); return true; } public static bool operator >(Store one, Store other) => true; }", "_ = new Store() < new Store();", 1 },
        { "true", "public class Store { public static bool operator true(Store one) { Thread.Sleep(5); return true; } public static bool operator false(Store one) => true; }", "if (new Store()) { }", 0 },
        { "implicit conversion", "public class Store { public static implicit operator int(Store one) { Thread.Sleep(5); return 1; } }", "int one = new Store();", 1 },
        { "explicit conversion", "public class Store { public static explicit operator int(Store one) { Thread.Sleep(5); return 1; } }", "int one = (int)new Store();", 1 },
        // Events.
        { "event, added", "public class Store { public event Action Changed { add { Thread.Sleep(5); } remove { } } }", "new Store().Changed += () => { };", 1 },
        { "event, removed", "public class Store { public event Action Changed { add { } remove { Thread.Sleep(5); } } }", "new Store().Changed -= () => { };", 1 },
        // Constructors.
        { "constructor", "public class Store { public Store() => Thread.Sleep(5); }", "new Store();", 1 },
        { "constructor without its name", "public class Store { public Store() => Thread.Sleep(5); }", "Store one = new();", 1 },
        { "base constructor", "public class Store { public Store() => Thread.Sleep(5); }", "new Derived(); } class Derived : Store { public Derived() : base() { }", 1 },
        { "base constructor that nobody names", "public class Store { public Store() => Thread.Sleep(5); }", "new Derived(); } class Derived : Store { public Derived() { }", 0 },
        { "base of a primary constructor", "public class Store { public Store(int id) => Thread.Sleep(5); }", "new Derived(); } class Derived() : Store(5) {", 0 },
        { "field initialiser", "public class Store { private readonly int _own = Wait.Long(5); }", "new Store();", 1 },
        { "property initialiser", "public class Store { public int Name { get; } = Wait.Long(5); }", "new Store();", 1 },
        { "field initialiser and constructor", "public class Store { private readonly int _own = Wait.Long(5); public Store() { } }", "new Store();", 1 },
        // Extensions.
        { "extension method", "public static class Store { public static int Load(this string id) => Wait.Long(5); }", "_ = \"a\".Load();", 1 },
        // What a pattern of names is called by.
        { "deconstruction", "public class Store { public void Deconstruct(out int a, out int b) { Thread.Sleep(5); a = b = 1; } }", "var (a, b) = new Store();", 1 },
        { "deconstruction in a loop", "public class Store { public void Deconstruct(out int a, out int b) { Thread.Sleep(5); a = b = 1; } }", "foreach (var (a, b) in new Store[1]) { }", 1 },
        { "deconstruction in a pattern", "public class Store { public void Deconstruct(out int a, out int b) { Thread.Sleep(5); a = b = 1; } }", "_ = new Store() is (1, 2);", 1 },
        { "deconstruction by an extension", "public class Store; public static class Parts { public static void Deconstruct(this Store one, out int a, out int b) { Thread.Sleep(5); a = b = 1; } }", "var (a, b) = new Store();", 1 },
        { "loop", "public class Store { public List<int>.Enumerator GetEnumerator() { Thread.Sleep(5); return default; } }", "foreach (int each in new Store()) { }", 1 },
        { "loop's next", "public class Store { public Store GetEnumerator() => this; public bool MoveNext() { Thread.Sleep(5); return false; } public int Current => 1; }", "foreach (int each in new Store()) { }", 1 },
        { "loop's current", "public class Store { public Store GetEnumerator() => this; public bool MoveNext() => false; public int Current => Wait.Long(5); }", "foreach (int each in new Store()) { }", 0 },
        { "loop over an iterator", "public class Store { public IEnumerable<int> All() { Thread.Sleep(5); yield return 1; } }", "foreach (int each in new Store().All()) { }", 1 },
        { "loop by an extension", "public class Store; public static class Parts { public static List<int>.Enumerator GetEnumerator(this Store one) { Thread.Sleep(5); return default; } }", "foreach (int each in new Store()) { }", 1 },
        { "awaiter", "public class Store { public System.Runtime.CompilerServices.TaskAwaiter GetAwaiter() { Thread.Sleep(5); return default; } }", "await new Store();", 0 },
        { "collection initialiser", "public class Store : System.Collections.IEnumerable { public void Add(int id) => Thread.Sleep(5); public System.Collections.IEnumerator GetEnumerator() => null!; }", "_ = new Store { 5 };", 0 },
        { "collection expression", "public class Store : System.Collections.IEnumerable { public void Add(int id) => Thread.Sleep(5); public System.Collections.IEnumerator GetEnumerator() => null!; }", "Store one = [5];", 0 },
        { "query", "public class Store { public Store Select(Func<int, int> each) { Thread.Sleep(5); return this; } }", "_ = from each in new Store() select each;", 0 },
        { "interpolated string handler", "[System.Runtime.CompilerServices.InterpolatedStringHandler] public struct Store { public Store(int a, int b) { } public void AppendLiteral(string text) => Thread.Sleep(5); }", "Store one = $\"a\";", 0 },
        { "using", "public class Store : IDisposable { public void Dispose() => Thread.Sleep(5); }", "using (new Store()) { }", 0 },
        { "using of a variable", "public class Store : IDisposable { public void Dispose() => Thread.Sleep(5); }", "using Store one = new();", 0 },
        { "await using", "public class Store : IAsyncDisposable { public ValueTask DisposeAsync() { Thread.Sleep(5); return default; } }", "await using Store one = new();", 0 },
        { "text of a value", "public class Store { public override string ToString() { Thread.Sleep(5); return \"\"; } }", "_ = $\"{new Store()}\";", 0 },
        { "static constructor", "public class Store { static Store() => Thread.Sleep(5); public static int Name = 5; }", "_ = Store.Name;", 0 },
    };

    [Theory]
    [MemberData(nameof(Kinds))]
    public async Task What_has_no_name_in_a_call_is_told_of_another_project_as_in_one(string kind, string declared, string use, int told)
    {
        string library = "namespace Shop;\n" + declared
            + " public static class Wait { public static int Long(int id) { Thread.Sleep(id); return id; } public static int At(int id) => id; public static async Task<int> Async(int id) { await Task.Yield(); return id; } }";
        string program = "using Shop; class C { async Task Load() { await Task.Yield();\n" + use + " } }";
        (await FindAsync(Compilation("Whole", [], library, program))).ShouldBe(told, kind + ", in one project");
        CSharpCompilation referred = Compilation("Library", [], library);
        (await FindAsync(Compilation("Program", [referred.ToMetadataReference()], program))).ShouldBe(told, kind + ", in an editor");
        using MemoryStream image = new();
        referred.Emit(image).Success.ShouldBeTrue();
        Settings settings = new() { Files = { ["/bin/Library.threadpooldoctor.summary.txt"] = SummaryWriter.Summarize(Examination.Of(referred, new Settings().AnalyzerOptions(), default)) } };
        (await FindAsync(Compilation("Program", [MetadataReference.CreateFromImage(image.ToArray())], program), settings)).ShouldBe(told, kind + ", in a build");
    }

    private static CSharpCompilation Compilation(string name, MetadataReference[] others, params string[] texts)
    {
        CSharpCompilation compilation = CSharpCompilation.Create(
            name, [.. texts.Prepend(Compiled.GlobalUsings).Select((text, number) => CSharpSyntaxTree.ParseText(text, Compiled.ParseOptions, $"/src/{name}{number}.cs"))],
            [.. Compiled.References, .. others], Compiled.Options);
        compilation.GetDiagnostics().Where(each => each.Severity == DiagnosticSeverity.Error).ShouldBeEmpty();
        return compilation;
    }

    private static async Task<int> FindAsync(CSharpCompilation compilation, Settings? settings = null) =>
        (await compilation.WithAnalyzers(Examine.Rules, (settings ?? new()).AnalyzerOptions()).GetAnalyzerDiagnosticsAsync())
            .Count(each => each.Location.SourceTree == compilation.SyntaxTrees[^1]);
}
