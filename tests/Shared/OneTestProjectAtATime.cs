using System.Runtime.CompilerServices;

namespace ThreadPoolDoctor.Tests;

/// <summary>
/// Makes the test projects of one <c>dotnet test</c> run one after the other. The runner starts them side by side,
/// but live processes are diagnosed in one while another keeps every processor busy on purpose: each would falsify
/// the other's evidence.
/// </summary>
internal static class OneTestProjectAtATime
{
    // Held until the process ends; the operating system lets go of it even if the process is killed.
    private static FileStream? s_turn;

#pragma warning disable CA2255 // A module initialiser is the only code that runs before the first test of an assembly.
    [ModuleInitializer]
    internal static void WaitForTurn()
    {
        if (Environment.GetEnvironmentVariable("TPD_PART_OF_A_TEST") is not null)
        {
            // A program that a test runs in its own turn.
            return;
        }
        // Beside the build output, so that two checkouts do not wait for each other.
        string file = Path.Combine(ArtifactsFolder(), "one-test-project-at-a-time.lock");
        DateTime giveUp = DateTime.UtcNow.AddMinutes(30);
        while (!TryTake(file))
        {
            if (DateTime.UtcNow > giveUp)
            {
                throw new TimeoutException($"Another test project has held {file} for 30 minutes.");
            }
            System.Threading.Thread.Sleep(100);
        }
    }
#pragma warning restore CA2255

    private static bool TryTake(string file)
    {
        try
        {
            s_turn = new FileStream(file, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None);
            return true;
        }
        catch (IOException)
        {
            return false;
        }
    }

    private static string ArtifactsFolder()
    {
        DirectoryInfo? folder = new(AppContext.BaseDirectory);
        while (folder is not null && folder.Name != "artifacts")
        {
            folder = folder.Parent;
        }
        return folder?.FullName ?? AppContext.BaseDirectory;
    }
}
