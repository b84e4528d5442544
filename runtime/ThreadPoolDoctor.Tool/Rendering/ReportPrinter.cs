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

    /// <summary>Throws ExpectedTrouble when the file cannot be written; the report is then printed, so that it is not lost.</summary>
    public static void Print(PoolDiagnosis diagnosis, string format, FileInfo? file)
    {
        if (file is not null) Save(ReportFormats.Write(diagnosis, format), file);
        else if (format == ReportFormats.Text && Terminal.HasColour) PrintInColour(diagnosis);
        else Console.Out.Write(ReportFormats.Write(diagnosis, format));
    }

    private static void PrintInColour(PoolDiagnosis diagnosis)
    {
        foreach (ReportLine line in TextReport.Lines(diagnosis))
        {
            Style style = line.Kind == LineKind.Verdict
                ? new Style(s_verdicts[diagnosis.Verdict], decoration: Decoration.Bold)
                : s_styles[line.Kind];
            // Long lines are left to the terminal: a path that is broken in two cannot be clicked or copied.
            AnsiConsole.Console.Profile.Width = Math.Max(AnsiConsole.Console.Profile.Width, line.Text.Length + 1);
            AnsiConsole.Write(new Text(line.Text + "\n", style));
        }
    }

    private static void Save(string report, FileInfo file)
    {
        try
        {
            File.WriteAllText(file.FullName, report);
        }
        catch (Exception trouble) when (trouble is IOException or UnauthorizedAccessException)
        {
            Console.Out.Write(report);
            throw new ExpectedTrouble(
                $"The report could not be written to {file.FullName}: {trouble.Message}",
                "It is printed above; name another file, or make room on the disk.", trouble);
        }
    }
}
