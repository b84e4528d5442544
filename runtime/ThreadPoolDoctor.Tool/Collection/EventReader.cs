using Microsoft.Diagnostics.Tracing;

namespace ThreadPoolDoctor.Tool.Collection;

/// <summary>
/// Reads a stream of events to its end, whatever it holds. Of a process that dies, or lies, it ends in the middle of a
/// block or says nonsense: what came before counts. One thread reads; another may ask it to stop.
/// </summary>
internal sealed class EventReader
{
    private volatile EventPipeEventSource? _source;
    private volatile bool _stopped;
    private long _lost;

    /// <summary>Events that the runtime dropped, when reading has ended.</summary>
    public long LostEvents => Interlocked.Read(ref _lost);

    /// <summary>
    /// What ended reading before the end of the stream; null while it goes on, and when all was read.
    /// </summary>
    public Exception? Trouble { get; private set; }

    /// <summary>
    /// Hands the events to the listener, on this thread, until the stream ends or <see cref="Stop"/> is called.
    /// </summary>
    public void Read(Stream stream, Action<EventPipeEventSource> listen)
    {
        try
        {
            using EventPipeEventSource source = new(stream);
            _source = source;
            listen(source);
            try
            {
                if (!_stopped) source.Process();
            }
            finally
            {
                Interlocked.Exchange(ref _lost, source.EventsLost);
            }
        }
        catch (Exception trouble)
        {
            Trouble = trouble;
            // The library fails in many ways then, and memory for a block of any size may be wanted; all mean that
            // there is no more to read.
        }
        finally
        {
            _source = null;
        }
    }

    /// <summary>Ends reading before the next event.</summary>
    public void Stop()
    {
        _stopped = true;
        _source?.StopProcessing();
    }
}
