using System.CommandLine;
using ThreadPoolDoctor.Tool.Collection;
using ThreadPoolDoctor.Tool.Collection.Monitoring;
using ThreadPoolDoctor.Tool.Rendering;
using ThreadPoolDoctor.Tool.Rendering.Monitoring;

namespace ThreadPoolDoctor.Tool.Commands;

/// <summary><c>monitor</c>: processes live, on a screen or as a line a second.</summary>
internal static class MonitorCommand
{
    public const string Name = "monitor";

    private static readonly TimeSpan s_second = TimeSpan.FromSeconds(1);

    // Once a second they have a verdict each, and each has a part of the screen.
    private const int MostProcesses = 16;

    public static Command Create()
    {
        Argument<string[]> processes = new("process")
        {
            Description = "Ids or names of the processes to watch ('dotnet tpdoctor ps' lists them).",
            Arity = new ArgumentArity(1, MostProcesses),
        };
        Option<string> format = new("--format", "-f") { Description = "json for one JSON document a line.", DefaultValueFactory = _ => "text" };
        format.AcceptOnlyFromAmong("text", "json");
        Option<TimeSpan> limit = DurationOption.Create("--for", TimeSpan.Zero, "How long; without it, until q, Ctrl-C, or the end of the processes.");
        Option<bool> noStacks = new("--no-stacks") { Description = "Take no stacks: no thread is ever stopped, and code that blocks is not named." };
        Command command = new(
            Name, "Shows processes live: verdict, threads, queue, completions, processors, and what blocks. Redirected, it writes a line a second.")
        {
            processes, format, limit, noStacks,
        };
        command.SetAction(async (parsed, asked) =>
        {
            using CancellationTokenSource enough = CancellationTokenSource.CreateLinkedTokenSource(asked);
            ObservationOptions options = ObserveOptions.OfLife with { Stacks = !parsed.GetValue(noStacks) };
            List<Monitored> monitored = [];
            foreach (string process in parsed.GetValue(processes)!) monitored.Add(new(await Target.FindAsync(process), options, enough.Token));
            foreach (Monitored one in monitored) await one.BeginAsync();
            // From here on: on a busy machine it takes seconds until a process is watched.
            if (parsed.GetValue(limit) is var time && time > TimeSpan.Zero) enough.CancelAfter(time);
            bool json = parsed.GetValue(format) == "json";
            if (!json && Terminal.HasScreen) await ShowAsync(monitored, enough);
            else await WriteAsync(monitored, json ? MonitorLines.Json : MonitorLines.Text, json, enough.Token);
            await enough.CancelAsync();
            await Task.WhenAll(monitored.Select(one => one.Ended.ContinueWith(static _ => { }, TaskScheduler.Default)));
            return ExitCodes.Done;
        });
        return command;
    }

    private static async Task WriteAsync(List<Monitored> monitored, Func<MonitorView, string> line, bool utf8, CancellationToken enough)
    {
        while (await SecondAsync(monitored, enough))
        {
            foreach (Monitored one in monitored)
            {
                if (!one.Ended.IsCompleted && await one.ViewAsync() is { } view) StandardStream.Print(line(view) + "\n", utf8);
            }
        }
    }

    private static async Task ShowAsync(List<Monitored> monitored, CancellationTokenSource enough)
    {
        using LiveScreen screen = LiveScreen.Open();
        MonitorKeys keys = new(monitored, enough.Cancel);
        List<MonitorView> views = [];
        do
        {
            if (!keys.Paused) views = await ViewsAsync(monitored);
            screen.Draw(views, keys.Footer);
            keys.Read();
        }
        while (await SecondAsync(monitored, enough.Token, keys));
    }

    private static async Task<List<MonitorView>> ViewsAsync(List<Monitored> monitored)
    {
        List<MonitorView> views = [];
        foreach (Monitored one in monitored)
        {
            if (await one.ViewAsync() is { } view) views.Add(view);
        }
        return views;
    }

    /// <summary>Waits for the next second, or for a key; false when it is over.</summary>
    private static async Task<bool> SecondAsync(List<Monitored> monitored, CancellationToken enough, MonitorKeys? keys = null)
    {
        const int Parts = 10;
        for (int part = 0; part < Parts && !enough.IsCancellationRequested && keys?.Read() != true; part++) await Task.WhenAny(Task.Delay(s_second / Parts, enough));
        return !enough.IsCancellationRequested && !monitored.TrueForAll(one => one.Ended.IsCompleted);
    }
}
