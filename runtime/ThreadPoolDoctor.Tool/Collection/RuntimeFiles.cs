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
    /// it ends.
    /// </summary>
    public static void Remove(string folder, int processId)
    {
        string id = processId.ToString(CultureInfo.InvariantCulture);
        foreach (string pattern in (string[])[$"dotnet-diagnostic-{id}-*-socket", $"clr-debug-pipe-{id}-*"])
        {
            try
            {
                foreach (string file in Directory.GetFiles(folder, pattern)) File.Delete(file);
            }
            catch (Exception refused) when (refused is IOException or UnauthorizedAccessException)
            {
                // The runtime itself tries again at the end.
            }
        }
    }
}
