namespace ThreadPoolDoctor.Governor;

/// <summary>How the governor stands.</summary>
/// <param name="IsRunning">Whether it looks after the pool.</param>
/// <param name="Asked">The minimum of workers that the program or its configuration asked for.</param>
/// <param name="Minimum">The minimum of workers that is set.</param>
/// <param name="Since">Since when workers are added, without a break; null while none are.</param>
/// <param name="Last">Its last step.</param>
public sealed record GovernorStatus(bool IsRunning, int Asked, int Minimum, DateTimeOffset? Since, GovernorStep Last)
{
    /// <summary>Workers that the pool may start at once beyond what the program asked for.</summary>
    public int Added => Math.Max(0, Minimum - Asked);
}
