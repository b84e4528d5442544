using System.Diagnostics;
using System.Text.Json;
using System.Text.RegularExpressions;
using ThreadPoolDoctor.Tool.Collection.Symbols;

namespace ThreadPoolDoctor.Tool.Collection;

/// <summary>Which version of .NET a process runs on: by the files that the kernel says it has mapped.</summary>
internal static partial class RuntimeVersion
{
    public const string Unknown = "unknown";

    private const string Framework = "Microsoft.NETCore.App";

    /// <summary>Such as "10.0.12", or <see cref="Unknown"/>.</summary>
    public static string Of(int processId)
    {
        string? maps = ProcFiles.TryRead($"/proc/{processId}/maps");
        if (maps is null) return Unknown;
        Match shared = SharedRuntime().Match(maps);
        if (shared.Success) return shared.Groups[1].Value;
        Match alone = AnyRuntime().Match(maps);
        return alone.Success ? Beside($"/proc/{processId}/root{alone.Groups[1].Value}") : Within(new TargetFiles(processId));
    }

    /// <summary>Self-contained programs carry the runtime in their own folder; its core library says the version.</summary>
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

    /// <summary>A self-contained single file has the runtime inside its host; the configuration that it carries says which.</summary>
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

    /// <summary>Without what a preview, or a commit, adds; it is another's word, so that only a version is taken for one.</summary>
    private static string Plain(string? version) =>
        version?.Split('+', '-')[0] is { } plain && Version.TryParse(plain, out _) ? plain : Unknown;

    [GeneratedRegex(@"/Microsoft\.NETCore\.App/([^/\n]+)/libcoreclr\.so")]
    private static partial Regex SharedRuntime();

    [GeneratedRegex(@" (/[^\n]*)/libcoreclr\.so")]
    private static partial Regex AnyRuntime();
}
