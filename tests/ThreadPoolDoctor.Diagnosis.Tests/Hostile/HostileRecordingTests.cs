using System.Text.Json;
using System.Text.RegularExpressions;
using ThreadPoolDoctor.Diagnosis.Recordings;
using ThreadPoolDoctor.Diagnosis.Reports;
using ThreadPoolDoctor.Tests;

namespace ThreadPoolDoctor.Diagnosis.Tests.Hostile;

/// <summary>
/// Whatever a process tells of itself: a clean report in every format, of bounded size, and never an exception.
/// </summary>
public partial class HostileRecordingTests
{
    private const int LongestReport = 4 << 20;

    [Fact]
    public void Every_recording_gets_a_clean_report() => Fuzzing.Run(300, random =>
    {
        Recording recording = new HostileRecording(random).Next();
        PoolDiagnosis diagnosis = Doctor.Diagnose(recording);

        string text = TextReport.Plain(diagnosis);
        foreach (string line in text.Split('\n')) Words.Visible(line).ShouldBe(line);
        string markdown = MarkdownReport.Write(diagnosis);
        foreach (string line in markdown.Split('\n')) Words.Visible(line).ShouldBe(line);
        UnescapedTag().IsMatch(CodeSpan().Replace(markdown, "")).ShouldBeFalse("A name must not become mark-up.");
        string html = HtmlReport.Write(diagnosis, recording);
        Words.Visible(html.Replace("\n", "")).ShouldBe(html.Replace("\n", ""));
        OwnTags().Replace(html, "").ShouldNotContain("<", customMessage: "A name must not become mark-up.");
        string json = JsonReport.Write(diagnosis, "1.0.0");
        JsonDocument.Parse(json).Dispose();
        string sarif = SarifReport.Write(diagnosis, "1.0.0");
        JsonDocument.Parse(sarif).Dispose();
        string evidence = EvidenceReport.Write(diagnosis);
        JsonDocument.Parse(evidence).Dispose();
        string speedscope = SpeedscopeReport.Write(recording, "1.0.0");
        JsonDocument.Parse(speedscope).Dispose();
        string folded = FoldedReport.Write(recording);
        foreach (string line in folded.Split('\n', StringSplitOptions.RemoveEmptyEntries)) FoldedLine().IsMatch(line).ShouldBeTrue(line);
        foreach (string report in (string[])[text, markdown, html, json, sarif, evidence, speedscope, folded]) report.Length.ShouldBeLessThan(LongestReport);
    });

    [GeneratedRegex("""</?(html|head|meta|title|style|script|body|main|section|div|h1|h2|p|ul|li|table|thead|tbody|tr|th|td|code|pre|br|span|details|summary|a|svg|path|line|rect|label|input|button)( (lang|charset|name|content|http-equiv|class|href|id|role|for|type|min|max|step|value|style|scope|title|tabindex|aria-label|aria-live|data-x|data-w|data-depth|data-parent|viewBox|preserveAspectRatio|d|x|y|x1|x2|y1|y2|width|height)="[^"<>]*")*>|<!doctype html>""")]
    private static partial Regex OwnTags();

    [GeneratedRegex("""^[^;]+(;[^;]+)* [0-9]+$""")]
    private static partial Regex FoldedLine();

    [GeneratedRegex("""(?<=\| )`[^`]*`(?= \|)""")]
    private static partial Regex CodeSpan();

    [GeneratedRegex("""(?<!\\)<""")]
    private static partial Regex UnescapedTag();
}
