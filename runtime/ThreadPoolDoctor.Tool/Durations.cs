using System.Globalization;

namespace ThreadPoolDoctor.Tool;

/// <summary>Time spans as the options take them and people read them.</summary>
internal static class Durations
{
    /// <summary>"500 ms", "3 s".</summary>
    public static string Text(TimeSpan span) => span.TotalSeconds < 1
        ? string.Create(CultureInfo.InvariantCulture, $"{span.TotalMilliseconds:0.#} ms")
        : string.Create(CultureInfo.InvariantCulture, $"{span.TotalSeconds:0.#} s");
}
