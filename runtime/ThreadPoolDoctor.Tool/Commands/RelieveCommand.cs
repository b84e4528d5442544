using System.CommandLine;
using System.CommandLine.Parsing;
using ThreadPoolDoctor.Diagnosis;
using ThreadPoolDoctor.Tool.Collection;
using ThreadPoolDoctor.Tool.Collection.Relief;

namespace ThreadPoolDoctor.Tool.Commands;

/// <summary>
/// <c>relieve</c>: first aid for a starving process, without a restart. It is the one command that runs code in the
/// process, so it says what it will do and asks.
/// </summary>
internal static class RelieveCommand
{
    private const string Name = "relieve";

    private static readonly TimeSpan s_look = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan s_effect = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan s_tellAgain = TimeSpan.FromSeconds(1);

    private static readonly Argument<string> s_process = new("process")
    {
        Description = "Id or name of the process to relieve.",
    };

    private static readonly Option<bool> s_yes = new("--yes", "-y") { Description = "Do not ask." };
    private static readonly Option<bool> s_keep = new("--keep") { Description = "Leave the governor in the process when the tool ends." };
    private static readonly Option<bool> s_status = new("--status") { Description = "Say how the governor in the process stands, and change nothing." };
    private static readonly Option<bool> s_undo = new("--undo") { Description = "End the governor; the former minimum comes back." };
    private static readonly Option<TimeSpan> s_for = DurationOption.Create("--for", TimeSpan.Zero, "For how long at most; without it, until the tool ends.");
    private static readonly Option<TimeSpan> s_timeout =
        DurationOption.Create("--timeout", TimeSpan.FromSeconds(10), "How long the process may take to answer one request.");

    private static readonly Option<int?> s_maxWorkers = new("--max-threads")
    {
        Description = "The largest minimum of workers that may be set; 1,000 unless given.",
        HelpName = "number",
    };

    public static Command Create()
    {
        s_maxWorkers.Validators.Add(result =>
        {
            if (result.Tokens is [{ Value: var text }] && (!int.TryParse(text, out int number) || number is < 1 or > 32_767))
            {
                result.AddError("--max-threads takes a number from 1 to 32767.");
            }
        });
        Command command = new(Name, "Keeps the thread pool of a running process from starving, without a restart: adds workers for blocked ones, and takes them back.")
        {
            s_process, s_yes, s_for, s_keep, s_maxWorkers, s_status, s_undo, s_timeout,
        };
        command.Validators.Add(OneOrder);
        command.SetAction(RunAsync);
        return command;
    }

    /// <summary>
    /// Whether a lease without an end is asked for: the command then runs until the user has had enough.
    /// </summary>
    public static bool LastsUntilEnded(ParseResult parsed) =>
        parsed.CommandResult.Command.Name == Name && parsed.GetValue(s_for) == TimeSpan.Zero;

    private static void OneOrder(CommandResult result)
    {
        if (result.GetValue(s_status) && result.GetValue(s_undo)) result.AddError("--status and --undo exclude each other.");
    }

    private static async Task<int> RunAsync(ParseResult parsed, CancellationToken cancel)
    {
        // A lease ends with this tool, also where it is killed; of that nothing is to be left either.
        if (ProcFiles.Stat(Environment.ProcessId) is { } own)
        {
            RuntimeFiles.Remove(Path.GetTempPath(), Environment.ProcessId, own.StartTicks);
        }
        TextWriter output = parsed.InvocationConfiguration.Output;
        Target target = await Target.FindAsync(parsed.GetValue(s_process)!);
        Relief relief = new(target, parsed.GetValue(s_timeout));
        GovernorState? state = await relief.AskAsync(parsed.GetValue(s_undo) ? GovernorCommand.Undo : GovernorCommand.Status, cancel);
        bool only = parsed.GetValue(s_undo) || parsed.GetValue(s_status);
        if (only || state is { IsOfProgram: true })
        {
            Say(output, ReliefWords.State(state, target.ProcessId));
            return ExitCodes.Done;
        }
        PoolDiagnosis diagnosis = Doctor.Diagnose(await new Observation(target, new() { Duration = s_look, Timeout = parsed.GetValue(s_timeout) }).RunAsync(null, cancel));
        Say(output, diagnosis.Summary);
        if (ReliefRefusal.Of(diagnosis) is { } refusal) throw refusal;
        TimeSpan? time = parsed.GetValue(s_for) is { Ticks: > 0 } span ? span : null;
        bool keep = parsed.GetValue(s_keep);
        Say(output, ReliefWords.Plan(diagnosis, keep, time, parsed.GetValue(s_maxWorkers)));
        if (!parsed.GetValue(s_yes) && !await AgreedAsync(output, cancel)) return ExitCodes.Done;
        GovernorCommand order = new(keep ? "keep" : "relieve", parsed.GetValue(s_maxWorkers), time is { } limit ? DateTimeOffset.UtcNow + limit : null);
        await RelieveAsync(target, relief, order, load: state is null, diagnosis, output, cancel);
        return ExitCodes.Done;
    }

