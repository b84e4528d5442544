using Spectre.Console;
using ThreadPoolDoctor.Diagnosis;
using ThreadPoolDoctor.Diagnosis.Reports;

namespace ThreadPoolDoctor.Tool.Rendering;

/// <summary>Brings a report to the terminal (with colour where there is one) or into a file.</summary>
internal static class ReportPrinter
{
    private static readonly Dictionary<LineKind, Style> s_styles = new()
    {
        [LineKind.Plain] = Style.Plain,
        [LineKind.Finding] = new(decoration: Decoration.Bold),
        [LineKind.Cause] = new(Color.Yellow),
        [LineKind.Remedy] = new(Color.Green),
        [LineKind.Quiet] = new(Color.Grey),
    };

    private static readonly Dictionary<Verdict, Color> s_verdicts = new()
    {
        [Verdict.Healthy] = Color.Green,
        [Verdict.Starving] = Color.Red,
        [Verdict.Compensated] = Color.Yellow,
        [Verdict.AtRisk] = Color.Yellow,
        [Verdict.CpuBound] = Color.Blue,
        [Verdict.Inconclusive] = Color.Grey,
    };

    /// <summary>
    /// Brings the report to each of its places. Throws ExpectedTrouble when a file cannot be written, after all others
    /// have been; that report is printed, so that it is not lost.
    /// </summary>
    public static void Print(Look look, IReadOnlyList<ReportOutput> outputs)
    {
        ExpectedTrouble? first = null;
        foreach (ReportOutput output in outputs)
        {
            if (Print(look, output) is { } trouble) first ??= trouble;
        }
        if (first is not null) throw first;
    }

    /// <summary>How a line of this kind looks; the line of the verdict has its colour.</summary>
    public static Style StyleOf(LineKind kind, Verdict? verdict) => kind == LineKind.Verdict && verdict is { } known
        ? new Style(s_verdicts[known], decoration: Decoration.Bold)
        : s_styles[kind];

    private static ExpectedTrouble? Print(Look look, ReportOutput output)
    {
        if (output.File is { } file) return Save(output.Format.Write(look), output.Format.IsUtf8, file);
        if (output.Format == ReportFormats.Text && Terminal.HasColour) PrintInColour(look.Diagnosis);
        else StandardStream.Print(output.Format.Write(look), output.Format.IsUtf8);
        return null;
    }

    private static void PrintInColour(PoolDiagnosis diagnosis)
    {
        foreach (ReportLine line in TextReport.Lines(diagnosis))
        {
            Style style = StyleOf(line.Kind, diagnosis.Verdict);
            // Long lines are left to the terminal: a path that is broken in two cannot be clicked or copied.
            AnsiConsole.Console.Profile.Width = Math.Max(AnsiConsole.Console.Profile.Width, line.Text.Length + 1);
            AnsiConsole.Write(new Text(line.Text + "\n", style));
        }
    }

    /// <summary>
    /// Brings a text to standard output, or into the file if there is one; throws ExpectedTrouble where that fails.
    /// </summary>
    public static void Print(string report, bool utf8, FileInfo? file)
    {
        if (file is null) StandardStream.Print(report, utf8);
        else if (Save(report, utf8, file) is { } trouble) throw trouble;
    }

    private static ExpectedTrouble? Save(string report, bool utf8, FileInfo file)
    {
        try
        {
            File.WriteAllText(file.FullName, report);
            return null;
        }
        catch (Exception trouble) when (trouble is IOException or UnauthorizedAccessException)
        {
            StandardStream.Print(report, utf8);
            return new(
                $"The report could not be written to {file.FullName}: {trouble.Message}",
                "It is printed above; name another file, or make room on the disk.", trouble);
        }
    }
}
