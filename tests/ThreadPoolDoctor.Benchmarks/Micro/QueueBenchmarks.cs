using System.Collections.Concurrent;
using System.Threading.Channels;
using BenchmarkDotNet.Attributes;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Running;
using BenchmarkDotNet.Toolchains.InProcess.Emit;
using ThreadPoolDoctor.Pool;

namespace ThreadPoolDoctor.Benchmarks.Micro;

/// <summary>
/// The queues on one thread, where nobody contends: what an item costs by itself, and what it allocates. The mode
/// `queues` has a producer and a consumer.
/// </summary>
[MemoryDiagnoser]
public class QueueBenchmarks
{
    private readonly object _item = new();
    private readonly WorkItem _workItem = new(new object(), ItemKind.Item);
    private readonly BlockWorkQueue _blocks = new();
    private readonly FifoWorkQueue _fifo = new();
    private readonly PriorityWorkQueue _priority = new(static _ => 0);
    private readonly LocalQueue _local = new();
    private readonly ConcurrentQueue<object> _concurrent = new();
    private readonly Channel<object> _channel = System.Threading.Channels.Channel.CreateUnbounded<object>();

    /// <summary>How many items are in the queue at once.</summary>
    [Params(1, 200)]
    public int Depth { get; set; }

    /// <summary>
    /// Runs them in this process: a project made on the fly would not find the sources of this repository's settings.
    /// </summary>
    public static int Run()
    {
        BenchmarkRunner.Run<QueueBenchmarks>(
            DefaultConfig.Instance
                .AddJob(Job.ShortRun.WithToolchain(InProcessEmitToolchain.Instance))
                .WithArtifactsPath(Path.Combine(Path.GetTempPath(), "tpdoctor-micro")));
        return 0;
    }

    [Benchmark(Baseline = true)]
    public void ConcurrentQueue()
    {
        for (int i = 0; i < Depth; i++) _concurrent.Enqueue(_item);
        while (_concurrent.TryDequeue(out _))
        {
        }
    }

    [Benchmark]
    public void Channel()
    {
        for (int i = 0; i < Depth; i++) _channel.Writer.TryWrite(_item);
        while (_channel.Reader.TryRead(out _))
        {
        }
    }

    [Benchmark]
    public void Blocks()
    {
        for (int i = 0; i < Depth; i++) _blocks.Enqueue(_workItem);
        while (_blocks.TryDequeue(out _))
        {
        }
    }

    [Benchmark]
    public void Local()
    {
        for (int i = 0; i < Depth; i++)
        {
            _local.Reserve();
            _local.Push(_workItem);
        }
        while (_local.TryPop(out _))
        {
        }
    }

    [Benchmark]
    public void Fifo()
    {
        for (int i = 0; i < Depth; i++) _fifo.Enqueue(_workItem);
        while (_fifo.TryDequeue(out _))
        {
        }
    }

    [Benchmark]
    public void Priority()
    {
        for (int i = 0; i < Depth; i++) _priority.Enqueue(_workItem);
        while (_priority.TryDequeue(out _))
        {
        }
    }
}
