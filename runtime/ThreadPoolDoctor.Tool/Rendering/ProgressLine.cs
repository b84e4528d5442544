using System.Text;
using Spectre.Console.Rendering;

namespace ThreadPoolDoctor.Tool.Rendering;

/// <summary>
/// The line that says what is observed and how much of it is done, in as many columns as the terminal has.
/// </summary>
/// <param name="Name">The program's name, which may be long; visible characters only.</param>
/// <param name="Rest">Its process id and the time.</param>
internal sealed record ProgressLine(string Name, string Rest)
{
    private const string Verb = "Observing ";
    private const string Omission = "...";
    private const int BarWidth = 20;

    // The bar with its brackets and the space before them.
    private const int BarColumns = BarWidth + 3;

    // A name that is cut shorter tells nothing.
    private const int LeastName = 8;

    /// <summary>Without a bar and in full, for a log.</summary>
    public string Whole => Verb + Name + Rest;

    /// <summary>
    /// Exactly <paramref name="columns"/> wide, so that it covers what stood there; the name gives way first, then the
    /// bar.
    /// </summary>
    public string At(double share, int columns)
    {
        int room = columns - Verb.Length - Columns(Rest);
        bool hasBar = room - BarColumns >= Math.Min(LeastName, Columns(Name));
        string line = Verb + Shortened(Name, hasBar ? room - BarColumns : room) + Rest;
        if (hasBar)
        {
            int full = (int)(Math.Clamp(share, 0, 1) * BarWidth);
            line += $" [{new string('#', full)}{new string('.', BarWidth - full)}]";
        }
        line = Cut(line, columns);
        return line + new string(' ', columns - Columns(line));
    }

    private static string Shortened(string text, int columns) => Columns(text) <= columns
        ? text
        : Cut(text, Math.Max(0, columns - Omission.Length)) + Omission;

    /// <summary>As much of the beginning as fits: some characters take two columns.</summary>
    internal static string Cut(string text, int columns)
    {
        if (columns <= 0) return "";
        int used = 0;
        int length = 0;
        foreach (Rune rune in text.EnumerateRunes())
        {
            used += Columns(rune.ToString());
            if (used > columns) break;
            length += rune.Utf16SequenceLength;
        }
        return text[..length];
    }

    private static int Columns(string text) => new Segment(text).CellCount();
}
