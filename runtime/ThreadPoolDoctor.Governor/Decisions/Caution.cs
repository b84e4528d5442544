namespace ThreadPoolDoctor.Governor.Decisions;

/// <summary>How far a trial may go before it has proved itself.</summary>
internal enum Caution
{
    /// <summary>As far as the time of an item asks for.</summary>
    None,

    /// <summary>A few workers, or half as many again: one before it failed, or the processors are busy.</summary>
    Few,

    /// <summary>The fewest that can tell: those of the one before it all wait for locks, and nothing has been completed since.</summary>
    Deadlock,
}
