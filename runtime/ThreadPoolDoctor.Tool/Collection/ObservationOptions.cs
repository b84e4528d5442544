namespace ThreadPoolDoctor.Tool.Collection;

/// <summary>How to observe.</summary>
internal sealed record ObservationOptions
{
    /// <summary>How long to look.</summary>
    public TimeSpan Duration { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>How long the process may take to answer one request.</summary>
    public TimeSpan Timeout { get; init; } = TimeSpan.FromSeconds(10);
}
