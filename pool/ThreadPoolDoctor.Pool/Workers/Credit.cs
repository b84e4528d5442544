namespace ThreadPoolDoctor.Pool;

/// <summary>
/// Whether a lone item in a worker's own queue is left to that worker (Sleep.md, "Items left to their worker"): a debt
/// in lone items, 0 for credit. A mutable struct, held in a field.
/// </summary>
internal struct Credit
{
    // Written by the owner and by whoever takes a lone item away; a lost update only makes the debt a little wrong.
    private int _debt;

    /// <summary>Whether a lone item is left to the owner. Any thread.</summary>
    internal bool IsGiven => Volatile.Read(ref _debt) == 0;

    /// <summary>From now on nothing is left to the owner for a while. Any thread.</summary>
    internal void Lose() => Volatile.Write(ref _debt, BlockSize.Debt);

    /// <summary>
    /// For one more lone item: whether it is left to the owner. From here on others see it as the owner does
    /// (<see cref="IsGiven"/>): were the last debt paid with an item that is for everybody, thieves would leave that
    /// one, too, and nobody would watch it. Owner only.
    /// </summary>
    internal bool Pay()
    {
        int debt = Volatile.Read(ref _debt);
        if (debt != 0) Volatile.Write(ref _debt, debt - 1);
        return debt <= 1;
    }

    /// <summary>What the queue has is everybody's, until the next lone item. Owner only.</summary>
    internal void Suspend()
    {
        if (Volatile.Read(ref _debt) == 0) Volatile.Write(ref _debt, 1);
    }
}
