using System.Globalization;
using System.Text;
using ThreadPoolDoctor.Diagnosis.Recordings;
using ThreadPoolDoctor.Diagnosis.Signals;

namespace ThreadPoolDoctor.Diagnosis.Reports;

/// <summary>
/// The time that pool threads spent blocked, as folded stacks: one line a stack, from the base to the leaf, and the
/// milliseconds that threads sat in it. Flame graph scripts and speedscope read it.
/// </summary>
public static class FoldedReport
{
    /// <summary>The lines; empty where nothing blocked.</summary>
    public static string Write(Recording recording)
    {
        StringBuilder text = new();
        var lines = BlockedTime.Of(Plausible.Of(recording))
            // Stacks that differ in lines only are one.
            .GroupBy(stack => string.Join(';', stack.Stack.Reverse().Select(frame => Name(frame.DisplayName))))
            .Select(group => (Stack: group.Key, Milliseconds: Math.Round(group.Sum(stack => stack.Seconds) * 1000)))
            .Where(line => line.Milliseconds > 0);
        foreach ((string stack, double milliseconds) in lines)
        {
            text.Append(stack).Append(' ').Append(milliseconds.ToString("0", CultureInfo.InvariantCulture)).Append('\n');
        }
        return text.ToString();
    }

    /// <summary>The semicolon stands between frames.</summary>
    private static string Name(string name) => name.Length == 0 ? "?" : Words.Visible(name).Replace(';', ':');
}
