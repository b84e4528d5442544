using ThreadPoolDoctor.Diagnosis;
using ThreadPoolDoctor.Diagnosis.Reports;

namespace ThreadPoolDoctor.Tool.Rendering;

/// <summary>The formats that a report can take; adding one is one row.</summary>
internal static class ReportFormats
{
    public const string Text = "text";

    private static readonly Dictionary<string, Func<PoolDiagnosis, string>> s_writers = new()
    {
        [Text] = TextReport.Plain,
        ["json"] = diagnosis => JsonReport.Write(diagnosis, ToolVersion.Text) + "\n",
        ["markdown"] = MarkdownReport.Write,
        ["sarif"] = diagnosis => SarifReport.Write(diagnosis, ToolVersion.Text) + "\n",
        ["html"] = HtmlReport.Write,
        ["evidence"] = diagnosis => EvidenceReport.Write(diagnosis) + "\n",
    };

    public static IReadOnlyCollection<string> All => s_writers.Keys;

    public static string Write(PoolDiagnosis diagnosis, string format) => s_writers[format](diagnosis);
}
