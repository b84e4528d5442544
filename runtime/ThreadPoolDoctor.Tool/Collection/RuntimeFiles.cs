using System.Globalization;

namespace ThreadPoolDoctor.Tool.Collection;

/// <summary>
/// What a process's own runtime lays in the folder for temporary files: the socket for diagnostics, and the pipes for
/// a debugger. A runtime that ends takes them away; one that is killed leaves them.
/// </summary>
internal static class RuntimeFiles
{
    /// <summary>
    /// Takes those of the process away while it lives: nobody can attach to it any more, and nothing is left however
    /// it ends. Where containers share the folder another process may have its id, but hardly its start time.
    /// </summary>
    public static void Remove(string folder, int processId, ulong startTicks)
    {
        string process = string.Create(CultureInfo.InvariantCulture, $"{processId}-{startTicks}");
        string[] names = [$"dotnet-diagnostic-{process}-socket", $"clr-debug-pipe-{process}-in", $"clr-debug-pipe-{process}-out"];
        foreach (string name in names)
        {
            try
            {
                File.Delete(Path.Combine(folder, name));
            }
            catch (Exception refused) when (refused is IOException or UnauthorizedAccessException)
            {
                // The runtime itself tries again at the end.
            }
        }
    }
}
