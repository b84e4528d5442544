using ThreadPoolDoctor.Diagnosis.Recordings;

namespace ThreadPoolDoctor.Tool.Collection.Relief;

/// <summary>Watches the queue and the workers of a process until the queue is empty.</summary>
internal sealed class QueueWatch : IDisposable
{
    private static readonly TimeSpan s_pulse = TimeSpan.FromMilliseconds(50);

    // As short a look is read most often.
    private static readonly TimeSpan s_look = TimeSpan.FromSeconds(2);

    private readonly WatchListener _listener;
    private readonly LiveSession _session;

    private QueueWatch(WatchListener listener, LiveSession session) => (_listener, _session) = (listener, session);

    public static async Task<QueueWatch> OpenAsync(Target target, CancellationToken cancel)
    {
        WatchListener listener = new(new Clock(), target.Processors);
        LiveSession session = await LiveSession.OpenAsync(
            target.Client, new SessionPlan("queue", WatchProviders.Watch(target.Runtime, s_look)), listener.Listen, cancel);
        return new(listener, session);
    }

    /// <summary>
    /// The first reading, the one with which the queue was empty twice in a row or else the last, and whether it was.
    /// </summary>
    public async Task<(CounterTick? First, CounterTick? Last, bool Empty)> UntilEmptyAsync(TimeSpan patience, CancellationToken cancel)
    {
        Clock clock = new();
        while (true)
        {
            IReadOnlyList<CounterTick> ticks = _listener.Ticks;
            int empty = Enumerable.Range(1, Math.Max(0, ticks.Count - 1)).FirstOrDefault(i => ticks[i].QueueLength == 0 && ticks[i - 1].QueueLength == 0);
            if (empty > 0) return (ticks[0], ticks[empty - 1], true);
            if (clock.Now > patience.TotalSeconds || _session.Drained.IsCompleted || cancel.IsCancellationRequested)
            {
                return (ticks.FirstOrDefault(), ticks.LastOrDefault(), false);
            }
            await Task.WhenAny(Task.Delay(s_pulse, cancel), _session.Drained);
        }
    }

    public Task CloseAsync(CancellationToken cancel) => _session.StopAsync(cancel);

    public void Dispose() => _session.Dispose();
}
