using System.CommandLine;
using System.CommandLine.Parsing;
using System.Globalization;

namespace ThreadPoolDoctor.Tool.Commands;

/// <summary>
/// An option that takes a time span as people write it: 500ms, 3s, 2m, 1h, 00:00:05, or plain seconds.
/// </summary>
internal static class DurationOption
{
    private static readonly (string Suffix, double Seconds)[] s_units = [("ms", 0.001), ("s", 1), ("m", 60), ("h", 3600)];

    public static Option<TimeSpan> Create(string name, TimeSpan standard, string description) => new(name)
    {
        Description = description,
        DefaultValueFactory = _ => standard,
        CustomParser = Parse,
        HelpName = "time",
    };

    /// <summary>The span, or null when the text is not one or one of a length that makes no sense.</summary>
    public static TimeSpan? Parse(string text)
    {
        foreach ((string suffix, double seconds) in s_units)
        {
            if (text.EndsWith(suffix, StringComparison.OrdinalIgnoreCase)
                && double.TryParse(text[..^suffix.Length], NumberStyles.Float, CultureInfo.InvariantCulture, out double number))
            {
                return Sensible(number * seconds);
            }
        }
        if (double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out double plain)) return Sensible(plain);
        return TimeSpan.TryParse(text, CultureInfo.InvariantCulture, out TimeSpan span) ? Sensible(span.TotalSeconds) : null;
    }

    // Timers count milliseconds, in 32 bits.
    private static TimeSpan? Sensible(double seconds) =>
        seconds is >= 0.001 and <= 86_400 * 20 ? TimeSpan.FromSeconds(seconds) : null;

    private static TimeSpan Parse(ArgumentResult result)
    {
        string text = result.Tokens[0].Value;
        if (Parse(text) is { } span) return span;
        result.AddError($"'{text}' is not a time span from 1 ms to 20 days: write 500ms, 3s, 2m or 00:00:05.");
        return default;
    }
}
