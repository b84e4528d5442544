namespace ThreadPoolDoctor.Diagnosis.Recordings;

/// <summary>A timer that was seen being armed, and that fired.</summary>
/// <param name="DueAt">When it should have fired, in seconds since the observation began.</param>
/// <param name="FiredAt">When its callback began.</param>
public sealed record TimerShot(double DueAt, double FiredAt);
