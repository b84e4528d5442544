namespace ThreadPoolDoctor.Governor.Decisions;

/// <summary>A row of the policy's table.</summary>
/// <param name="Reason">What it tells, which is its name; null where what the last growth failed by lasts.</param>
/// <param name="Why">When it applies and why it decides so, in a sentence.</param>
/// <param name="When">Whether it applies. It changes nothing.</param>
/// <param name="Then">What to do.</param>
internal sealed record Rule(
    GovernorReason? Reason, string Why, Func<Knowledge, bool> When, Func<Knowledge, GovernorReason, Decision> Then);
