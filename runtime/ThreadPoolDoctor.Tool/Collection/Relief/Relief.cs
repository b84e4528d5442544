using Microsoft.Diagnostics.NETCore.Client;

namespace ThreadPoolDoctor.Tool.Collection.Relief;

/// <summary>Speaks to the governor in a process, and has it loaded where there is none.</summary>
internal sealed class Relief(Target target, TimeSpan timeout)
{
    // A governor answers at once; what has none is silent.
    private static readonly TimeSpan s_silence = TimeSpan.FromSeconds(1);

    /// <summary>How the governor of the process stands; null when it has none.</summary>
    public async Task<GovernorState?> AskAsync(GovernorCommand command, CancellationToken cancel)
    {
        using GovernorSession session = await OpenAsync(command, cancel);
        GovernorState? state = await session.AnswerAsync(command == GovernorCommand.Status ? s_silence : timeout, cancel);
        await GuardAsync(token => session.CloseAsync(token), cancel);
        return state;
    }

    /// <summary>
    /// Opens the session that carries the command and, where there is no governor, has one loaded. Returns when it has
    /// answered.
    /// </summary>
    public async Task<(GovernorSession Session, GovernorState State)> BeginAsync(GovernorCommand command, bool load, Action<string> copied, CancellationToken cancel)
    {
        GovernorSession session = await OpenAsync(command, cancel);
        try
        {
            GovernorState? state = load
                ? await LoadAsync(session, copied, cancel)
                : await session.AnswerAsync(timeout, cancel);
            return (session, state ?? throw NoAnswer());
        }
        catch
        {
            session.Dispose();
            throw;
        }
    }

    private async Task<GovernorState?> LoadAsync(GovernorSession session, Action<string> copied, CancellationToken cancel)
    {
        using GovernorFile file = GovernorFile.For(target.ProcessId);
        if (file.IsCopy) copied(file.PathForTarget);
        try
        {
            await GuardAsync(token => target.Client.ApplyStartupHookAsync(file.PathForTarget, token), cancel);
        }
        catch (Exception refusal) when (refusal is ServerErrorException || refusal.InnerException is ServerErrorException)
        {
            throw new ExpectedTrouble(
                $"The runtime of process {target.ProcessId} ({target.Name}, .NET {target.Runtime}) refused to load the governor: startup hooks are"
                + " switched off in it, as in trimmed, single-file and ahead-of-time compiled programs.",
                "Add the package ThreadPoolDoctor.Governor to the program, or publish it with StartupHookSupport=true.", refusal);
        }
        return await session.AnswerAsync(timeout, cancel);
    }

    private Task<GovernorSession> OpenAsync(GovernorCommand command, CancellationToken cancel) =>
        GuardAsync(token => GovernorSession.OpenAsync(target, command, token), cancel);

    private ExpectedTrouble NoAnswer() => new(
        $"The governor in process {target.ProcessId} ({target.Name}) does not answer, so it was left without an order and does nothing.",
        "See whether the program was built with EventSourceSupport=false; then only the package ThreadPoolDoctor.Governor can help it.");

    private Task GuardAsync(Func<CancellationToken, Task> work, CancellationToken cancel) =>
        GuardAsync(async token => { await work(token); return true; }, cancel);

    private async Task<T> GuardAsync<T>(Func<CancellationToken, Task<T>> work, CancellationToken cancel)
    {
        using CancellationTokenSource limit = CancellationTokenSource.CreateLinkedTokenSource(cancel);
        limit.CancelAfter(timeout);
        try
        {
            return await work(limit.Token);
        }
        catch (Exception trouble) when (trouble is not ServerErrorException && !cancel.IsCancellationRequested
            && IpcTrouble.Explain(trouble, target, timeout) is { } explained)
        {
            throw explained;
        }
    }
}
