using System.Security.Cryptography;
using System.Text;

namespace ThreadPoolDoctor.Diagnosis.Reports.Html;

/// <summary>
/// The style and the script, which hold nothing that came from a process, and the policy that lets nothing else run.
/// </summary>
internal static class HtmlParts
{
    public static string Style { get; } = Read("report.css");

    public static string Script { get; } = Read("report.js");

    /// <summary>
    /// No request goes anywhere, and no script runs but this one: a name that got through would still do nothing.
    /// </summary>
    public static string Policy { get; } =
        $"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{Hash(Script)}'; base-uri 'none'; form-action 'none'";

    private static string Hash(string script) => Convert.ToBase64String(SHA256.HashData(Encoding.UTF8.GetBytes(script)));

    private static string Read(string name)
    {
        using Stream part = typeof(HtmlParts).Assembly.GetManifestResourceStream(name)!;
        using StreamReader reader = new(part);
        return reader.ReadToEnd().Replace("\r\n", "\n");
    }
}
