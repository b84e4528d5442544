namespace ThreadPoolDoctor.Tool.Collection.Symbols;

/// <summary>
/// How many bytes of the target's files may be held in memory at once, read or inflated: what a hostile or merely large
/// program makes the tool keep must not grow with it. Any thread may take.
/// </summary>
internal sealed class ByteBudget(long limit)
{
    private long _taken;

    /// <summary>Bytes that are held.</summary>
    public long Taken => Interlocked.Read(ref _taken);

    /// <summary>
    /// Whether so many more bytes fit; they are counted when they do. Pairs with <see cref="Return"/>.
    /// </summary>
    public bool TryTake(long bytes)
    {
        if (bytes < 0 || bytes > limit) return false;
        if (Interlocked.Add(ref _taken, bytes) <= limit) return true;
        Interlocked.Add(ref _taken, -bytes);
        return false;
    }

    /// <summary>What was taken and is not kept after all.</summary>
    public void Return(long bytes) => Interlocked.Add(ref _taken, -bytes);
}
