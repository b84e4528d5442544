using System.Collections.Immutable;
using System.Runtime.CompilerServices;
using System.Text.RegularExpressions;
using Microsoft.CodeAnalysis;
using ThreadPoolDoctor.Analyzers.Tests.Fixes;
using ThreadPoolDoctor.Catalog;

namespace ThreadPoolDoctor.Analyzers.Tests.Docs;

/// <summary>
/// The promises of the rule pages: every ailment has one, its code compiles, and the good code is the fix of the bad.
/// </summary>
public sealed class RulePageTests
{
    public static TheoryData<string> Ids { get; } = [.. Ailments.All.Select(ailment => ailment.Id)];

    public static TheoryData<string> Causes { get; } = [.. Ailments.All.Where(ailment => ailment.Kind == AilmentKind.Cause).Select(ailment => ailment.Id)];

    [Theory]
    [MemberData(nameof(Ids))]
    public void Every_ailment_has_a_page_that_opens_with_the_cure(string id)
    {
        string[] lines = Page(id).Split('\n');
        lines[0].ShouldBe($"# {id} {Ailments.Get(id).Title}");
        lines[2].ShouldStartWith("**Cure:** ");
        Page(id).ShouldContain("## How it looks live");
    }

    [Theory]
    [MemberData(nameof(Causes))]
    public void Every_cause_has_a_descriptor_a_help_link_to_its_page_and_the_promised_chapters(string id)
    {
        DiagnosticDescriptor descriptor = Descriptors.Find(id).ShouldNotBeNull();
        descriptor.HelpLinkUri.ShouldEndWith($"/docs/rules/{id}.md");
        foreach (string chapter in (string[])["Why", "What is fixed for you", "When no fix is offered", "When to suppress it"])
        {
            Page(id).ShouldContain($"## {chapter}\n");
        }
    }

    [Theory]
    [MemberData(nameof(Causes))]
    public void Every_cause_has_tests(string id)
    {
        string tests = Path.Combine(Root(), "tests", "ThreadPoolDoctor.Analyzers.Tests");
        Directory.EnumerateFiles(tests, "*Tests.cs", SearchOption.AllDirectories)
            .Any(file => !file.Contains("Docs") && File.ReadAllText(file).Contains($"\"{id}\"")).ShouldBeTrue();
    }

    [Theory]
    [MemberData(nameof(Causes))]
    public async Task The_bad_code_is_reported_and_the_good_code_is_not(string id)
    {
        (string bad, string good) = Code(id);
        (await Reports(id, bad)).ShouldNotBeEmpty();
        (await Reports(id, good)).ShouldBeEmpty();
    }

    [Theory]
    [MemberData(nameof(Causes))]
    public async Task The_good_code_is_what_the_fix_makes_of_the_bad(string id)
    {
        // Which signal replaces a registered wait is not a fixer's to decide.
        if (id == Ailments.RegisteredWaitPerItem) return;
        (string bad, string good) = Code(id);
        Project project = Compiled.Project(bad);
        Solution changed = await Fix.FixAll(Fix.Curing(id), project, await Reports(id, bad, project), Microsoft.CodeAnalysis.CodeFixes.FixAllScope.Project);
        await Fix.AssertSound(changed.GetProject(project.Id)!);
        (await changed.GetProject(project.Id)!.Documents.Single(d => d.Name == "Test0.cs").GetTextAsync()).ToString().ShouldBe(good);
    }

    [Fact]
    public void Links_between_pages_lead_somewhere()
    {
        foreach (Ailment ailment in Ailments.All)
        {
            foreach (Match link in Regex.Matches(Page(ailment.Id), @"\]\((TPD\d+\.md)\)"))
            {
                File.Exists(Path.Combine(Root(), "docs", "rules", link.Groups[1].Value)).ShouldBeTrue(link.Value);
            }
        }
    }

    private static Task<ImmutableArray<Diagnostic>> Reports(string id, string source) => Reports(id, source, Compiled.Project(source));

    private static async Task<ImmutableArray<Diagnostic>> Reports(string id, string source, Project project)
    {
        source.ShouldNotBeEmpty();
        Compilation compilation = (await project.GetCompilationAsync())!;
        Fix.AssertCompiles(compilation, "The page's code");
        ImmutableArray<Diagnostic> all = await Microsoft.CodeAnalysis.Diagnostics.DiagnosticAnalyzerExtensions
            .WithAnalyzers(compilation, Examine.Rules).GetAnalyzerDiagnosticsAsync();
        return [.. all.Where(diagnostic => diagnostic.Id == id)];
    }

    private static (string Bad, string Good) Code(string id)
    {
        MatchCollection blocks = Regex.Matches(Page(id), "```csharp\n(.*?)```", RegexOptions.Singleline);
        blocks.Count.ShouldBe(2);
        return (blocks[0].Groups[1].Value, blocks[1].Groups[1].Value);
    }

    private static string Page(string id) => File.ReadAllText(Path.Combine(Root(), "docs", "rules", id + ".md")).ReplaceLineEndings("\n");

    private static string Root([CallerFilePath] string file = "") => Path.GetFullPath(Path.Combine(Path.GetDirectoryName(file)!, "..", "..", ".."));
}
