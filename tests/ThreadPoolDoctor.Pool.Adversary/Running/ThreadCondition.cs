using System.Globalization;

namespace ThreadPoolDoctor.Pool.Adversary;

/// <summary>What an item can find on its thread.</summary>
[Flags]
internal enum ThreadCondition
{
    None = 0,
    ContextFlowed = 1,
    ContextAbsent = 2,
    ForeignCulture = 4,
    ForeignPriority = 8,
    ForeignName = 16,
    ForeignSynchronizationContext = 32,
    Foreground = 64,

    /// <summary>Those that no item should find; the others depend on how it was queued.</summary>
    Foreign = ForeignCulture | ForeignPriority | ForeignName | ForeignSynchronizationContext | Foreground,
}

/// <summary>Leaves a thread as a careless item leaves it, and sees whether one was left so.</summary>
internal static class ThreadConditions
{
    private const string DirtyName = "dirty";

    private static readonly AsyncLocal<string?> s_local = new();
    private static readonly CultureInfo s_culture = (CultureInfo)CultureInfo.InvariantCulture.Clone();
    private static readonly ForeignContext s_context = new();

    /// <summary>From here on there is a context to flow.</summary>
    internal static void BeginContext() => s_local.Value = "flowed";

    internal static void Dirty()
    {
        Thread thread = Thread.CurrentThread;
        CultureInfo.CurrentCulture = s_culture;
        SynchronizationContext.SetSynchronizationContext(s_context);
        thread.Priority = ThreadPriority.BelowNormal;
        thread.Name = DirtyName;
        thread.IsBackground = false;
    }

    internal static ThreadCondition Look()
    {
        Thread thread = Thread.CurrentThread;
        return (s_local.Value is null ? ThreadCondition.ContextAbsent : ThreadCondition.ContextFlowed)
            | If(ReferenceEquals(CultureInfo.CurrentCulture, s_culture), ThreadCondition.ForeignCulture)
            | If(SynchronizationContext.Current is ForeignContext, ThreadCondition.ForeignSynchronizationContext)
            | If(thread.Priority != ThreadPriority.Normal, ThreadCondition.ForeignPriority)
            | If(thread.Name == DirtyName, ThreadCondition.ForeignName)
            | If(!thread.IsBackground, ThreadCondition.Foreground);
    }

    private static ThreadCondition If(bool condition, ThreadCondition bit) => condition ? bit : ThreadCondition.None;

    private sealed class ForeignContext : SynchronizationContext;
}
