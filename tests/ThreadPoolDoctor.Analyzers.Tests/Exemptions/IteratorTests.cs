using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;

namespace ThreadPoolDoctor.Analyzers.Tests.Exemptions;

/// <summary>A method of a library that yields what it gives runs nothing when it is called: who goes through it does.</summary>
public sealed class IteratorTests
{
    private const string Yields = "{ foreach (string line in System.IO.File.ReadLines(path)) yield return line; }";

    [Theory]
    [InlineData("public static IEnumerable<string> Query(string path) " + Yields, "SheetReader.Query(\"a\")")]
    [InlineData("public IEnumerable<string> Query(string path) " + Yields, "new SheetReader().Query(\"a\").ToList()")]
    [InlineData("public IEnumerable<T> Query<T>(string path) where T : new() { yield return new T(); }", "new SheetReader().Query<object>(\"a\")")]
    [InlineData("public virtual System.Collections.IEnumerable Query(string path) " + Yields, "new SheetReader().Query(\"a\")")]
    [InlineData("public IEnumerator<string> Query(string path) " + Yields, "new SheetReader().Query(\"a\").MoveNext()")]
    public async Task It_is_silent(string query, string call) => (await Found(query, call)).ShouldBeEmpty();

    [Theory]
    [InlineData("public static List<string> Query(string path) => [.. System.IO.File.ReadLines(path)];", "SheetReader.Query(\"a\")")]
    [InlineData("public IEnumerable<string> Query(string path) => [.. System.IO.File.ReadLines(path)];", "new SheetReader().Query(\"a\")")]
    [InlineData("public IEnumerable<T> Query<T>(string path) { System.Threading.Thread.Sleep(5); return new List<T>(); }", "new SheetReader().Query<object>(\"a\")")]
    public async Task One_that_gives_all_at_once_is_told(string query, string call) => (await Found(query, call)).ShouldBe(["TPD003"]);

    private static async Task<string[]> Found(string query, string call)
    {
        string result = query.Split(" Query")[0].Split(' ', 2)[1].Replace("static ", "").Replace("virtual ", "");
        string twin = query.Contains("static") ? "public static " : "public ";
        bool isGeneric = query.Contains("Query<T>");
        string library = $$"""
            namespace Sheets;
            public class SheetReader
            {
                {{query}}
                {{twin}}async Task<{{result}}> QueryAsync{{(isGeneric ? "<T>" : "")}}(string path, CancellationToken token = default){{(isGeneric && query.Contains("new()") ? " where T : new()" : "")}}
                { await Task.Delay(5, token); return default!; }
            }
            """;
        string user = $$"""
            using Sheets;
            class C { async Task Run() { await Task.Yield(); _ = {{call}}; } }
            """;
        return await FoundBy(library, user);
    }

    /// <summary>What is found in a program by rules that have the assembly of a library alone.</summary>
    internal static async Task<string[]> FoundBy(string library, string user)
    {
        using MemoryStream image = new();
        Compile("Sheets", library, []).Emit(image).Success.ShouldBeTrue();
        CSharpCompilation compilation = Compile("Shop", user, [MetadataReference.CreateFromImage(image.ToArray())]);
        compilation.GetDiagnostics().Where(each => each.Severity == DiagnosticSeverity.Error).ShouldBeEmpty();
        return [.. (await compilation.WithAnalyzers(Examine.Rules, new Settings().AnalyzerOptions()).GetAnalyzerDiagnosticsAsync()).Select(each => each.Id)];
    }

    private static CSharpCompilation Compile(string name, string source, MetadataReference[] more) => CSharpCompilation.Create(
        name, [CSharpSyntaxTree.ParseText(Compiled.GlobalUsings, Compiled.ParseOptions), CSharpSyntaxTree.ParseText(source, Compiled.ParseOptions, $"/src/{name}.cs")],
        [.. Compiled.References, .. more], Compiled.Options);
}
