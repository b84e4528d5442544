namespace ThreadPoolDoctor.Diagnosis.Recordings;

/// <summary>
/// Why the pool changed its thread count; the runtime's own numbers
/// (NativeRuntimeEventSource.ThreadAdjustmentReasonMap in dotnet/runtime).
/// </summary>
public enum AdjustmentReason
{
    Warmup = 0,
    Initializing = 1,
    RandomMove = 2,
    ClimbingMove = 3,
    ChangePoint = 4,
    Stabilizing = 5,
    Starvation = 6,
    ThreadTimedOut = 7,
    CooperativeBlocking = 8,
}

/// <summary>The pool changed how many threads it wants.</summary>
/// <param name="At">Seconds since the observation began.</param>
/// <param name="Workers">The new count.</param>
/// <param name="Reason">Why.</param>
public sealed record WorkerAdjustment(double At, int Workers, AdjustmentReason Reason);
