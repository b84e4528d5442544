using System.Diagnostics;
using System.Diagnostics.Tracing;
using System.Runtime.CompilerServices;
using Microsoft.Diagnostics.NETCore.Client;
using Microsoft.Diagnostics.Tracing;
using ThreadPoolDoctor.Diagnosis.Frames;
using ThreadPoolDoctor.Diagnosis.Recordings;
using ThreadPoolDoctor.Tool.Collection.Symbols;

namespace ThreadPoolDoctor.Tool.Tests.Symbols;

/// <summary>Runs the subject, in a Debug and in a Release build, and takes the stacks of all its threads.</summary>
public sealed class LiveStacks : IDisposable
{
    private readonly Dictionary<string, IReadOnlyList<IReadOnlyList<Frame>>> _stacks = [];
    private readonly List<Process> _processes = [];

    /// <summary>One stack for each of the subject's threads, leaf first.</summary>
    public IReadOnlyList<IReadOnlyList<Frame>> Of(string build)
    {
        lock (_stacks)
        {
            if (!_stacks.TryGetValue(build, out IReadOnlyList<IReadOnlyList<Frame>>? stacks))
            {
                _stacks[build] = stacks = Settled(Start(build));
            }
            return stacks;
        }
    }

    /// <summary>The line of the subject's source with the mark <c>blocks: name</c>.</summary>
    public static int LineOf(string file, string name, [CallerFilePath] string here = "")
    {
        string source = Path.Combine(Path.GetDirectoryName(here)!, "Subject", Path.GetFileName(file));
        return Array.FindIndex(File.ReadAllLines(source), line => line.EndsWith("// blocks: " + name, StringComparison.Ordinal)) + 1;
    }

    /// <summary>
    /// The subject in the output of this build, whose configuration does not matter: the projects set what does.
    /// </summary>
    public static string ProgramOf(string build)
    {
        string configuration = new DirectoryInfo(AppContext.BaseDirectory).Name;
        return Path.GetFullPath(Path.Combine(AppContext.BaseDirectory, "..", "..", $"Subject.{build}", configuration, $"Subject.{build}.dll"));
    }

    /// <summary>
    /// Looks again until two looks agree: a thread that had just been started has reached the place where it blocks.
    /// </summary>
    private static IReadOnlyList<IReadOnlyList<Frame>> Settled(int process)
    {
        IReadOnlyList<IReadOnlyList<Frame>> before = [];
        for (int look = 0; look < 20; look++)
        {
            IReadOnlyList<IReadOnlyList<Frame>> now = Burst(process);
            if (now.Count > 15 && Text(now) == Text(before))
            {
                return now;
            }
            before = now;
        }
        return before;
    }

    private static string Text(IReadOnlyList<IReadOnlyList<Frame>> stacks) =>
        string.Join('\n', stacks.Select(stack => string.Join('|', stack)).Order());

    /// <summary>As if all code had been compiled ahead of time: the rundown leaves out the maps.</summary>
    public IReadOnlyList<IReadOnlyList<Frame>> WithoutMaps(string build)
    {
        Of(build);
        return Burst(RunningOf(build), Rundown.Names);
    }

    /// <summary>What the resolver could not tell.</summary>
    public IReadOnlyCollection<UncertainCaller> UncertainCallers(string build)
    {
        Of(build);
        Burst(RunningOf(build), Rundown.NamesAndLines, out FrameResolver resolver);
        return resolver.UncertainCallers;
    }

    private int RunningOf(string build) => _processes.Single(process => process.StartInfo.ArgumentList[0] == ProgramOf(build)).Id;

    private static IReadOnlyList<IReadOnlyList<Frame>> Burst(int process, long rundown = Rundown.NamesAndLines) =>
        Burst(process, rundown, out _);

    private static IReadOnlyList<IReadOnlyList<Frame>> Burst(int process, long rundown, out FrameResolver reader)
    {
        using EventPipeSession session = new DiagnosticsClient(process).StartEventPipeSession(new EventPipeSessionConfiguration(
            [new EventPipeProvider("Microsoft-DotNETCore-SampleProfiler", EventLevel.Informational)],
            circularBufferSizeMB: 64,
            rundownKeyword: rundown));
        using var source = new EventPipeEventSource(session.EventStream);
        var resolver = new FrameResolver(process, call =>
            call is "System.Threading.Thread.Join" or "System.Threading.Thread.Sleep" || call.EndsWith("Awaiter.GetResult") || call.EndsWith("Awaiter`1.GetResult"));
        reader = resolver;
        resolver.Listen(source);
        var stacks = new Dictionary<int, int>();
        Task? stop = null;
        source.Dynamic.All += data =>
        {
            if (data.ProviderName == "Microsoft-DotNETCore-SampleProfiler")
            {
                stacks[data.ThreadID] = resolver.StackOf(data);
                stop ??= Task.Run(session.Stop);
            }
        };
        source.Process();
        return [.. stacks.Values.Select(resolver.Resolve)];
    }

    private int Start(string build)
    {
        var process = Process.Start(new ProcessStartInfo("dotnet", [ProgramOf(build)]) { RedirectStandardInput = true, RedirectStandardOutput = true })!;
        _processes.Add(process);
        process.StandardOutput.ReadLine().ShouldBe("ready");
        return process.Id;
    }

    public void Dispose()
    {
        foreach (Process process in _processes)
        {
            process.StandardInput.Close(); // the subject ends with its input
            if (!process.WaitForExit(10_000))
            {
                process.Kill();
            }
            process.Dispose();
        }
    }
}
