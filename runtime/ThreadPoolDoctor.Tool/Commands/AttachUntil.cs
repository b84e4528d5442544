using System.CommandLine;
using System.Diagnostics;
using ThreadPoolDoctor.Diagnosis;
using ThreadPoolDoctor.Diagnosis.Recordings;
using ThreadPoolDoctor.Diagnosis.Reports;
using ThreadPoolDoctor.Tool.Collection;
using ThreadPoolDoctor.Tool.Collection.Waiting;

namespace ThreadPoolDoctor.Tool.Commands;

/// <summary>
/// <c>attach --until</c>: waits for a verdict. The cheap tiers watch; at a sign a usual look is taken, and its verdict
/// ends the wait or does not. A process that was named may end and start again meanwhile.
/// </summary>
internal sealed class AttachUntil(string process, WaitPlan plan, ObserveOptions observe, ParseResult parsed)
{
    // After a process did not answer, before it is asked again.
    private static readonly TimeSpan s_pause = TimeSpan.FromSeconds(5);

    private readonly long _began = Stopwatch.GetTimestamp();
    private readonly LookPace _pace = new();
    private bool _watched;

    private double Now => Stopwatch.GetElapsedTime(_began).TotalSeconds;

    private bool IsNamed => NamedProcesses.IsName(process);

    private TextWriter Notes => parsed.InvocationConfiguration.Error;

    /// <summary>Waits, reports, and returns the exit code.</summary>
    public async Task<int> RunAsync(CancellationToken asked)
    {
        using CancellationTokenSource limit = CancellationTokenSource.CreateLinkedTokenSource(asked);
        if (plan.Limit is { } time) limit.CancelAfter(time);
        bool mayStart = plan.ForStart;
        while (true)
        {
            Target? target = await FindAsync(mayStart, limit.Token);
            if (target is null) return await NotSeenAsync(asked);
            Recording? recording = await AttendAsync(target, limit.Token, asked);
            if (recording is not null) return observe.Report(recording, parsed);
            if (limit.IsCancellationRequested) return await NotSeenAsync(asked);
            mayStart = true;
        }
    }

    /// <summary>The process, as soon as there is one; null when it takes too long.</summary>
    private async Task<Target?> FindAsync(bool mayStart, CancellationToken enough)
    {
        if (!mayStart) return await Target.FindAsync(process);
        bool told = false;
        while (true)
        {
            try
            {
                if (!told && DotNetProcesses.Named(process, alsoElsewhere: true).Count == 0)
                {
                    await Notes.WriteLineAsync($"Waiting for a process named '{Words.Visible(process)}' to start ...");
                    told = true;
                }
                int id = await NamedProcesses.WaitAsync(process, enough);
                return await Target.FindAsync(id.ToString());
            }
            catch (OperationCanceledException) when (enough.IsCancellationRequested)
            {
                return null;
            }
            catch (ExpectedTrouble)
            {
                // It is only just starting, or ended again.
                if (!await PauseAsync(s_pause / 10, enough)) return null;
            }
        }
    }

    /// <summary>Attends one process until it has the verdict; null when it ended, and when the time is over.</summary>
    private async Task<Recording?> AttendAsync(Target target, CancellationToken enough, CancellationToken asked)
    {
        // A look that the end of the waiting time falls into comes to its own end; only Ctrl-C cuts it short.
        if (plan.Until.Count == 0) return await observe.LookAsync(target, parsed, asked);
        await Notes.WriteLineAsync($"Watching {Words.Visible(target.Name)} (pid {target.ProcessId}) until it is {Awaited} ...");
        while (!enough.IsCancellationRequested)
        {
            try
            {
                if (await StepAsync(target, enough, asked) is { } recording) return recording;
            }
            catch (Exception trouble) when (IpcTrouble.Explain(trouble, target, observe.TimeoutOf(parsed)) is { } explained)
            {
                // What cannot be watched at all is told at once; what could be is given time.
                bool ended = Ended(target);
                if (!_watched && !ended) throw explained;
                if (!ended) await PauseAsync(s_pause, enough);
            }
            if (!Ended(target)) continue;
            if (!IsNamed) throw EndedTooSoon(target);
            await Notes.WriteLineAsync($"Process {target.ProcessId} ({Words.Visible(target.Name)}) ended.");
            return null;
        }
        return null;
    }

    /// <summary>Watches until a sign, and looks; null when the look found another verdict, or there was none.</summary>
    private async Task<Recording?> StepAsync(Target target, CancellationToken enough, CancellationToken asked)
    {
        SignWatch watch = new(target, observe.TimeoutOf(parsed));
        SignWatchEnd end = await watch.WatchAsync(sample => _pace.IsDue(Now) && Signs.Show(sample, plan.Until), enough);
        _watched = true;
        // The session may have been ended by somebody else: it is opened again, but not at once.
        if (end == SignWatchEnd.Silence) await PauseAsync(s_pause / 10, enough);
        if (end != SignWatchEnd.Sign) return null;
        Recording recording = await observe.LookAsync(target, parsed, asked);
        if (plan.Until.Contains(Doctor.Diagnose(recording).Verdict)) return recording;
        _pace.FoundNothing(Now);
        return null;
    }

    private ExpectedTrouble EndedTooSoon(Target target) => new(
        $"Process {target.ProcessId} ({target.Name}) ended before it was {Awaited}.",
        "Name it by its program's name, and its restart is waited for.");

    private static bool Ended(Target target) => !DotNetProcesses.Exists(target.ProcessId)
        || ProcFiles.Available && ProcFiles.ProcessState(target.ProcessId) is 'Z' or 'X';

    private string Awaited => string.Join(" or ", plan.Until.Select(Labels.Of));

    private async Task<int> NotSeenAsync(CancellationToken asked)
    {
        string what = plan.Until.Count == 0 || !_watched ? $"No process named '{Words.Visible(process)}' started" : $"It was not {Awaited}";
        string when = asked.IsCancellationRequested ? "until it was interrupted" : $"within {Durations.Text(plan.Limit!.Value)}";
        await Notes.WriteLineAsync($"{what} {when}.");
        return _watched ? ExitCodes.Done : ExitCodes.CouldNotObserve;
    }

    private static async Task<bool> PauseAsync(TimeSpan pause, CancellationToken enough)
    {
        await Task.WhenAny(Task.Delay(pause, enough));
        return !enough.IsCancellationRequested;
    }
}
