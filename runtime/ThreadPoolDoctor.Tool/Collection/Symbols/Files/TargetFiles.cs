using System.Globalization;

namespace ThreadPoolDoctor.Tool.Collection.Symbols;

/// <summary>
/// Reads files that the target names, as the target sees them: through its root where it lives in another one (a
/// container). Names and contents come from another process and are not trusted: a file is read whole and bounded, so
/// that one which shrinks meanwhile cannot crash the reader, as it would behind a memory map.
/// </summary>
internal sealed class TargetFiles
{
    private const long LargestFile = 64 << 20;

    /// <summary>What is read or inflated is kept: all together may not cost more than this.</summary>
    private const long MostBytes = 96 << 20;

    private readonly string? _root;
    private readonly bool _reads = true;
    private readonly string? _program;
    private readonly DateTime? _startedAt;
    private readonly Lazy<SingleFileBundle?> _bundle;

    /// <summary>Gives no file at all.</summary>
    public static TargetFiles None { get; } = new(reads: false);

    private TargetFiles(bool reads) => (_reads, _bundle) = (reads, new(() => null));

    /// <param name="processId">The live target, or null when the recording comes from a file.</param>
    public TargetFiles(int? processId)
    {
        _root = processId is { } id && OperatingSystem.IsLinux() ? string.Create(CultureInfo.InvariantCulture, $"/proc/{id}/root") : null;
        // As the target sees it, so that it is found through the target's root like its other files.
        _program = _root is null ? null : RootedPath.LinkAt(string.Create(CultureInfo.InvariantCulture, $"/proc/{processId}/exe"));
        _startedAt = processId is { } live && ProcFiles.Stat(live) is { } stat ? BootClock.Read().At(stat.StartSeconds).UtcDateTime : null;
        _bundle = new(OpenBundle);
    }

    private TargetFiles(string program) => (_program, _bundle) = (program, new(OpenBundle));

    /// <summary>Those of a program that does not run, in this file.</summary>
    internal static TargetFiles OfProgram(string path) => new(path);

    /// <summary>What of the target's files is held in memory.</summary>
    public ByteBudget Budget { get; } = new(MostBytes);

    /// <summary>
    /// The bytes of each readable file of this name: the target's first, then, where they differ, this machine's.
    /// </summary>
    public IEnumerable<byte[]> Read(string path) => Open(path).Select(ReadWhole).OfType<byte[]>();

    /// <summary>
    /// The same of files that have not changed since the process began; none where it is not known when that was.
    /// </summary>
    public IEnumerable<byte[]> ReadUnchanged(string path) =>
        Open(path).Where(file => file.WrittenAt < _startedAt).Select(ReadWhole).OfType<byte[]>();

    /// <summary>Names of the files in the single file that the target may be, without folders.</summary>
    public IEnumerable<string> BundledNames => _bundle.Value?.Names ?? [];

    /// <summary>
    /// The file of this name, whatever its folder, out of the single file that the target may be. Modules in there are
    /// told by a path beside the program at which there is nothing.
    /// </summary>
    public IEnumerable<byte[]> ReadBundled(string path)
    {
        string name = path[(path.LastIndexOfAny(['/', '\\']) + 1)..];
        if (name.Length == 0 || _bundle.Value is not { } bundle || _program is null) yield break;
        foreach (TargetFile program in Open(_program))
        {
            if (bundle.Read(program, name, Budget) is { } bytes) yield return bytes;
        }
    }

    private SingleFileBundle? OpenBundle()
    {
        if (_program is null) return null;
        foreach (TargetFile program in Open(_program))
        {
            if (SingleFileBundle.TryOpen(program) is { } bundle) return bundle;
        }
        return null;
    }

    /// <summary>
    /// The same files, open: for those of which only a part is wanted. Each is closed when the next is asked for.
    /// </summary>
    public IEnumerable<TargetFile> Open(string path)
    {
        if (!_reads || !IsOpenable(path, OperatingSystem.IsWindows())) yield break;
        string[] roots = _root is null ? [""] : [_root, ""];
        foreach (string root in roots)
        {
            using TargetFile? file = TryOpen(root, path);
            if (file is not null) yield return file;
        }
    }

    /// <summary>
    /// Only files of a known place: a relative path (from memory, or out of a bundle) would mean some file of the
    /// tool's, and under Windows a name like \\server\share sends this user's credentials to whoever the target names.
    /// </summary>
    internal static bool IsOpenable(string path, bool windows) => windows
        ? path.Length > 2 && char.IsAsciiLetter(path[0]) && path[1] == ':' && path[2] is '\\' or '/'
        : path.StartsWith('/') && !path.Contains('\0');

    private static TargetFile? TryOpen(string root, string path)
    {
        if (OperatingSystem.IsWindows()) return TargetFile.TryOpen(path);
        return RootedPath.Resolve(root, path, RootedPath.LinkAt) is { } resolved ? TargetFile.TryOpen(resolved) : null;
    }

    private byte[]? ReadWhole(TargetFile file)
    {
        if (file.Length > LargestFile || !Budget.TryTake(file.Length)) return null;
        if (file.TryRead(0, (int)file.Length) is { } bytes) return bytes;
        Budget.Return(file.Length);
        return null;
    }
}
