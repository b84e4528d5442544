using System.Diagnostics.Tracing;
using Microsoft.Diagnostics.NETCore.Client;
using Microsoft.Diagnostics.Tracing;

namespace ThreadPoolDoctor.Tool.Collection;

/// <summary>
/// One EventPipe session: opens it, drains it on a thread of its own (a reader that lags makes the runtime hold its
/// locks for longer), and hands the events to a listener on that thread.
/// </summary>
internal sealed class LiveSession : IDisposable
{
    private readonly EventPipeSession _session;
    private readonly CountingStream _stream;
    private readonly Thread _reader;
    private readonly TaskCompletionSource _drained = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private EventPipeEventSource? _source;
    private long _lost;

    private LiveSession(EventPipeSession session, Action<EventPipeEventSource> listen, string name)
    {
        _session = session;
        _stream = new CountingStream(session.EventStream);
        _reader = new Thread(() => Drain(listen)) { IsBackground = true, Name = "tpdoctor " + name };
        _reader.Start();
    }

    public long Bytes => _stream.Bytes;

    public long LostEvents => _source?.EventsLost ?? _lost;

    /// <summary>Completes when the runtime has sent everything, or fails with what broke the stream.</summary>
    public Task Drained => _drained.Task;

    /// <summary>
    /// Opens a session. Where the runtime is too old to leave stacks out, it is asked to send them: this tier has few events.
    /// </summary>
    public static async Task<LiveSession> OpenAsync(
        DiagnosticsClient client,
        IReadOnlyList<EventPipeProvider> providers,
        bool stacks,
        long rundownKeyword,
        Action<EventPipeEventSource> listen,
        string name,
        CancellationToken cancel)
    {
        EventPipeSession session;
        try
        {
            EventPipeSessionConfiguration wanted = new(providers, BufferMegabytes, rundownKeyword, stacks);
            session = await client.StartEventPipeSessionAsync(wanted, cancel);
        }
        catch (UnsupportedCommandException)
        {
            EventPipeSessionConfiguration plain = new(providers, BufferMegabytes, requestRundown: rundownKeyword != 0, requestStackwalk: true);
            session = await client.StartEventPipeSessionAsync(plain, cancel);
        }
        return new(session, listen, name);
    }

    /// <summary>Asks the runtime to end the session and waits until its last bytes are read.</summary>
    public async Task StopAsync(CancellationToken cancel)
    {
        try
        {
            await _session.StopAsync(cancel);
        }
        catch (Exception gone) when (gone is ServerNotAvailableException or EndOfStreamException or IOException or TimeoutException)
        {
            // The process ended, and the stream with it: what was read counts.
        }
        await _drained.Task.WaitAsync(cancel);
    }

    public void Dispose() => _session.Dispose();

    // What the runtime may hold back for us; the reader keeps up, so little of it is ever used.
    private const int BufferMegabytes = 64;

    private void Drain(Action<EventPipeEventSource> listen)
    {
        try
        {
            using EventPipeEventSource source = new(_stream);
            _source = source;
            listen(source);
            source.Process();
            _lost = source.EventsLost;
            _source = null;
            _drained.SetResult();
        }
        catch (Exception broken)
        {
            // The stream of a process that dies ends in the middle of a block; whoever awaits decides what that means.
            _drained.SetException(broken);
            _ = _drained.Task.Exception;
        }
    }
}
