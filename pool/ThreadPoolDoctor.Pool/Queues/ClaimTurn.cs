namespace ThreadPoolDoctor.Pool;

/// <summary>Whose turn it is when one consumer claims again and again. The consumer's own.</summary>
internal struct ClaimTurn
{
    /// <summary>The inlet to begin with.</summary>
    internal int Next;

    /// <summary>Items claimed by age since one inlet had its turn although older items waited elsewhere.</summary>
    internal int ByAge;
}
