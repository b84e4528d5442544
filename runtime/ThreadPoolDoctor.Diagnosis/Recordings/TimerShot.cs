namespace ThreadPoolDoctor.Diagnosis.Recordings;

/// <summary>A timer that was seen being armed.</summary>
/// <param name="DueAt">When it should fire, in seconds since the observation began.</param>
/// <param name="FiredAt">When its callback began, or null when it had not by the end of the observation.</param>
public sealed record TimerShot(double DueAt, double? FiredAt);
