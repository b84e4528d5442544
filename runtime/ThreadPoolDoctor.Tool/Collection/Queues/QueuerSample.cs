using Microsoft.Diagnostics.Tracing;
using ThreadPoolDoctor.Diagnosis.Frames;
using ThreadPoolDoctor.Diagnosis.Recordings;
using ThreadPoolDoctor.Tool.Collection.Symbols;

namespace ThreadPoolDoctor.Tool.Collection.Queues;

/// <summary>
/// The stacks of threads that queue work, each counted. They are kept as addresses: who reads stacks asks for the
/// names. Written by the session's reader, read under the same lock.
/// </summary>
internal sealed class QueuerSample
{
    // A program that queues from everywhere tells nothing by its rarest places.
    private const int MostStacks = 1_000;

    private readonly object _lock = new();
    private readonly StackTable _stacks = new();
    private readonly Dictionary<int, int> _items = [];
    private ulong[] _buffer = new ulong[128];
    private long _events;

    public long Events => Interlocked.Read(ref _events);

    public void Listen(EventPipeEventSource source) => source.Dynamic.All += OnEvent;

    /// <summary>With names from this resolver, most items first.</summary>
    public IReadOnlyList<QueuedStack> Read(FrameResolver resolver)
    {
        lock (_lock)
        {
            List<QueuedStack> queued = [];
            foreach ((int stack, int items) in _items) queued.Add(new(Frames(resolver, stack), items));
            return [.. queued.Where(one => one.Stack.Count > 0).OrderByDescending(one => one.Items)];
        }
    }

    private IReadOnlyList<Frame> Frames(FrameResolver resolver, int stack) => resolver.Resolve(_stacks[stack]);

    private void OnEvent(TraceEvent traceEvent)
    {
        if (traceEvent.ProviderName != QueueListener.Provider) return;
        Interlocked.Increment(ref _events);
        if (!QueueListener.IsQueued(traceEvent)) return;
        lock (_lock)
        {
            int count = RawStack.Copy(traceEvent, ref _buffer);
            if (count == 0) return;
            int stack = _stacks.Count < MostStacks ? _stacks.IdOf(_buffer.AsSpan(0, count)) : -1;
            if (stack >= 0) _items[stack] = _items.GetValueOrDefault(stack) + 1;
        }
    }
}
