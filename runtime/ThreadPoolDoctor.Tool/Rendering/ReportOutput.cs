namespace ThreadPoolDoctor.Tool.Rendering;

/// <summary>One place that the report goes to.</summary>
/// <param name="Format">How it is written there.</param>
/// <param name="File">The file, or null for standard output.</param>
internal sealed record ReportOutput(ReportFormat Format, FileInfo? File)
{
    /// <summary>
    /// Where the report goes, by --format (null when it was not given) and -o. A single file takes the format that was
    /// asked for; otherwise each takes that of its name, and the one asked for where the name tells none.
    /// </summary>
    public static IReadOnlyList<ReportOutput> Of(ReportFormat? asked, IReadOnlyList<FileInfo> files) => files switch
    {
        [] => [new(asked ?? ReportFormats.Text, null)],
        [var one] => [new(asked ?? ReportFormats.ByFile(one.Name) ?? ReportFormats.Text, one)],
        _ => [.. files.Select(file => new ReportOutput(ReportFormats.ByFile(file.Name) ?? asked ?? ReportFormats.Text, file))],
    };
}
