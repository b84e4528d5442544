using System.Runtime.CompilerServices;

namespace ThreadPoolDoctor.Pool;

/// <summary>
/// The items a worker has claimed and runs one after the other, without copying them out of their block. Whoever has
/// nothing to do takes the further half, so an item never waits behind a blocked one because of a big claim.
/// </summary>
internal sealed class ClaimedRange
{
    // So many slots that have run may wait for being counted off while their block goes on.
    private const int UnfinishedLimit = 32;

    // Written by the owner while the word is empty, read by thieves between reading the word and replacing it: the
    // version in the word tells them that it still was the word's block.
    private Block _block = null!;

    // The range. The owner adds one to take; thieves lower its end by compare-and-swap.
    private PaddedLong _word;

    // The owner's alone: slots taken and not yet finished are [_unfinished, _next).
    private int _unfinished;
    private int _next;

    internal bool IsEmpty => new RangeWord(Volatile.Read(ref _word.Value)).Count <= 0;

    /// <summary>Changes whenever an item is taken, by whomever, and with each new range.</summary>
    internal long Word => Volatile.Read(ref _word.Value);

    internal int Count => Math.Max(0, new RangeWord(Volatile.Read(ref _word.Value)).Count);

    /// <summary>Sets a new range. Owner only, when the old one is empty.</summary>
    internal void Set(Block block, int from, int count)
    {
        System.Diagnostics.Debug.Assert(IsEmpty, "The rest of the old range would be lost.");
        int version = new RangeWord(Memory.Own(ref _word.Value)).Version + 1;
        GoTo(block, from);
        // Publishes the block (pairs with the reads of the word in TryTake and TrySteal).
        Volatile.Write(ref _word.Value, new RangeWord(from, from + count, version).Raw);
    }

    /// <summary>Takes the next item. Owner only.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal bool TryTake(out WorkItem item)
    {
        if (new RangeWord(Memory.Own(ref _word.Value)).Count > 0)
        {
            // One addition instead of a compare-and-swap loop: if a thief has taken the rest meanwhile, From ends up
            // one past To, which reads as empty to everybody until the next Set.
            var taken = new RangeWord(Interlocked.Increment(ref _word.Value));
            if (taken.Count >= 0)
            {
                int index = taken.From - 1;
                _next = index + 1;
                item = _block.Read(index);
                return true;
            }
        }
        item = default;
        return false;
    }

    /// <summary>
    /// Takes an item that was claimed alone, without publishing it: there is nothing for a thief. Owner only, when the
    /// range is empty.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal WorkItem TakeLone(Block block, int index)
    {
        System.Diagnostics.Debug.Assert(IsEmpty, "The rest of the old range would be lost.");
        GoTo(block, index);
        _next = index + 1;
        return block.Read(index);
    }

    /// <summary>
    /// What follows the slots taken last in the same block is counted off together with them: a chain of lone items
    /// pays once for many.
    /// </summary>
    private void GoTo(Block block, int from)
    {
        if (block != _block || from != _next || from - _unfinished >= UnfinishedLimit) FinishAndGoTo(block, from);
    }

    private void FinishAndGoTo(Block block, int from)
    {
        Finish();
        _block = block;
        _unfinished = _next = from;
    }

    /// <summary>Forgets what has been run so far. Owner only, outside an item.</summary>
    internal void Finish()
    {
        if (_next > _unfinished)
        {
            _block.Finish(_unfinished, _next - _unfinished);
            _unfinished = _next;
        }
    }

    /// <summary>Takes the further half, at least one item, for another worker.</summary>
    internal bool TrySteal(out Block block, out int from, out int count) => TryTakeEnd(half: true, out block, out from, out count);

    /// <summary>Takes all that is left. Any thread.</summary>
    internal bool TryTakeRest(out Block block, out int from, out int count) => TryTakeEnd(half: false, out block, out from, out count);

    private bool TryTakeEnd(bool half, out Block block, out int from, out int count)
    {
        while (true)
        {
            var word = new RangeWord(Volatile.Read(ref _word.Value));
            if (word.Count <= 0)
            {
                block = null!;
                from = count = 0;
                return false;
            }
            block = Volatile.Read(ref _block);
            count = half ? (word.Count + 1) / 2 : word.Count;
            from = word.To - count;
            if (Interlocked.CompareExchange(ref _word.Value, word.EndingAt(from).Raw, word.Raw) == word.Raw) return true;
        }
    }
}
