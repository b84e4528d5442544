namespace ThreadPoolDoctor.Monitoring;

/// <summary>How <see cref="ThreadPoolMonitoringExtensions.AddThreadPoolMonitoring"/> watches.</summary>
public sealed class ThreadPoolMonitoringOptions
{
    /// <summary>
    /// Time between two readings of the pool's own numbers; half a second unless set. A reading takes some
    /// microseconds.
    /// </summary>
    public TimeSpan Every { get; set; } = TimeSpan.FromMilliseconds(500);

    /// <summary>How long work must have waited before the monitor looks closer; a second unless set.</summary>
    public TimeSpan Patience { get; set; } = TimeSpan.FromSeconds(1);

    /// <summary>How long a closer look takes, with three short bursts of stacks; two seconds unless set.</summary>
    public TimeSpan Look { get; set; } = TimeSpan.FromSeconds(2);

    /// <summary>Time from a closer look to the next while the trouble lasts; five minutes unless set.</summary>
    public TimeSpan LookAgain { get; set; } = TimeSpan.FromMinutes(5);

    /// <summary>
    /// Whether a closer look may take stacks, for which all threads stop some thirty times, for a fraction of a
    /// millisecond each; without them no method is named.
    /// </summary>
    public bool Stacks { get; set; } = true;

    internal void Check()
    {
        Require(Every >= TimeSpan.FromMilliseconds(50), nameof(Every), "at least 50 ms");
        Require(Patience >= TimeSpan.Zero, nameof(Patience), "not negative");
        Require(Look >= TimeSpan.FromSeconds(1) && Look <= TimeSpan.FromSeconds(30), nameof(Look), "1 to 30 s");
        Require(LookAgain >= TimeSpan.FromSeconds(10), nameof(LookAgain), "at least 10 s");
    }

    private static void Require(bool holds, string name, string what)
    {
        if (!holds) throw new ArgumentOutOfRangeException(name, $"{nameof(ThreadPoolMonitoringOptions)}.{name} must be {what}.");
    }
}
