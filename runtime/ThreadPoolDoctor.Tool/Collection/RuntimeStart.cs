using ThreadPoolDoctor.Tool.Collection.Launching;

namespace ThreadPoolDoctor.Tool.Collection;

/// <summary>
/// When a runtime has been running for long enough to be asked for events. A session that is opened while a program
/// starts can lock it up for ever: the session's thread and the program's first timer each run a static constructor
/// that the other holds (dotnet/runtime issue 118014; seen on 10.0.12 in a test runner that was observed from its first
/// moment). One that waits for the tool at its start is safe: it has run no managed code yet.
/// </summary>
internal static class RuntimeStart
{
    // What a small program takes to have its first timers and event sources, what any takes, and what it may take on a
    // machine that is busy. The first also keeps a look of one second, at a program that has only now said it is ready,
    // within two.
    private static readonly TimeSpan s_earliest = TimeSpan.FromSeconds(0.5);
    private static readonly TimeSpan s_settled = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan s_longest = TimeSpan.FromSeconds(4);
    private static readonly TimeSpan s_pulse = TimeSpan.FromMilliseconds(100);

    // Seconds of processor time that are more than any start.
    private const double MuchUsed = 0.5;

    /// <summary>Waits while the runtime that started at this time still does so.</summary>
    public static async Task SettleAsync(int processId, DateTimeOffset startedAt)
    {
        for (StatLine? before = null, now; (now = ProcFiles.Stat(processId)) is not null || !ProcFiles.Available; before = now)
        {
            if (HasSettled(DateTimeOffset.UtcNow - startedAt, before, now) || WaitsAtItsStart(processId)) return;
            await Task.Delay(s_pulse);
        }
    }

    /// <summary>
    /// Whether a runtime of this age has started, by what the kernel says of its process twice, a moment apart: it
    /// sleeps, or it is old enough and has used much time. Where the kernel does not tell, its age counts alone.
    /// </summary>
    internal static bool HasSettled(TimeSpan age, StatLine? before, StatLine? now)
    {
        if (age < TimeSpan.Zero || age >= s_longest) return true;
        if (age < s_earliest) return false;
        if (now is not { } last) return age >= s_settled;
        var sleeps = last.State == 'S' && before is { } first && first.CpuSeconds.Equals(last.CpuSeconds);
        return sleeps || (age >= s_settled && last.CpuSeconds >= MuchUsed);
    }

    /// <summary>
    /// Whether these environment variables, as the kernel shows them, tell a runtime to wait for a tool at its start.
    /// </summary>
    internal static bool TellsToWait(string environment) => environment
        .Split('\0')
        .Where(static variable => variable.StartsWith(LaunchedProgram.PortsVariable + "=", StringComparison.Ordinal))
        .SelectMany(static variable => variable[(LaunchedProgram.PortsVariable.Length + 1)..].Split(';', StringSplitOptions.RemoveEmptyEntries))
        .Any(static port => !port.Split(',')[1..].Contains("nosuspend", StringComparer.OrdinalIgnoreCase));

    private static bool WaitsAtItsStart(int processId) => ProcFiles.TryRead($"/proc/{processId}/environ") is { } environment && TellsToWait(environment);
}
