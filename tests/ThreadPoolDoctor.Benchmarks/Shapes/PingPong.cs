using System.Diagnostics;

namespace ThreadPoolDoctor.Benchmarks;

/// <summary>Chains of items, each queueing its successor: what counts is the way from one item to the next.</summary>
internal sealed class PingPong(int chains, int length, bool local) : Shape
{
    public override string Name => $"{(local ? "continuation chain" : "ping-pong")}, {chains} x {length:N0}";

    public override double Run<TRival>(TRival rival)
    {
        using var done = new CountdownEvent(chains);
        long start = Stopwatch.GetTimestamp();
        for (int i = 0; i < chains; i++)
        {
            new Ball<TRival>(rival, done, length, local).Start();
        }
        done.Wait();
        return Stopwatch.GetElapsedTime(start).TotalMilliseconds;
    }

    private sealed class Ball<TRival>(TRival rival, CountdownEvent done, int left, bool local) : IThreadPoolWorkItem
        where TRival : struct, IRival
    {
        private int _left = left;

        public void Start()
        {
            if (local)
            {
                rival.QueueLocal(this);
            }
            else
            {
                rival.Queue(this);
            }
        }

        public void Execute()
        {
            if (--_left == 0)
            {
                done.Signal();
            }
            else
            {
                Start();
            }
        }
    }
}
