using ThreadPoolDoctor.Monitoring.Blocks;

namespace ThreadPoolDoctor.Monitoring;

/// <summary>
/// For tests: watches the thread pool of this process, and fails a test whose work items block a worker. The runtime's
/// sampler takes the stacks of all threads about once a millisecond while the watch lasts, so it is not for production.
/// </summary>
/// <remarks>
/// It sees the whole process: tests that use it should not run beside others that block. Thread-safe.
/// </remarks>
public sealed class BlockingWatch : IDisposable
{
    private readonly object _lock = new();
    private readonly BlockingWatchOptions _options;
    private readonly SampledStacks _stacks;
    private IReadOnlyList<Block>? _blocks;

    private BlockingWatch(BlockingWatchOptions options) => (_options, _stacks) = (options, SampledStacks.Begin());

    /// <summary>Begins to watch. Work that is queued from here on is seen.</summary>
    /// <exception cref="InvalidOperationException">Diagnostics are switched off in this process.</exception>
    public static BlockingWatch Start(BlockingWatchOptions? options = null) => new(options ?? new());

    /// <summary>Ends the watch and fails when a work item blocked.</summary>
    /// <exception cref="BlockingFoundException">With the methods, lines and cures.</exception>
    public void AssertNone()
    {
        IReadOnlyList<Block> blocks = Stop();
        if (blocks.Count > 0) throw new BlockingFoundException(blocks);
    }

    /// <summary>
    /// Ends the watch and tells where work items blocked, the longest first. The same answer each time it is asked.
    /// </summary>
    /// <exception cref="InvalidOperationException">The runtime did not tell all, so that nothing found would prove
    /// nothing.</exception>
    public IReadOnlyList<Block> Stop()
    {
        lock (_lock)
        {
            return _blocks ??= BlockList.Of(_stacks.End(), _options);
        }
    }

    /// <summary>Ends the watch; asserts nothing.</summary>
    public void Dispose() => _stacks.Dispose();
}
