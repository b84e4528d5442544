namespace ThreadPoolDoctor.EndToEnd.Doctor;

/// <summary>An empty folder for one test.</summary>
internal sealed class ScratchFolder : IDisposable
{
    public string Path { get; } = Directory.CreateTempSubdirectory("tpd").FullName;

    /// <summary>Everything in it, by relative path.</summary>
    public IReadOnlyList<string> Contents() =>
        [.. Directory.EnumerateFileSystemEntries(Path, "*", SearchOption.AllDirectories)
            .Select(entry => System.IO.Path.GetRelativePath(Path, entry)).Order()];

    public void Dispose() => Directory.Delete(Path, recursive: true);
}
