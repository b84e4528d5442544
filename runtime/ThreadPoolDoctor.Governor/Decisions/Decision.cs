namespace ThreadPoolDoctor.Governor.Decisions;

/// <summary>What to do after a look.</summary>
/// <param name="Minimum">What the pool's minimum shall be.</param>
/// <param name="Reason">Why it changes, or why it does not although items wait.</param>
/// <param name="NextLook">Seconds until the next look; 0 leaves it to the pace of a calm pool.</param>
/// <param name="SeeWorkers">Whether the next look must measure the workers.</param>
/// <param name="PullBackTo">
/// How many workers there shall be again, or 0: a lower minimum alone leaves the pool at the number it has got used to.
/// </param>
internal readonly record struct Decision(int Minimum, GovernorReason Reason, double NextLook, bool SeeWorkers, int PullBackTo = 0);
