using Spectre.Console;
using ThreadPoolDoctor.Diagnosis.Reports;
using ThreadPoolDoctor.Tool.Collection.Monitoring;

namespace ThreadPoolDoctor.Tool.Rendering.Monitoring;

/// <summary>
/// The terminal's second screen, drawn anew each time in one piece, so that it does not flicker. What stood on the
/// first is there again afterwards.
/// </summary>
internal sealed class LiveScreen : IDisposable
{
    // Alternate screen, cursor, and where drawing begins: ECMA-48 and xterm.
    private const string Enter = "\u001b[?1049h\u001b[?25l";
    private const string Leave = "\u001b[?25h\u001b[?1049l";
    private const string Home = "\u001b[H";
    private const string EraseLine = "\u001b[K";
    private const string EraseBelow = "\u001b[J";

    private LiveScreen() => Console.Out.Write(Enter);

    public static LiveScreen Open() => new();

    public void Draw(IReadOnlyList<MonitorView> views, string footer)
    {
        int columns = Math.Max(20, AnsiConsole.Profile.Out.Width);
        int rows = Math.Max(4, AnsiConsole.Profile.Out.Height);
        using StringWriter text = new();
        IAnsiConsole console = AnsiConsole.Create(new AnsiConsoleSettings
        {
            Ansi = AnsiSupport.Yes,
            ColorSystem = Terminal.HasColour ? ColorSystemSupport.Detect : ColorSystemSupport.NoColors,
            Out = new AnsiConsoleOutput(text),
        });
        console.Profile.Width = columns + 1;
        text.Write(Home);
        bool first = true;
        // The last column stays free: a terminal that is written to its edge begins another line.
        foreach (ScreenLine line in MonitorScreen.Lines(views, columns - 1, rows, footer))
        {
            if (!first) text.Write("\r\n");
            first = false;
            console.Write(new Text(line.Text, ReportPrinter.StyleOf(line.Kind, line.Verdict)));
            text.Write(EraseLine);
        }
        text.Write(EraseBelow);
        Console.Out.Write(text.ToString());
        Console.Out.Flush();
    }

    public void Dispose()
    {
        Console.Out.Write(Leave);
        Console.Out.Flush();
    }
}
