using System.Diagnostics;
using System.Text.Json;
using ThreadPoolDoctor.Tool.Collection.Symbols;

namespace ThreadPoolDoctor.Tool.Collection;

/// <summary>Which version of .NET a process runs on: by the files that the kernel says it has mapped.</summary>
internal static class RuntimeVersion
{
    public const string Unknown = "unknown";

    private const string Runtime = "/libcoreclr.so";

    private const string Framework = "Microsoft.NETCore.App";

    /// <summary>Such as "10.0.12", or <see cref="Unknown"/>.</summary>
    public static string Of(int processId)
    {
        string? maps = ProcFiles.TryRead($"/proc/{processId}/maps");
        if (maps is null) return Unknown;
        if (RuntimeFolder(maps) is not { } folder) return Within(new TargetFiles(processId));
        return SharedVersion(folder) ?? Beside($"/proc/{processId}/root{folder}");
    }

    /// <summary>
    /// Where the runtime was mapped from, by the kernel's list of what is: a folder of shared ones before any other.
    /// </summary>
    internal static string? RuntimeFolder(string maps)
    {
        string? folder = null;
        for (int at = 0; (at = maps.IndexOf(Runtime, at, StringComparison.Ordinal)) >= 0; at += Runtime.Length)
        {
            int line = maps.LastIndexOf('\n', at) + 1;
            int path = maps.IndexOf(" /", line, at + 1 - line, StringComparison.Ordinal) + 1;
            if (path == 0) continue;
            string found = maps[path..at];
            if (SharedVersion(found) is not null) return found;
            folder ??= found;
        }
        return folder;
    }

    /// <summary>Shared runtimes lie in a folder that is named by their version; null for any other.</summary>
    private static string? SharedVersion(string folder) =>
        folder.Split('/') is [.., Framework, { Length: > 0 } version] ? version : null;

    /// <summary>
    /// Self-contained programs carry the runtime in their own folder; its core library says the version.
    /// </summary>
    private static string Beside(string folder)
    {
        // Looked at first: the library's reader would wait for ever for somebody to write into a pipe of that name.
        string library = folder + "/System.Private.CoreLib.dll";
        using (TargetFile? file = TargetFile.TryOpen(library))
        {
            if (file is null) return Unknown;
        }
        try
        {
            return Plain(FileVersionInfo.GetVersionInfo(library).ProductVersion);
        }
        catch (Exception trouble) when (trouble is IOException or UnauthorizedAccessException)
        {
            return Unknown;
        }
    }

    /// <summary>
    /// A self-contained single file has the runtime inside its host; the configuration that it carries says which.
    /// </summary>
    internal static string Within(TargetFiles files) => files.BundledNames
        .Where(name => name.EndsWith(".runtimeconfig.json", StringComparison.Ordinal))
        .SelectMany(files.ReadBundled)
        .Select(configuration => Plain(Untrusted.Read(() => Included(configuration))))
        .FirstOrDefault(Unknown);

    private static string? Included(byte[] configuration)
    {
        using JsonDocument document = JsonDocument.Parse(configuration);
        return document.RootElement.GetProperty("runtimeOptions").GetProperty("includedFrameworks").EnumerateArray()
            .Where(framework => framework.GetProperty("name").GetString() == Framework)
            .Select(framework => framework.GetProperty("version").GetString())
            .FirstOrDefault();
    }

    /// <summary>
    /// Without what a preview, or a commit, adds; it is another's word, so that only a version is taken for one.
    /// </summary>
    private static string Plain(string? version) =>
        version?.Split('+', '-')[0] is { } plain && Version.TryParse(plain, out _) ? plain : Unknown;
}
