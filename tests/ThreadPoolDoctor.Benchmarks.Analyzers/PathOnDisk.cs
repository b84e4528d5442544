namespace ThreadPoolDoctor.Benchmarks.Analyzers;

/// <summary>
/// Written on a system that does not tell cases apart, a path may be spelled otherwise than its folders.
/// </summary>
internal static class PathOnDisk
{
    /// <summary>The path as the disk spells it; null when there is none of any case.</summary>
    public static string? Of(string path) => Path.Exists(path) ? path
        : Path.GetDirectoryName(path) is { } parent && Of(parent) is { } folder && Directory.Exists(folder)
            ? Directory.EnumerateFileSystemEntries(folder, Path.GetFileName(path),
                new EnumerationOptions { MatchCasing = MatchCasing.CaseInsensitive }).FirstOrDefault() : null;
}
