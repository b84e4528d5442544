using System.Diagnostics;
using ThreadPoolDoctor.Pool;

namespace ThreadPoolDoctor.Benchmarks.Compare;

/// <summary>
/// How long items of the High lane wait while every worker is busy with Normal items of a millisecond.
/// </summary>
internal static class HighLane
{
    private const int Probes = 150;

    public static double Run()
    {
        WorkPool pool = ComparedPool.Pool;
        bool stop = false;
        int chains = 4 * pool.Processors;
        using var ended = new CountdownEvent(chains);
        void Again()
        {
            Spin.For(1_000_000);
            if (Volatile.Read(ref stop)) ended.Signal();
            else pool.Queue(Again);
        }
        for (int i = 0; i < chains; i++) pool.Queue(Again);
        double[] delays = new double[Probes];
        for (int i = 0; i < Probes; i++)
        {
            using var ran = new ManualResetEventSlim();
            long queued = Stopwatch.GetTimestamp();
            int k = i;
            pool.Queue(() =>
            {
                delays[k] = Stopwatch.GetElapsedTime(queued).TotalMilliseconds;
                ran.Set();
            }, lane: WorkLane.High);
            ran.Wait();
            Thread.Sleep(1);
        }
        Volatile.Write(ref stop, true);
        ended.Wait();
        Array.Sort(delays);
        return delays[Probes * 99 / 100];
    }
}
