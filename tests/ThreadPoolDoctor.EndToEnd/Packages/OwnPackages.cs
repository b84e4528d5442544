using System.Collections.Concurrent;
using ThreadPoolDoctor.EndToEnd.Doctor;

namespace ThreadPoolDoctor.EndToEnd.Packages;

/// <summary>
/// The packages of this repository, each packed once for all tests of a run into one feed, and the cache that fresh
/// projects restore them to. What they depend on comes from this user's own cache: it was needed to build them.
/// </summary>
internal static class OwnPackages
{
    public const string Version = "0.1.0-endtoend";

    private static readonly string s_root = TemporaryFolder();

    private static readonly ConcurrentDictionary<string, Lazy<Task>> s_packed = [];

    // They build the same projects into the same folder.
    private static readonly SemaphoreSlim s_turn = new(1, 1);

    public static string Feed { get; } = Path.Combine(s_root, "feed");

    // A cache of its own: a stale package of the same version in this user's cache would lie.
    public static string Cache { get; } = Path.Combine(s_root, "packages");

    public static string OfThisUser { get; } = Environment.GetEnvironmentVariable("NUGET_PACKAGES")
        ?? Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.UserProfile), ".nuget", "packages");

    /// <summary>Packs the project in a folder of the repository, or waits for whoever does.</summary>
    public static Task Pack(string project) =>
        s_packed.GetOrAdd(project, static project => new(() => PackInTurn(project))).Value;

    private static async Task PackInTurn(string project)
    {
        await s_turn.WaitAsync();
        try
        {
            // The package's version alone: what was built as Release before need not be compiled anew.
            await Dotnet.MustWith(
                OfThisUser, Path.Combine(House.Repository, project), "pack", "-c", "Release", "-o", Feed, "-v", "q", $"-p:PackageVersion={Version}");
        }
        finally
        {
            s_turn.Release();
        }
    }

    private static string TemporaryFolder()
    {
        string folder = Directory.CreateTempSubdirectory("tpd-packages-").FullName;
        AppDomain.CurrentDomain.ProcessExit += (_, _) => Directory.Delete(folder, recursive: true);
        return folder;
    }
}
