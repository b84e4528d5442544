using System.Reflection;

namespace ThreadPoolDoctor.Governor.Sampling;

/// <summary>
/// What the pool itself counts and makes public only in part: how many workers have no item now, and how many it lets
/// work at once. Nothing else tells an idle worker from a blocked one, for both stand still (source: dotnet/runtime,
/// PortableThreadPool.ThreadCounts.cs).
/// </summary>
/// <param name="Idle">Workers that exist and have no item.</param>
/// <param name="Goal">How many the pool lets work at once: it starts or wakes no more by itself, but for one now and
/// then.</param>
/// <remarks>
/// The three numbers lie in one word, so that they belong together. It is private, and the same in .NET 8, 9 and 10:
/// debuggers read it by its name. Where it is not found, as with a pool that is not the runtime's own, nothing is
/// known. The names are constants, so that trimming keeps the fields.
/// </remarks>
internal readonly record struct PoolCounts(int Idle, int Goal)
{
    private const BindingFlags Any = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Static | BindingFlags.Instance;

    private static readonly object? s_pool = Type.GetType("System.Threading.PortableThreadPool, System.Private.CoreLib")
        ?.GetField("ThreadPoolInstance", Any)?.GetValue(null);

    private static readonly FieldInfo? s_separated = Type.GetType("System.Threading.PortableThreadPool, System.Private.CoreLib")
        ?.GetField("_separated", Any);

    private static readonly FieldInfo? s_counts = Type.GetType("System.Threading.PortableThreadPool+CacheLineSeparated, System.Private.CoreLib")
        ?.GetField("counts", Any);

    private static readonly FieldInfo? s_data = Type.GetType("System.Threading.PortableThreadPool+ThreadCounts, System.Private.CoreLib")
        ?.GetField("_data", Any);

    /// <summary>
    /// Zeros where it cannot be known. Each call allocates the boxes of the structures that the word lies in.
    /// </summary>
    public static PoolCounts Read()
    {
        object? separated = s_pool is null ? null : s_separated?.GetValue(s_pool);
        object? counts = separated is null ? null : s_counts?.GetValue(separated);
        return counts is not null && s_data?.GetValue(counts) is ulong data ? Of(data) : default;
    }

    /// <summary>Working, existing and allowed ones, each in 16 bits from the lowest on.</summary>
    internal static PoolCounts Of(ulong data)
    {
        int working = (ushort)data, existing = (ushort)(data >> 16), goal = (ushort)(data >> 32);
        // A pool that is not in use has no worker; one that is has a goal.
        return existing == 0 || goal == 0 ? default : new(Math.Max(0, existing - working), goal);
    }
}
