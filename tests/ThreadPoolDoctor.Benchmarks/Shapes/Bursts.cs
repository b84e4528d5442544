using System.Diagnostics;

namespace ThreadPoolDoctor.Benchmarks;

/// <summary>Bursts with idle gaps between them; the gaps are not counted.</summary>
internal sealed class Bursts(int size, int bursts) : Shape
{
    public override string Name => $"bursts of {size:N0} with 1 ms gaps, {bursts} times";

    public override double Run<TRival>(TRival rival)
    {
        var left = new Countdown(size);
        WaitCallback callback = _ => left.Signal();
        double elapsed = 0;
        for (int burst = 0; burst < bursts; burst++)
        {
            Thread.Sleep(1);
            long start = Stopwatch.GetTimestamp();
            left.Reset(size);
            for (int i = 0; i < size; i++)
            {
                rival.Queue(callback, null);
            }
            left.Wait();
            elapsed += Stopwatch.GetElapsedTime(start).TotalMilliseconds;
        }
        return elapsed;
    }
}
