using System.Globalization;

namespace ThreadPoolDoctor.Diagnosis;

/// <summary>Numbers and plurals as a person reads them; always in the invariant culture.</summary>
internal static class Words
{
    public static string Count(long number, string noun) =>
        $"{number.ToString("N0", CultureInfo.InvariantCulture)} {noun}{(number == 1 ? "" : "s")}";

    /// <summary>Names come from the observed process: an escape sequence in one must not reach the terminal, nor a line end the next row.</summary>
    public static string Visible(string text) =>
        text.Any(char.IsControl) ? string.Concat(text.Select(c => char.IsControl(c) ? '?' : c)) : text;

    public static string Verb(long number, string one, string many) => number == 1 ? one : many;

    /// <summary>Two significant digits below ten, whole numbers above a hundred.</summary>
    public static string Number(double value) => Math.Abs(value) switch
    {
        >= 100 => value.ToString("N0", CultureInfo.InvariantCulture),
        >= 10 => value.ToString("0.#", CultureInfo.InvariantCulture),
        >= 1 => value.ToString("0.#", CultureInfo.InvariantCulture),
        _ => value.ToString("0.##", CultureInfo.InvariantCulture),
    };
}