    private static async Task<bool> AgreedAsync(TextWriter output, CancellationToken cancel)
    {
        if (Console.IsInputRedirected)
        {
            throw new ExpectedTrouble("Nobody can be asked here, so nothing was changed.", "Say --yes where a script decides.");
        }
        await output.WriteAsync("Go on? [y/N] ");
        string? answer = await Task.Run(Console.ReadLine, cancel).WaitAsync(cancel);
        return answer?.Trim() is ['y' or 'Y', ..];
    }

    private static async Task RelieveAsync(
        Target target, Relief relief, GovernorCommand order, bool load, PoolDiagnosis diagnosis, TextWriter output, CancellationToken cancel)
    {
        using QueueWatch queue = await QueueWatch.OpenAsync(target, cancel);
        (GovernorSession session, GovernorState state) = await relief.BeginAsync(
            order, load, copy => Say(output, $"The governor was copied to {copy} for the process; the copy is removed now that it is loaded."), cancel);
        using (session)
        {
            Task told = TellAsync(session, output);
            (var first, var last, bool empty) = await queue.UntilEmptyAsync(s_effect, cancel);
            Say(output, ReliefWords.Result(first, last, empty, diagnosis));
            await queue.CloseAsync(CancellationToken.None);
            if (order.IsLease) await HoldAsync(session, state, cancel);
            if (session.Ended.IsCompleted) throw IpcTrouble.Ended(target);
            // By command, not only by the session's end: the minimum is back when the tool says so.
            if (order.IsLease) Say(output, ReliefWords.State(await relief.AskAsync(GovernorCommand.Undo, CancellationToken.None), target.ProcessId));
            await session.CloseAsync(CancellationToken.None);
            await told;
        }
    }

    /// <summary>The lease: until the user has had enough, its time is over, or the process ends.</summary>
    private static async Task HoldAsync(GovernorSession session, GovernorState state, CancellationToken cancel)
    {
        using CancellationTokenSource over = CancellationTokenSource.CreateLinkedTokenSource(cancel);
        if (state.Until is { } until) over.CancelAfter(Max(until - DateTimeOffset.UtcNow, TimeSpan.Zero));
        await Task.WhenAny(Task.Delay(Timeout.Infinite, over.Token), session.Ended);
    }

    private static TimeSpan Max(TimeSpan a, TimeSpan b) => a > b ? a : b;

    /// <summary>
    /// A queue may be emptied in thirty steps within a second: of those for the same reason one a second is told.
    /// </summary>
    private static async Task TellAsync(GovernorSession session, TextWriter output)
    {
        (int reason, DateTime at) = (-1, default);
        await foreach (GovernorStepTaken step in session.Steps.ReadAllAsync())
        {
            DateTime now = DateTime.UtcNow;
            if (step.Reason == reason && now - at < s_tellAgain) continue;
            (reason, at) = (step.Reason, now);
            Say(output, $"{now:HH:mm:ss}  {step.Text}");
        }
    }

    private static void Say(TextWriter output, string text)
    {
        foreach (string line in text.Split('\n')) output.WriteLine(Words.Visible(line));
    }
}
