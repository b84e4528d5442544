namespace ThreadPoolDoctor.Tool.Collection.Requests;

/// <summary>Whether a process may serve requests that ASP.NET Core counts, by the files that it has mapped.</summary>
internal static class RequestServer
{
    private const string Hosting = "/Microsoft.AspNetCore.Hosting.dll";
    private const string CoreLibrary = "/System.Private.CoreLib.dll";

    /// <summary>Asks the kernel now: a program may load ASP.NET Core at any time.</summary>
    public static bool MayBe(int processId) => Shows(ProcFiles.TryRead($"/proc/{processId}/maps"));

    /// <summary>
    /// Whether these mappings leave it possible. Null, where the kernel does not tell, and a program whose assemblies
    /// are no files of their own (a single file) do.
    /// </summary>
    internal static bool Shows(string? mappings) => mappings is null
        || !mappings.Contains(CoreLibrary, StringComparison.Ordinal)
        || mappings.Contains(Hosting, StringComparison.Ordinal);
}
