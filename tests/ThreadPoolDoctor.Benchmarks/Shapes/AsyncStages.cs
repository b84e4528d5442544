using System.Diagnostics;
using System.Threading.Channels;

namespace ThreadPoolDoctor.Benchmarks;

/// <summary>Values that go through bounded channels, an async method between each two.</summary>
internal sealed class AsyncStages(int stages, int values) : Shape
{
    private const int Bound = 64;

    public override string Name => $"{stages} async stages between channels, {values:N0} values";

    public override double Run<TRival>(TRival rival)
    {
        var channels = new Channel<int>[stages + 1];
        for (int i = 0; i <= stages; i++) channels[i] = Channel.CreateBounded<int>(Bound);
        long start = Stopwatch.GetTimestamp();
        var all = new List<Task> { rival.RunAsync(() => WriteAsync(channels[0].Writer)) };
        for (int i = 0; i < stages; i++)
        {
            (ChannelReader<int> from, ChannelWriter<int> to) = (channels[i].Reader, channels[i + 1].Writer);
            all.Add(rival.RunAsync(() => MoveAsync(from, to)));
        }
        all.Add(rival.RunAsync(() => ReadAsync(channels[stages].Reader)));
        Task.WaitAll([.. all]);
        return Stopwatch.GetElapsedTime(start).TotalMilliseconds;
    }

    private async Task WriteAsync(ChannelWriter<int> to)
    {
        for (int i = 0; i < values; i++) await to.WriteAsync(i);
        to.Complete();
    }

    private static async Task MoveAsync(ChannelReader<int> from, ChannelWriter<int> to)
    {
        await foreach (int value in from.ReadAllAsync()) await to.WriteAsync(value);
        to.Complete();
    }

    private static async Task ReadAsync(ChannelReader<int> from)
    {
        await foreach (int _ in from.ReadAllAsync())
        {
        }
    }
}
