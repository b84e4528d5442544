using Microsoft.Diagnostics.Tracing;
using ThreadPoolDoctor.Diagnosis.Recordings;
using ThreadPoolDoctor.Tool.Collection.Symbols;

namespace ThreadPoolDoctor.Tool.Collection.Recorded;

/// <summary>
/// The samples of a trace. The sampler ran all the time, so that there are a thousand ticks for each that is of use:
/// those kept are spread over the trace, ever further apart the longer it is, in constant memory.
/// </summary>
internal sealed class TraceStacks(FrameResolver resolver, Clock clock)
{
    private const int MostTicks = 64;
    private const int MostStacks = 150_000;
    private const string Sampler = "Microsoft-DotNETCore-SampleProfiler";

    private readonly List<(double At, Dictionary<int, int> StackByThread)> _kept = [];
    private readonly HashSet<int> _seen = [];
    private Dictionary<int, int>? _open;
    private double _pause = 0.05;
    private double _due = double.NegativeInfinity;

    /// <summary>Ticks in the trace, kept or not.</summary>
    public int Ticks { get; private set; }

    public void Listen(EventPipeEventSource source)
    {
        resolver.Listen(source);
        source.Dynamic.All += traceEvent =>
        {
            if (traceEvent.ProviderName == Sampler) Add(traceEvent);
        };
    }

    /// <summary>Those kept, oldest first, when the trace has been read.</summary>
    public IReadOnlyList<StackSnapshot> Snapshots()
    {
        resolver.Settle();
        return [.. _kept.Select(tick => new StackSnapshot(
            tick.At,
            [.. tick.StackByThread
                .Select(thread => new ThreadStack(thread.Key, resolver.Resolve(thread.Value), resolver.IsCut(thread.Value)))
                .Where(thread => thread.Stack.Count > 0)]))];
    }

    /// <summary>One tick samples each thread once: a thread that comes again begins the next.</summary>
    private void Add(TraceEvent traceEvent)
    {
        if (_seen.Count == 0 || !_seen.Add(traceEvent.ThreadID)) Begin(traceEvent);
        // What is not kept costs nothing more.
        if (_open is not null && resolver.StackOf(traceEvent) is >= 0 and var stack) _open[traceEvent.ThreadID] = stack;
    }

    private void Begin(TraceEvent traceEvent)
    {
        Ticks++;
        _seen.Clear();
        _seen.Add(traceEvent.ThreadID);
        double at = clock.At(traceEvent);
        _open = null;
        if (at < _due) return;
        while (_kept.Count > 2 && (_kept.Count >= MostTicks || _kept.Sum(tick => tick.StackByThread.Count) > MostStacks)) Thin();
        _due = at + _pause;
        _open = [];
        _kept.Add((at, _open));
    }

    /// <summary>Every second one goes, and the next come half as often.</summary>
    private void Thin()
    {
        for (int i = _kept.Count - 2; i > 0; i -= 2) _kept.RemoveAt(i);
        _pause *= 2;
    }
}
