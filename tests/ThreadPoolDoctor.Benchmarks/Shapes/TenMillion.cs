using System.Diagnostics;

namespace ThreadPoolDoctor.Benchmarks;

/// <summary>Seed case 4: ten million items that decrement a counter, queued by one outside thread.</summary>
internal sealed class TenMillion(int items = 10_000_000) : Shape
{
    public override string Name => "ten million, one outside thread";

    public override bool IsSeed => true;

    public override double Goal => 3;

    public override double Run<TRival>(TRival rival)
    {
        var left = new Countdown(items);
        WaitCallback callback = _ => left.Signal();
        long start = Stopwatch.GetTimestamp();
        for (int i = 0; i < items; i++)
        {
            rival.Queue(callback, null);
        }
        left.Wait();
        return Stopwatch.GetElapsedTime(start).TotalMilliseconds;
    }

    /// <summary>A single-producer hand-off of blocks of callbacks to one consumer.</summary>
    public override double Floor()
    {
        var left = new Countdown(items);
        return BlockHandOff.Run(items, _ => left.Signal());
    }
}
