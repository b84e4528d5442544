namespace ThreadPoolDoctor.Tool.Collection;

/// <summary>How to observe.</summary>
internal sealed record ObservationOptions
{
    /// <summary>How long to look.</summary>
    public TimeSpan Duration { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>Whether the end of the process is the end of the look, so that nothing is missed by it.</summary>
    public bool UntilItEnds { get; init; }

    /// <summary>How long the process may take to answer one request.</summary>
    public TimeSpan Timeout { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>Whether the user named the timeout: then the tool may take that much longer than the look.</summary>
    public bool AskedForTimeout { get; init; }

    /// <summary>Whether stacks may be taken, which stops all threads for moments.</summary>
    public bool Stacks { get; init; } = true;

    /// <summary>How often, in each minute of the look, all threads may be stopped.</summary>
    public int MaxSuspensions { get; init; } = 50;
}
