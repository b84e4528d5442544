using System.Globalization;
using System.Text;

namespace ThreadPoolDoctor.Diagnosis;

/// <summary>Numbers and plurals as a person reads them; always in the invariant culture.</summary>
internal static class Words
{
    /// <summary>
    /// In the place of a method that left no frame: compiled into what runs it, or gone by a tail call.
    /// </summary>
    public const string InlinedWorkItem = "a work item whose method was inlined";

    /// <summary>In the place of a method that was compiled after the names had come, until they come again.</summary>
    public const string NamelessMethod = "a method whose name has not come";

    public static string Count(long number, string noun) =>
        $"{number.ToString("N0", CultureInfo.InvariantCulture)} {noun}{(number == 1 ? "" : "s")}";

    /// <summary>
    /// Names come from the observed process: an escape sequence in one must not reach the terminal, a line end must not
    /// begin the next row, and characters that turn the direction of the text or take no room must not make one name
    /// look like another. Each of them becomes a question mark.
    /// </summary>
    public static string Visible(string text)
    {
        if (text.All(char.IsAsciiLetterOrDigit)) return text; // most are
        StringBuilder? changed = null;
        for (int i = 0; i < text.Length;)
        {
            bool valid = Rune.TryGetRuneAt(text, i, out Rune rune);
            int length = valid ? rune.Utf16SequenceLength : 1;
            if (!valid || IsHidden(rune)) (changed ??= new StringBuilder(text, 0, i, text.Length)).Append('?');
            else changed?.Append(text, i, length);
            i += length;
        }
        return changed?.ToString() ?? text;
    }

    private static bool IsHidden(Rune rune) =>
        Rune.GetUnicodeCategory(rune) is UnicodeCategory.Control or UnicodeCategory.Format or UnicodeCategory.LineSeparator
            or UnicodeCategory.ParagraphSeparator or UnicodeCategory.PrivateUse or UnicodeCategory.OtherNotAssigned
        || Array.IndexOf(s_withoutWidth, rune.Value) >= 0
        || rune.Value is >= 0xFE00 and <= 0xFE0F or >= 0xE0100 and <= 0xE01EF;

    // Letters and marks that show nothing: the grapheme joiner, the fillers of Hangul and Khmer, Mongolian selectors.
    private static readonly int[] s_withoutWidth =
        [0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180C, 0x180D, 0x180F, 0x2800, 0x3164, 0xFFA0];

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
