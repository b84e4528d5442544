using Microsoft.Diagnostics.NETCore.Client;
using Microsoft.Diagnostics.Tracing;

namespace ThreadPoolDoctor.Tool.Collection;

/// <summary>
/// One EventPipe session: opens it, drains it on a thread of its own (a reader that lags makes the runtime hold its
/// locks for longer), and hands the events to a listener on that thread. Whatever becomes of the stream, what was read
/// before counts.
/// </summary>
internal sealed class LiveSession : IDisposable
{
    /// <summary>
    /// Megabytes that the runtime may hold back for a session of few events; the reader keeps up, so little of it is
    /// ever used.
    /// </summary>
    public const int SmallBuffer = 64;

    // The reader's next event, at most: it is asked to stop between two.
    private static readonly TimeSpan s_timeToStop = TimeSpan.FromSeconds(1);

    private readonly IDisposable _connection;
    private readonly Action _stop;
    private readonly Func<CancellationToken, Task> _stopAsync;
    private readonly CountingStream _stream;
    private readonly Thread _reader;
    private readonly TaskCompletionSource _drained = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly EventReader _events = new();
    private readonly FirstCollection _collection;

    private LiveSession(EventPipeSession session, SessionPlan plan, Action<EventPipeEventSource> listen)
        : this(session.EventStream, session, session.Stop, session.StopAsync, new FirstCollection(plan.Providers), listen, plan.Name)
    {
    }

    private LiveSession(
        Stream stream, IDisposable connection, Action stop, Func<CancellationToken, Task> stopAsync, FirstCollection collection,
        Action<EventPipeEventSource> listen, string name)
    {
        (_connection, _stop, _stopAsync, _collection) = (connection, stop, stopAsync, collection);
        _stream = new CountingStream(stream);
        _reader = new Thread(() => Drain(listen)) { IsBackground = true, Name = "tpdoctor " + name };
        _reader.Start();
    }

    public long Bytes => _stream.Bytes;

    public long LostEvents => _events.LostEvents;

    /// <summary>Completes when the stream is at its end, by whichever cause; never fails.</summary>
    public Task Drained => _drained.Task;

    /// <summary>
    /// Opens a session. Where the runtime is too old to leave stacks out, it is asked to send them: this tier has few
    /// events.
    /// </summary>
    public static async Task<LiveSession> OpenAsync(
        DiagnosticsClient client, SessionPlan plan, Action<EventPipeEventSource> listen, CancellationToken cancel)
    {
        EventPipeSession session;
        try
        {
            session = await client.StartEventPipeSessionAsync(Wanted(plan), cancel);
        }
        catch (UnsupportedCommandException)
        {
            session = await client.StartEventPipeSessionAsync(Plain(plan), cancel);
        }
        return new(session, plan, listen);
    }

    /// <summary>
    /// The same without an await, for a process that looks at itself: while its pool starves, none would go on.
    /// </summary>
    public static LiveSession Open(DiagnosticsClient client, SessionPlan plan, Action<EventPipeEventSource> listen)
    {
        EventPipeSession session;
        try
        {
            session = client.StartEventPipeSession(Wanted(plan));
        }
        catch (UnsupportedCommandException)
        {
            session = client.StartEventPipeSession(Plain(plan));
        }
        return new(session, plan, listen);
    }

    /// <summary>A session whose stream comes another way than by the client.</summary>
    /// <param name="stream">Its events; closed with the session.</param>
    /// <param name="stop">Asks the runtime to end it.</param>
    /// <param name="name">For the reader's thread.</param>
    /// <param name="listen">Gets the events.</param>
    public static LiveSession Over(Stream stream, Action stop, string name, Action<EventPipeEventSource> listen) =>
        new(stream, stream, stop, cancel => Task.Run(stop, cancel), new FirstCollection([]), listen, name);

    private static EventPipeSessionConfiguration Wanted(SessionPlan plan) =>
        new(plan.Providers, plan.BufferMegabytes, plan.RundownKeyword, plan.Stacks);

    private static EventPipeSessionConfiguration Plain(SessionPlan plan) =>
        new(plan.Providers, plan.BufferMegabytes, requestRundown: plan.RundownKeyword != 0, requestStackwalk: true);

    /// <summary>
    /// Ends the session as <see cref="StopAsync"/> does, without an await. Throws what the client throws.
    /// </summary>
    public bool Stop(TimeSpan patience)
    {
        _stop();
        bool drained = _reader.Join(patience);
        if (!drained) Abandon();
        return drained;
    }

    /// <summary>
    /// Asks the runtime to end the session and waits until its last bytes are read. False when they did not come in
    /// time: then the connection is cut, and nothing more is read. The listener's data may be read afterwards in either
    /// case.
    /// </summary>
    public async Task<bool> StopAsync(CancellationToken cancel)
    {
        bool stopped = false;
        try
        {
            await Task.WhenAny(_collection.Over, Drained).WaitAsync(cancel);
            await _stopAsync(cancel);
            await Drained.WaitAsync(cancel);
            stopped = true;
        }
        catch (Exception gone) when (gone is ServerNotAvailableException or ServerErrorException or EndOfStreamException or IOException or TimeoutException)
        {
            // The process ended, and the stream with it. Its last bytes may still be on their way.
            await Drained.WaitAsync(s_timeToStop, CancellationToken.None).ContinueWith(static _ => { }, TaskScheduler.Default);
        }
        catch (OperationCanceledException)
        {
            // It takes too long.
        }
        if (!Drained.IsCompleted) Abandon();
        return stopped;
    }

    private void Abandon()
    {
        _events.Stop();
        _connection.Dispose();
        // A reader that is deep in a broken block ends with it; it may not write while others read what it wrote.
        _reader.Join(s_timeToStop);
    }

    public void Dispose() => _connection.Dispose();

    private void Drain(Action<EventPipeEventSource> listen)
    {
        _events.Read(_stream, _collection.Listen + listen);
        _drained.SetResult();
    }
}
