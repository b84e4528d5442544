namespace ThreadPoolDoctor.Governor.Decisions;

/// <summary>How far a trial may go before it has proved itself.</summary>
internal enum Caution
{
    /// <summary>As far as the time of an item asks for.</summary>
    None,

    /// <summary>A few workers, or half as many again: one before it failed, or the processors are busy.</summary>
    Few,

    /// <summary>
    /// The fewest that can tell: one before it failed, and nothing at all has been completed since. As in a deadlock.
    /// </summary>
    Standstill,
}
