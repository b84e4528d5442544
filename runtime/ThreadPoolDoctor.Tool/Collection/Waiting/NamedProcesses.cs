using System.Globalization;

namespace ThreadPoolDoctor.Tool.Collection.Waiting;

/// <summary>Waits for a process of a name to start.</summary>
internal static class NamedProcesses
{
    private static readonly TimeSpan s_pulse = TimeSpan.FromMilliseconds(250);

    // Those whose port lies elsewhere are found by a walk through all processes of the machine: seldom.
    private const int PulsesBetweenWalks = 20;

    /// <summary>
    /// The id of the process of this name that was started last, as soon as there is one. Cancelled when that takes too
    /// long.
    /// </summary>
    public static async Task<int> WaitAsync(string name, CancellationToken cancel)
    {
        for (int pulse = 0; ; pulse++)
        {
            IReadOnlyList<int> found = DotNetProcesses.Named(name, alsoElsewhere: pulse % PulsesBetweenWalks == 0);
            if (found.Count > 0) return found.MaxBy(id => ProcFiles.Stat(id)?.StartTicks ?? 0);
            await Task.Delay(s_pulse, cancel);
        }
    }

    /// <summary>Whether this is a name, and not an id, which no other process will have.</summary>
    public static bool IsName(string idOrName) => !int.TryParse(idOrName, NumberStyles.None, CultureInfo.InvariantCulture, out _);
}
