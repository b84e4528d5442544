using System.Text;
using Microsoft.CodeAnalysis;
using ThreadPoolDoctor.Tests;

namespace ThreadPoolDoctor.Analyzers.Tests.Exemptions;

/// <summary>
/// What the table of exemptions promises of each of its rows: a silent test, a loud neighbour, and a line on the rules'
/// pages.
/// </summary>
public sealed class ExemptionTableTests
{
    private const string Chapter = "## When nothing is reported\n";

    public static TheoryData<string> Names { get; } = [.. ThreadPoolDoctor.Analyzers.Exemptions.All.Select(row => row.Name)];

    public static TheoryData<int> Rules { get; } = [1, 2, 3, 4, 5, 6, 7, 8];

    [Fact]
    public void Every_row_has_a_name_of_its_own_and_every_case_a_row()
    {
        string[] names = [.. ThreadPoolDoctor.Analyzers.Exemptions.All.Select(row => row.Name)];
        names.ShouldBeUnique();
        ExemptionCases.All.Keys.Order().ShouldBe(names.Order());
    }

    [Theory]
    [MemberData(nameof(Names))]
    public async Task A_row_keeps_its_silent_program_silent(string name)
    {
        Examination examination = await Look(ExemptionCases.All[name].Silent, name, configured: true);
        examination.Exempted.Select(row => row.Name).ShouldContain(name);
    }

    [Theory]
    [MemberData(nameof(Names))]
    public async Task Its_loud_neighbour_is_reported(string name)
    {
        Examination examination = await Look(ExemptionCases.All[name].Loud, name, configured: true, isSilent: false);
        examination.Exempted.Select(row => row.Name).ShouldNotContain(name);
    }

    [Theory]
    [MemberData(nameof(Names))]
    public async Task What_is_doubtful_is_told_on_demand(string name)
    {
        Exemption row = ThreadPoolDoctor.Analyzers.Exemptions.All.Single(each => each.Name == name);
        if (row.Certainty == Certainty.Doubtful) await Look(ExemptionCases.All[name].Silent, name, configured: false, isSilent: false, ("threadpooldoctor.report", "all"));
    }

    [Theory]
    [MemberData(nameof(Rules))]
    public void Every_page_says_when_nothing_is_reported(int rule)
    {
        string path = Path.Combine(RepositoryFiles.Root, "docs", "rules", $"TPD00{rule}.md");
        string page = File.ReadAllText(path).ReplaceLineEndings("\n");
        int start = page.IndexOf(Chapter, StringComparison.Ordinal);
        start.ShouldBePositive($"{path} has no chapter: {Chapter}");
        start = page.IndexOf("<!-- from the table of exemptions -->\n", start, StringComparison.Ordinal);
        int end = page.IndexOf("<!-- end -->\n", start, StringComparison.Ordinal);
        string wanted = "<!-- from the table of exemptions -->\n" + ListFor(rule);
        // With this variable set the pages are written anew from the table.
        if (Environment.GetEnvironmentVariable("TPDOCTOR_WRITE_PAGES") == "1") File.WriteAllText(path, page[..start] + wanted + page[end..]);
        else page[start..end].ShouldBe(wanted, $"{path}: run this test with TPDOCTOR_WRITE_PAGES=1");
    }

    private static string ListFor(int rule)
    {
        StringBuilder list = new();
        foreach (IGrouping<Certainty, Exemption> group in ThreadPoolDoctor.Analyzers.Exemptions.All
            .Where(row => row.Pages.Contains(rule.ToString())).GroupBy(row => row.Certainty).OrderBy(group => group.Key))
        {
            if (group.Key == Certainty.Doubtful) list.Append("\nReported only with `threadpooldoctor.report = all`:\n\n");
            foreach (Exemption row in group) list.Append("- ").Append(row.Says).Append('\n');
        }
        return list.ToString();
    }

    private static async Task<Examination> Look(string program, string name, bool configured, bool isSilent = true, params (string Key, string Value)[] more)
    {
        bool isMain = ExemptionCases.OfMain.Contains(name);
        Settings settings = new() { Config = more.ToDictionary(each => each.Key, each => each.Value) };
        if (configured && ExemptionCases.Config.TryGetValue(name, out (string Key, string Value) own)) settings.Config[own.Key] = own.Value;
        Compilation compilation = (await Compiled.Project([$"class C {{ {program} }}"], isMain ? OutputKind.ConsoleApplication : settings.Output).GetCompilationAsync())!;
        compilation.GetDiagnostics().Where(diagnostic => diagnostic.Severity == DiagnosticSeverity.Error).ShouldBeEmpty(program);
        Examination examination = Examination.Of(compilation, settings.AnalyzerOptions(), default);
        string[] found = [.. compilation.SyntaxTrees.SelectMany(tree => examination.FindingsIn(tree, null, default)).Select(finding => finding.Path[0].Node.ToString())];
        if (isSilent) found.ShouldBeEmpty();
        else found.ShouldNotBeEmpty();
        return examination;
    }
}
