namespace ThreadPoolDoctor.Tool.Collection.Symbols;

/// <summary>
/// Where a path of the target leads, links followed as the target would follow them. The kernel resolves an absolute
/// link below <c>/proc/[pid]/root</c> from this tool's own root, and would open another file than the target has.
/// </summary>
internal static class RootedPath
{
    // ELOOP: as many links as the kernel follows.
    private const int MostLinks = 40;

    /// <summary>
    /// The path below <paramref name="root"/> without a link in it, or null when there are too many links.
    /// </summary>
    /// <param name="root">Without a separator at its end; empty for this tool's own root.</param>
    /// <param name="path">Absolute, as the target sees it.</param>
    /// <param name="linkOf">What the link at a path says, or null when there is no link.</param>
    public static string? Resolve(string root, string path, Func<string, string?> linkOf)
    {
        Stack<string> ahead = Parts(path);
        List<string> resolved = [];
        int links = 0;
        while (ahead.TryPop(out string? part))
        {
            if (part == ".") continue;
            if (part == "..")
            {
                if (resolved.Count > 0) resolved.RemoveAt(resolved.Count - 1); // the root is its own parent
                continue;
            }
            resolved.Add(part);
            if (linkOf($"{root}/{string.Join('/', resolved)}") is not { } link) continue;
            if (++links > MostLinks) return null;
            resolved.RemoveAt(resolved.Count - 1);
            if (link.StartsWith('/')) resolved.Clear();
            foreach (string next in Parts(link).Reverse()) ahead.Push(next);
        }
        return $"{root}/{string.Join('/', resolved)}";
    }

    /// <summary>The link at this path as it is written, or null when there is none or it cannot be read.</summary>
    public static string? LinkAt(string path)
    {
        try
        {
            return new FileInfo(path).LinkTarget;
        }
        catch (Exception trouble) when (trouble is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    /// <summary>The first part on top.</summary>
    private static Stack<string> Parts(string path) =>
        new(Enumerable.Reverse(path.Split('/', StringSplitOptions.RemoveEmptyEntries)));
}
