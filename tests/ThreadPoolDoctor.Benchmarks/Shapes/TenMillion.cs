using System.Diagnostics;

namespace ThreadPoolDoctor.Benchmarks;

/// <summary>Seed case 4: ten million items that decrement a counter, queued by one outside thread.</summary>
internal sealed class TenMillion(int items = 10_000_000) : Shape
{
    private int _left;
    private ManualResetEventSlim _done = null!;

    public override string Name => "ten million, one outside thread";

    public override bool IsSeed => true;

    public override double Goal => 3;

    public override double Run<TRival>(TRival rival)
    {
        _left = items;
        _done = new ManualResetEventSlim();
        WaitCallback callback = Decrement;
        long start = Stopwatch.GetTimestamp();
        for (int i = 0; i < items; i++)
        {
            rival.Queue(callback, null);
        }
        _done.Wait();
        return Stopwatch.GetElapsedTime(start).TotalMilliseconds;
    }

    /// <summary>A single-producer hand-off of blocks of callbacks to one consumer.</summary>
    public override double Floor() => BlockHandOff.Run(items, state => Interlocked.Decrement(ref _left));

    private void Decrement(object? state)
    {
        if (Interlocked.Decrement(ref _left) == 0)
        {
            _done.Set();
        }
    }
}
