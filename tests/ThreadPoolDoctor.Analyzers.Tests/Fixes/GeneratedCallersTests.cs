using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.Diagnostics;

namespace ThreadPoolDoctor.Analyzers.Tests.Fixes;

/// <summary>
/// Code that a generator wrote (a Razor page, say) cannot be edited, so what it calls keeps its signature.
/// </summary>
public sealed class GeneratedCallersTests
{
    private const string Source = """
        class C
        {
            internal string Load() => [|File.ReadAllText("a")|];

            internal async Task<string> Other() { await Task.Yield(); return [|File.ReadAllText("b")|]; }
        }
        """;

    [Fact]
    public async Task What_generated_code_calls_is_left_alone_and_the_rest_is_cured()
    {
        (Project project, ImmutableArray<Diagnostic> reports) = Fix.Open("TPD003", [Source], new());
        project = project.AddAnalyzerReference(new AnalyzerFileReference(typeof(Page).Assembly.Location, new ThisAssembly()));
        reports = [.. await Task.WhenAll(reports.Select(async report => Diagnostic.Create(
            report.Descriptor, Location.Create((await project.Documents.Single(d => d.Name == "Test0.cs").GetSyntaxTreeAsync())!, report.Location.SourceSpan), "", "", "", "")))];
        (await project.GetSourceGeneratedDocumentsAsync()).ShouldHaveSingleItem();

        (await Fix.Offers(Fix.Curing("TPD003"), project, reports[0])).Select(offer => offer.Title).ShouldBeEmpty();
        CodeAction cure = (await Fix.Offers(Fix.Curing("TPD003"), project, reports[1])).ShouldHaveSingleItem();
        await Fix.AssertSound((await Fix.Apply(cure)).GetProject(project.Id)!);

        Solution all = await Fix.FixAll(Fix.Curing("TPD003"), project, reports, FixAllScope.Project);
        string text = (await all.GetProject(project.Id)!.Documents.Single(d => d.Name == "Test0.cs").GetTextAsync()).ToString();
        text.ShouldContain("string Load() => File.ReadAllText");
        text.ShouldContain("await File.ReadAllTextAsync(\"b\")");
    }

    private sealed class ThisAssembly : IAnalyzerAssemblyLoader
    {
        public void AddDependencyLocation(string fullPath)
        {
        }

        public System.Reflection.Assembly LoadFromPath(string fullPath) => typeof(Page).Assembly;
    }
}

// Rules for generators that are shipped.
#pragma warning disable RS1036, RS1038, RS1041, RS1042

/// <summary>Writes a page that calls <c>C.Load</c>.</summary>
[Generator(LanguageNames.CSharp)]
public sealed class Page : IIncrementalGenerator
{
    public void Initialize(IncrementalGeneratorInitializationContext context) =>
        context.RegisterPostInitializationOutput(output => output.AddSource("Page.g.cs", "class Page { string Show() => new C().Load(); }"));
}
