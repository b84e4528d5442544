using System.Text.RegularExpressions;
using Microsoft.Diagnostics.Tracing;
using ThreadPoolDoctor.Diagnosis;
using ThreadPoolDoctor.Diagnosis.Recordings;
using ThreadPoolDoctor.Diagnosis.Signals;
using ThreadPoolDoctor.Diagnosis.Stacks;
using ThreadPoolDoctor.Tool.Collection.Symbols;

namespace ThreadPoolDoctor.Tool.Collection.Recorded;

/// <summary>
/// A recording out of a .nettrace, as dotnet-trace writes it. It holds what its providers were asked for; what a look
/// of this tool would have seen beside is told as not seen. Methods get their lines where the files of the program are
/// on this machine, too.
/// </summary>
internal sealed partial class TraceFile
{
    private const int LeastReadings = 2;

    private const string Sampler = "Microsoft-DotNETCore-SampleProfiler";

    private const string Remedy =
        $"record with --providers System.Runtime:0:4:EventCounterIntervalSec=1,Microsoft-Windows-DotNETRuntime:0x14000:4,{Sampler}";

    private readonly TraceClock _clock = new();
    private readonly FrameResolver _resolver = new(null, call => BlockingFrames.Match(call) is not null);
    private readonly WatchListener _watch;
    private readonly CloseLookListener _closeLook;
    private readonly TraceStacks _stacks;
    private readonly TracedProcess _process = new();
    private readonly EventReader _events = new();

    private TraceFile()
    {
        _watch = new WatchListener(_clock, Environment.ProcessorCount);
        _closeLook = new CloseLookListener(_clock);
        _stacks = new TraceStacks(_resolver, _clock);
    }

    /// <summary>How such a file begins.</summary>
    public static ReadOnlySpan<byte> Magic => "Nettrace"u8;

    /// <summary>
    /// Reads it to its end, or as far as it goes. Throws ExpectedTrouble where nothing in it can be judged.
    /// </summary>
    public static Recording Read(Stream stream, string name, CancellationToken cancel)
    {
        TraceFile file = new();
        long bytes = stream.Length;
        using (cancel.Register(file._events.Stop)) file._events.Read(stream, file.Listen);
        if (file._clock.Events == 0)
        {
            throw new ExpectedTrouble(
                $"{name} holds no events that can be read: it is damaged, or ends too early.",
                "Record it again, and let dotnet-trace come to its end.");
        }
        return file.Compose(bytes);
    }

    private void Listen(EventPipeEventSource source)
    {
        // First, so that the clock is set for all others.
        source.AllEvents += _clock.Advance;
        _watch.Listen(source);
        _closeLook.Listen(source);
        _stacks.Listen(source);
        _process.Listen(source);
    }

    private Recording Compose(long bytes)
    {
        IReadOnlyList<StackSnapshot> snapshots = _stacks.Snapshots();
        (int? min, int? max) = _watch.Limits;
        return new()
        {
            Process = new(
                _process.Id, _process.Name, RuntimeVersion(), _process.OperatingSystem, _process.Processors,
                _process.OperatingSystem == "windows" ? PoolKind.Unknown : PoolKind.Portable,
                min ?? _watch.Governor?.Minimum, max, _watch.Bundled is not null),
            Cost = new(_clock.StartedAt, _clock.Now, _events.LostEvents, _stacks.Ticks, _clock.Events, bytes),
            Ticks = _watch.Ticks,
            BundledPool = _watch.Bundled,
            Governor = _watch.Governor,
            Adjustments = _watch.Adjustments,
            Snapshots = snapshots,
            WaitRegistrations = snapshots.Count > 0 && Workers.WaitThreads(snapshots[^1]) >= Thresholds.WaitThreads ? WaitRegistrations.In(_resolver) : [],
            InlinedWork = _resolver.InlinedWork(),
            UncertainCallers = [.. _resolver.UncertainCallers],
            LockWaits = _closeLook.LockWaits,
            Timers = _closeLook.Timers,
            Unseen = [.. WhatIsMissing()],
        };
    }

    private IEnumerable<string> WhatIsMissing()
    {
        long lost = _events.LostEvents;
        if (_events.Trouble is not null) yield return $"the rest of the file: it is damaged, or ends too early, after {_clock.Now:0.0} s.";
        if (lost > 0) yield return $"a part of the events: {lost:N0} were lost, for the buffer of the runtime was full.";
        if (_watch.Readings < LeastReadings) yield return $"counters: the file has fewer than two readings of them; {Remedy}.";
        if (_stacks.Ticks == 0) yield return $"stacks: the file has no samples ({Sampler}), so that code that blocks cannot be named.";
        else if (_resolver.Methods == 0) yield return "names of methods: the file has none; dotnet-trace was ended before they came.";
        if (_watch.ThreadingEvents == 0) yield return "the pool's own events: the file has none (0x10000 of Microsoft-Windows-DotNETRuntime).";
        yield return "thread names, start times and states: a trace has none, so that 'since' reaches back only to its beginning.";
    }

    /// <summary>By the folder that .NET's core library was loaded from.</summary>
    private string RuntimeVersion() => _resolver.ModulePaths
        .Select(path => SharedRuntime().Match(path))
        .FirstOrDefault(match => match.Success)?.Groups[1].Value ?? "unknown";

    [GeneratedRegex(@"[/\\]Microsoft\.NETCore\.App[/\\]([0-9A-Za-z.-]{1,40})[/\\]")]
    private static partial Regex SharedRuntime();
}
