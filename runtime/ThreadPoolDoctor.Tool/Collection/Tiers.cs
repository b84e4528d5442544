using Microsoft.Diagnostics.NETCore.Client;
using Microsoft.Diagnostics.Tracing;

namespace ThreadPoolDoctor.Tool.Collection;

/// <summary>
/// The sessions of one look. Any of them may be refused, cut short, lose events, or outlive the process: that is told
/// as not seen, and the others go on. Keeps count of what they cost.
/// </summary>
internal sealed class Tiers(Target target, Patience patience, NotSeen unseen, bool endIsExpected = false)
{
    public long LostEvents { get; private set; }

    public long Bytes { get; private set; }

    /// <summary>Opens a session; throws what the client throws.</summary>
    public async Task<LiveSession> OpenAsync(SessionPlan plan, Action<EventPipeEventSource> listen)
    {
        using CancellationTokenSource limit = new(patience.ForRequest);
        return await LiveSession.OpenAsync(target.Client, plan, listen, limit.Token);
    }

    /// <summary>Opens a session that one can do without; null when it was not to be had.</summary>
    public async Task<LiveSession?> TryOpenAsync(SessionPlan plan, Action<EventPipeEventSource> listen, string what)
    {
        LiveSession? session = null;
        await TryAsync(what, async () => session = await OpenAsync(plan, listen));
        return session;
    }

    /// <summary>Does a part of the look that one can do without; false when it failed.</summary>
    public async Task<bool> TryAsync(string what, Func<Task> part)
    {
        try
        {
            await part();
            return true;
        }
        catch (Exception trouble) when (Reason(trouble) is { } reason)
        {
            // A look that lasts until the process ends misses nothing by its end.
            if (!endIsExpected || !IpcTrouble.Ends(target)) unseen.Add($"{what}: {reason}.");
            return false;
        }
    }

    /// <summary>
    /// Ends a session, and counts what it cost and lost. False when the process did not answer in time.
    /// </summary>
    /// <param name="session">Null when there is none.</param>
    /// <param name="what">What it brought, for the sentence that tells what is missing.</param>
    public async Task<bool> CloseAsync(LiveSession? session, string what)
    {
        if (session is null) return true;
        using CancellationTokenSource limit = new(patience.ForRequest);
        bool complete = await session.StopAsync(limit.Token);
        if (!complete && Lives()) unseen.Add($"the end of {what}: the process did not send it in time.");
        Count(session.Bytes, session.LostEvents, what);
        return complete;
    }

    /// <summary>Ends a session whose cost is counted later.</summary>
    public async Task StopAsync(LiveSession session)
    {
        using CancellationTokenSource limit = new(patience.ForRequest);
        await session.StopAsync(limit.Token);
    }

    /// <summary>Counts what a session cost and lost.</summary>
    public void Count(long bytes, long lost, string what)
    {
        Bytes += bytes;
        LostEvents += lost;
        if (lost > 0) unseen.Add($"a part of {what}: {lost:N0} events were lost, for the buffer of the runtime was full.");
    }

    public bool Lives() => DotNetProcesses.Exists(target.ProcessId) && (!ProcFiles.Available || ProcFiles.ProcessState(target.ProcessId) is not ('Z' or 'X'));

    /// <summary>
    /// Why a part of the look failed, as a clause; null for what is no such failure, and must be shown as it is.
    /// </summary>
    private string? Reason(Exception trouble) => trouble switch
    {
        _ when IpcTrouble.IsOfConnection(trouble) && !Lives() => "the process ended",
        OperationCanceledException or TimeoutException => "the process did not answer in time",
        ServerErrorException error => $"the runtime refused ({error.Message})",
        _ when IpcTrouble.IsOfConnection(trouble) => $"the connection to the process broke ({trouble.Message})",
        _ => null,
    };
}
