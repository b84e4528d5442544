using System.Runtime.CompilerServices;

namespace ThreadPoolDoctor.Tests;

/// <summary>Files of the repository that tests hold the code to: pages, schemas, sources.</summary>
internal static class RepositoryFiles
{
    /// <summary>The folder that holds the solution.</summary>
    public static string Root { get; } = FindRoot();

    public static string Read(string relativePath) => File.ReadAllText(Path.Combine(Root, relativePath));

    private static string FindRoot([CallerFilePath] string here = "") =>
        Path.GetFullPath(Path.Combine(Path.GetDirectoryName(here)!, "..", ".."));
}
