using System.Diagnostics;

namespace ThreadPoolDoctor.Benchmarks;

/// <summary>
/// The floor of handing items from one thread to another: the producer fills blocks of callback and state, the consumer
/// calls them, and they synchronise once per block. No pool, no sleeping, no order but this.
/// </summary>
internal static class BlockHandOff
{
    private const int BlockSize = 256;
    private const int Blocks = 64;

    public static double Run(int items, WaitCallback callback)
    {
        var blocks = new (WaitCallback? Callback, object? State)[Blocks][];
        for (int i = 0; i < Blocks; i++)
        {
            blocks[i] = new (WaitCallback?, object?)[BlockSize];
        }
        long filled = 0, emptied = 0;
        int count = items / BlockSize;
        long start = Stopwatch.GetTimestamp();
        var consumer = new Thread(() =>
        {
            for (long b = 0; b < count; b++)
            {
                while (Volatile.Read(ref filled) <= b)
                {
                    Thread.SpinWait(1);
                }
                foreach ((WaitCallback? call, object? state) in blocks[b % Blocks])
                {
                    call!(state);
                }
                Volatile.Write(ref emptied, b + 1);
            }
        });
        consumer.Start();
        for (long b = 0; b < count; b++)
        {
            while (b - Volatile.Read(ref emptied) >= Blocks)
            {
                Thread.SpinWait(1);
            }
            (WaitCallback?, object?)[] block = blocks[b % Blocks];
            for (int i = 0; i < BlockSize; i++)
            {
                block[i] = (callback, null);
            }
            Volatile.Write(ref filled, b + 1);
        }
        consumer.Join();
        return Stopwatch.GetElapsedTime(start).TotalMilliseconds;
    }
}
