using System.Runtime.Versioning;
using System.Security.Cryptography;

namespace ThreadPoolDoctor.Tool.Collection.Relief;

/// <summary>
/// The governor's assembly where the target can read it. The tool's own file serves a process of the same user in the
/// same file system; another container's or another user's process gets a copy, which goes when the runtime has loaded
/// it.
/// </summary>
internal sealed class GovernorFile : IDisposable
{
    private const string FileName = "ThreadPoolDoctor.Governor.dll";
    private const UnixFileMode ReadableFolder =
        UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute
        | UnixFileMode.GroupRead | UnixFileMode.GroupExecute | UnixFileMode.OtherRead | UnixFileMode.OtherExecute;
    private const UnixFileMode ReadableFile =
        UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.GroupRead | UnixFileMode.OtherRead;

    private readonly string? _copiedTo;

    private GovernorFile(string pathForTarget, string? copiedTo) => (PathForTarget, _copiedTo) = (pathForTarget, copiedTo);

    /// <summary>The path as the target must name it.</summary>
    public string PathForTarget { get; }

    /// <summary>Whether a copy was made, as the target names it.</summary>
    public bool IsCopy => _copiedTo is not null;

    /// <summary>Throws ExpectedTrouble when the target cannot be given the file.</summary>
    public static GovernorFile For(int processId)
    {
        string own = Path.Combine(AppContext.BaseDirectory, "governor", FileName);
        if (!File.Exists(own))
        {
            throw new ExpectedTrouble($"The governor is missing beside the tool: {own}.", "Install the tool again.");
        }
        if (OperatingSystem.IsWindows() || !ProcFiles.Available) return new(own, null);
        bool elsewhere = !SameFiles(processId);
        if (!elsewhere && (SameUser(processId) || ReadableByAll(own))) return new(own, null);
        return CopyFor(processId, own, elsewhere);
    }

    public void Dispose()
    {
        if (_copiedTo is null) return;
        try
        {
            Directory.Delete(Path.GetDirectoryName(_copiedTo)!, recursive: true);
        }
        catch (Exception gone) when (gone is IOException or UnauthorizedAccessException)
        {
            // Its container has ended, and the copy with it.
        }
    }

    [UnsupportedOSPlatform("windows")]
    private static GovernorFile CopyFor(int processId, string own, bool elsewhere)
    {
        string folder = DiagnosticPorts.TemporaryFolderOf(processId) is { Length: > 0 } told ? told.TrimEnd('/') : "/tmp";
        string root = elsewhere ? $"/proc/{processId}/root" : "";
        // A name that nobody can have put there before.
        string inner = $"{folder}/tpdoctor-{Convert.ToHexString(RandomNumberGenerator.GetBytes(8))}";
        try
        {
            // A link in another container's file system would be followed in ours.
            if (elsewhere && HasLink(root, folder)) throw new IOException($"{folder} is a link there.");
            Directory.CreateDirectory(root + inner, ReadableFolder);
            using (FileStream target = new(root + inner + "/" + FileName, FileMode.CreateNew, FileAccess.Write))
            using (FileStream source = File.OpenRead(own))
            {
                source.CopyTo(target);
            }
            // The mask of this process may have taken rights away.
            File.SetUnixFileMode(root + inner, ReadableFolder);
            File.SetUnixFileMode(root + inner + "/" + FileName, ReadableFile);
            return new(inner + "/" + FileName, root + inner + "/" + FileName);
        }
        catch (Exception trouble) when (trouble is IOException or UnauthorizedAccessException)
        {
            throw new ExpectedTrouble(
                $"The governor could not be put where process {processId} can read it ({inner}): {trouble.Message}",
                "Add the package ThreadPoolDoctor.Governor to the program, or run the tool inside its container.", trouble);
        }
    }

    private static bool HasLink(string root, string folder)
    {
        string path = root;
        foreach (string part in folder.Split('/', StringSplitOptions.RemoveEmptyEntries))
        {
            path += "/" + part;
            if (new DirectoryInfo(path).LinkTarget is not null) return true;
        }
        return false;
    }

    private static bool SameFiles(int processId) =>
        NamespaceOf(processId) is not { } theirs || theirs == NamespaceOf(Environment.ProcessId);

    private static string? NamespaceOf(int processId)
    {
        try
        {
            return new FileInfo($"/proc/{processId}/ns/mnt").LinkTarget;
        }
        catch (Exception trouble) when (trouble is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    private static bool SameUser(int processId) => UserOf(processId) == UserOf(Environment.ProcessId);

    private static string? UserOf(int processId) =>
        ProcFiles.Status(processId, "Uid")?.Split('\t', StringSplitOptions.RemoveEmptyEntries) is [_, var effective, ..] ? effective : null;

    [UnsupportedOSPlatform("windows")]
    private static bool ReadableByAll(string file)
    {
        if ((File.GetUnixFileMode(file) & UnixFileMode.OtherRead) == 0) return false;
        for (DirectoryInfo? folder = new FileInfo(file).Directory; folder is not null; folder = folder.Parent)
        {
            if ((folder.UnixFileMode & UnixFileMode.OtherExecute) == 0) return false;
        }
        return true;
    }
}
