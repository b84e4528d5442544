namespace ThreadPoolDoctor.Diagnosis.Reports;

/// <summary>
/// Where sources are here that the compiler recorded elsewhere: a build server writes /_/ for the folder of the
/// repository, another machine its own path. Each root replaces the beginning of a path; the longest that fits counts.
/// </summary>
public sealed class SourceRoots
{
    private readonly List<(string From, string To)> _roots;

    private SourceRoots(IEnumerable<(string, string)> roots) =>
        _roots = [.. roots.OrderByDescending(root => root.Item1.Length)];

    /// <summary>
    /// From texts such as "/_/=src": what the compiler wrote, and what it is here. Null when one is not of that kind.
    /// </summary>
    public static SourceRoots? Parse(IEnumerable<string> texts)
    {
        List<(string, string)> roots = [];
        foreach (string text in texts)
        {
            int equals = text.IndexOf('=', StringComparison.Ordinal);
            if (equals <= 0) return null;
            string from = Slashes(text[..equals]).TrimEnd('/');
            roots.Add((from + "/", Slashes(text[(equals + 1)..]).TrimEnd('/')));
        }
        return new(roots);
    }

    /// <summary>The path here; the same where no root fits.</summary>
    public string Map(string file)
    {
        string path = Slashes(file);
        foreach ((string from, string to) in _roots)
        {
            if (path.StartsWith(from, StringComparison.Ordinal)) return to.Length == 0 ? path[from.Length..] : $"{to}/{path[from.Length..]}";
        }
        return file;
    }

    /// <summary>The same diagnosis with all its files mapped.</summary>
    public PoolDiagnosis Map(PoolDiagnosis diagnosis) => diagnosis with
    {
        Findings = [.. diagnosis.Findings.Select(finding => finding with { Causes = [.. finding.Causes.Select(Map)] })],
        Busiest = [.. diagnosis.Busiest.Select(Map)],
        QueuedBy = [.. diagnosis.QueuedBy.Select(queuer => queuer.File is null ? queuer : queuer with { File = Map(queuer.File) })],
    };

    private Cause Map(Cause cause) => cause.File is null ? cause : cause with { File = Map(cause.File) };

    internal static string Slashes(string path) => path.Replace('\\', '/');
}
