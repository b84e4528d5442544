using ThreadPoolDoctor.Diagnosis.Reports;

namespace ThreadPoolDoctor.Tool.Rendering;

/// <summary>A format that a report can take.</summary>
/// <param name="Name">What --format calls it.</param>
/// <param name="Endings">How the names of such files end.</param>
/// <param name="IsUtf8">Whether its readers take UTF-8 for granted, whatever the terminal's encoding.</param>
/// <param name="Write">Writes the report.</param>
internal sealed record ReportFormat(string Name, string[] Endings, bool IsUtf8, Func<Look, string> Write);

/// <summary>The formats that a report can take; adding one is one row.</summary>
internal static class ReportFormats
{
    public static ReportFormat Text { get; } = new("text", [".txt", ".log"], IsUtf8: false, look => TextReport.Plain(look.Diagnosis));

    // An ending that is part of another stands behind it.
    private static readonly ReportFormat[] s_all =
    [
        Text,
        new("evidence", [".evidence.json"], IsUtf8: true, look => EvidenceReport.Write(look.Diagnosis) + "\n"),
        new("sarif", [".sarif", ".sarif.json"], IsUtf8: true,
            look => SarifReport.Write(look.Diagnosis, ToolVersion.Text, Environment.CurrentDirectory) + "\n"),
        new("speedscope", [".speedscope.json"], IsUtf8: true, look => SpeedscopeReport.Write(look.Recording, ToolVersion.Text) + "\n"),
        new("folded", [".folded"], IsUtf8: true, look => FoldedReport.Write(look.Recording)),
        new("json", [".json"], IsUtf8: true, look => JsonReport.Write(look.Diagnosis, ToolVersion.Text) + "\n"),
        new("markdown", [".md", ".markdown"], IsUtf8: false, look => MarkdownReport.Write(look.Diagnosis)),
        new("html", [".html", ".htm"], IsUtf8: true, look => HtmlReport.Write(look.Diagnosis, look.Recording)),
    ];

    public static IEnumerable<string> Names => s_all.Select(format => format.Name);

    /// <summary>The format of this name, which is one of <see cref="Names"/>.</summary>
    public static ReportFormat Get(string name) => s_all.First(format => format.Name == name);

    /// <summary>The format that the name of a file tells, or null.</summary>
    public static ReportFormat? ByFile(string file) => s_all.FirstOrDefault(format =>
        Array.Exists(format.Endings, ending => file.EndsWith(ending, StringComparison.OrdinalIgnoreCase)));
}
