using System.Collections.Concurrent;
using System.Diagnostics;

namespace ThreadPoolDoctor.Patients;

/// <summary>
/// A slow service inside the process: does what it is asked to after a fixed delay, on one thread of its own.
/// </summary>
internal sealed class Replies
{
    private readonly BlockingCollection<(long Due, Action Reply)> _asked = [];
    private readonly long _delay;

    public Replies(Session session, int delayMilliseconds)
    {
        _delay = delayMilliseconds * Stopwatch.Frequency / 1_000;
        session.OnThread("replies", ReplyInTime);
    }

    public void Later(Action reply) => _asked.Add((Stopwatch.GetTimestamp() + _delay, reply));

    private void ReplyInTime()
    {
        foreach ((long due, Action reply) in _asked.GetConsumingEnumerable())
        {
            double wait = (due - Stopwatch.GetTimestamp()) * 1_000.0 / Stopwatch.Frequency;
            if (wait >= 1) Thread.Sleep((int)wait);
            reply();
        }
    }
}
