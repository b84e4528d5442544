namespace ThreadPoolDoctor.Diagnosis.Evidence;

/// <summary>A part of the work items waits so long for a worker.</summary>
/// <param name="Seconds">How long.</param>
/// <param name="AtLeast">Whether it is more than that: they had not been started when the look ended.</param>
public readonly record struct Delay(double Seconds, bool AtLeast);

/// <summary>How long work items that were seen being queued waited for a worker.</summary>
/// <param name="Items">Items seen being queued.</param>
/// <param name="Started">Those of them that a worker took.</param>
/// <param name="Half">Half of the items wait longer.</param>
/// <param name="Twentieth">One of twenty waits longer.</param>
/// <param name="Hundredth">One of a hundred waits longer.</param>
public sealed record QueueDelay(int Items, int Started, Delay Half, Delay Twentieth, Delay Hundredth);
