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

    /// <summary>What is read is kept: all files together may not cost more than this.</summary>
    private const long MostBytes = 160 << 20;

    private readonly string? _root;
    private long _bytes;

    /// <param name="processId">The live target, or null when the recording comes from a file.</param>
    public TargetFiles(int? processId) =>
        _root = processId is { } id && OperatingSystem.IsLinux() ? string.Create(CultureInfo.InvariantCulture, $"/proc/{id}/root") : null;

    /// <summary>The bytes of each readable file of this name: the target's first, then, where they differ, this machine's.</summary>
    public IEnumerable<byte[]> Read(string path)
    {
        if (!Path.IsPathRooted(path))
        {
            yield break; // from memory or out of a bundle: a relative path would mean some file of ours
        }
        if (_root is not null && TryRead(_root + path) is { } inside)
        {
            yield return inside;
        }
        if (TryRead(path) is { } outside)
        {
            yield return outside;
        }
    }

    private byte[]? TryRead(string path)
    {
        try
        {
            // A pipe or a device reports no length; opening one could wait for ever.
            var file = new FileInfo(path);
            if (!file.Exists || file.Length is 0 or > LargestFile || _bytes + file.Length > MostBytes)
            {
                return null;
            }
            using FileStream stream = new(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
            byte[] bytes = new byte[file.Length];
            stream.ReadExactly(bytes);
            _bytes += bytes.Length;
            return bytes;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or NotSupportedException or ArgumentException or System.Security.SecurityException)
        {
            return null;
        }
    }
}
