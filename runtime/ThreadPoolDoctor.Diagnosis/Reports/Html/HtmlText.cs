using System.Globalization;
using System.Net;

namespace ThreadPoolDoctor.Diagnosis.Reports.Html;

/// <summary>Text and numbers as HTML may hold them, between tags and within quoted attributes alike.</summary>
internal static class HtmlText
{
    /// <summary>
    /// Escapes the mark-up's characters and both quotes; characters that cannot be seen, or that turn the direction of
    /// the text, become question marks.
    /// </summary>
    public static string Escape(string text) => WebUtility.HtmlEncode(Words.Visible(text));

    /// <summary>The same, cut where it would make a label of any length.</summary>
    public static string Label(string text, int longest = 300) => Escape(text.Length <= longest ? text : text[..longest] + "...");

    /// <summary>As CSS, SVG and the script read it.</summary>
    public static string Number(double value) => value.ToString("0.####", CultureInfo.InvariantCulture);
}
