using ThreadPoolDoctor.Tool.Rendering;

namespace ThreadPoolDoctor.Tool.Tests.Rendering;

/// <summary>Which format goes where, by --format and -o.</summary>
public class ReportOutputTests
{
    [Theory]
    [InlineData(null, "", "text")]
    [InlineData("json", "", "json")]
    [InlineData(null, "report", "text")]
    [InlineData(null, "report.pdf", "text")]
    [InlineData(null, "out.html", "html")]
    [InlineData(null, "OUT.HTM", "html")]
    [InlineData(null, "a.json", "json")]
    [InlineData(null, "a.md", "markdown")]
    [InlineData(null, "a.sarif", "sarif")]
    [InlineData(null, "a.sarif.json", "sarif")]
    [InlineData(null, "threadpooldoctor.evidence.json", "evidence")]
    [InlineData(null, "a.speedscope.json", "speedscope")]
    [InlineData(null, "a.folded", "folded")]
    [InlineData("evidence", "a.json", "evidence")] // what was asked for outweighs a name
    [InlineData(null, "a.json,b.html,c", "json,html,text")]
    [InlineData("markdown", "a.json,b.html,c", "json,html,markdown")]
    public void Each_file_takes_its_format(string? asked, string files, string expected)
    {
        FileInfo[] outputs = [.. files.Split(',', StringSplitOptions.RemoveEmptyEntries).Select(name => new FileInfo(name))];

        string formats = string.Join(',', ReportOutput.Of(asked is null ? null : ReportFormats.Get(asked), outputs).Select(output => output.Format.Name));

        formats.ShouldBe(expected);
    }
}
