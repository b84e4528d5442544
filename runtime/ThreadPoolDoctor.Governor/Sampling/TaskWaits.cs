using System.Reflection;

namespace ThreadPoolDoctor.Governor.Sampling;

/// <summary>
/// How many workers wait for a task, as the pool itself counts them: <c>Task.Wait</c> and <c>Task.Result</c> tell it,
/// so that it can add workers (source: dotnet/runtime, PortableThreadPool.Blocking.cs, NotifyThreadBlocked).
/// </summary>
/// <remarks>
/// The number is a private field, the same in .NET 8, 9 and 10; there is no public way to it. Where it is not found, as
/// with a pool that is not the runtime's own, nothing is known. The names are constants, so that trimming keeps both
/// fields.
/// </remarks>
internal static class TaskWaits
{
    private const BindingFlags Any = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Static | BindingFlags.Instance;

    private static readonly object? s_pool = Type.GetType("System.Threading.PortableThreadPool, System.Private.CoreLib")
        ?.GetField("ThreadPoolInstance", Any)?.GetValue(null);

    private static readonly FieldInfo? s_blocked = Type.GetType("System.Threading.PortableThreadPool, System.Private.CoreLib")
        ?.GetField("_numBlockedThreads", Any);

    /// <summary>0 also where it cannot be known. Each call allocates the number's box.</summary>
    public static int Count() => s_pool is not null && s_blocked?.GetValue(s_pool) is short count ? count : 0;
}
