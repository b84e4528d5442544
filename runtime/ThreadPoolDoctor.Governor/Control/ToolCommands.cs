using System.Globalization;
using ThreadPoolDoctor.Governor.Telemetry;

namespace ThreadPoolDoctor.Governor.Control;

/// <summary>
/// What `tpdoctor relieve` asks for, as the arguments of its session: command (relieve, keep, undo, status), max and
/// until, in milliseconds of Unix time: the runtime may bring a command again when other sessions come and go.
/// Whoever may open such a session may load code into the process as well, so nothing is opened up by this.
/// </summary>
internal static class ToolCommands
{
    private const string Command = "command";
    private const string Max = "max";
    private const string Until = "until";

    /// <summary>Whether a tool has asked for anything: then it is the tool that decides.</summary>
    public static bool HaveCome { get; private set; }

    /// <summary>Carried out on a thread of its own: the caller is the runtime's, which holds its locks.</summary>
    public static void Receive(IDictionary<string, string?> arguments)
    {
        if (!arguments.TryGetValue(Command, out string? command) || command is null) return;
        HaveCome = true;
        int max = (int)Math.Min(int.MaxValue, Number(arguments, Max) ?? 0);
        long? until = Number(arguments, Until);
        new Thread(() => Carry(command, max, until)) { IsBackground = true, Name = "TPD Governor" }.Start();
    }

    private static void Carry(string command, int max, long? until)
    {
        switch (command)
        {
            case "relieve" or "keep":
                GovernorOptions options = max > 0 ? new() { MaxWorkers = max } : GovernorOptions.FromConfiguration();
                ThreadPoolGovernor.Start(options, new Lease(command == "relieve", Time(until)));
                break;
            case "undo":
                ThreadPoolGovernor.Stop();
                break;
        }
        Answer();
    }

    private static void Answer()
    {
        GovernorStatus status = ThreadPoolGovernor.Status;
        GovernorThread? thread = ThreadPoolGovernor.Thread is { HasEnded: false } running ? running : null;
        Lease lease = thread?.Lease ?? Lease.None;
        string mode = thread is null ? "off" : lease.IsNone ? "program" : lease.WatchesTool ? "leased" : "kept";
        GovernorEventSource.Log.State(
            mode, status.Asked, status.Minimum, thread?.MaxWorkers ?? 0, ThreadPool.ThreadCount, ThreadPool.PendingWorkItemCount,
            status.Since?.ToUnixTimeMilliseconds() ?? 0,
            lease.Until == DateTimeOffset.MaxValue ? 0 : lease.Until.ToUnixTimeMilliseconds(),
            status.Last == default ? "" : status.Last.ToString());
    }

    private static DateTimeOffset Time(long? milliseconds) => milliseconds < DateTimeOffset.MaxValue.ToUnixTimeMilliseconds()
        ? DateTimeOffset.FromUnixTimeMilliseconds(milliseconds.Value)
        : DateTimeOffset.MaxValue;

    private static long? Number(IDictionary<string, string?> arguments, string name) =>
        arguments.TryGetValue(name, out string? text)
        && long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out long number) && number > 0
            ? number
            : null;
}
