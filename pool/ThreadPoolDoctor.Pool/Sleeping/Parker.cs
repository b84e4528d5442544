using System.Runtime.InteropServices;

namespace ThreadPoolDoctor.Pool;

/// <summary>Where one thread sleeps until it is woken. Waking before sleeping is remembered.</summary>
internal sealed unsafe class Parker
{
    /// <summary>What the word says: nobody has anything to ask of the owner.</summary>
    internal const int Awake = 0;

    /// <summary>The owner sleeps here, or is just about to.</summary>
    internal const int Parked = 1;

    /// <summary>The owner has no thread; who wakes it must start one.</summary>
    internal const int Gone = 2;

    // The word, outside the heap so that the kernel can watch its address. Set to Parked by the owner before it can be
    // found by a waker; exchanged for Awake by the waker; Gone by the owner's compare-and-swap when it gives up.
    // Lives as long as the pool's process: a waker may touch it after the owner has ended.
    private readonly int* _word = (int*)NativeMemory.AlignedAlloc(128, 128);
    private readonly Gate? _gate = Futex.IsSupported ? null : new Gate();

    internal Parker(int initial)
    {
        *_word = initial;
    }

    ~Parker() => NativeMemory.AlignedFree(_word);

    internal int Word => Volatile.Read(ref *_word);

    /// <summary>The owner announces that it will park. Before it becomes findable.</summary>
    internal void Prepare() => Volatile.Write(ref *_word, Parked);

    /// <summary>Sleeps until woken, nudged, or the time is over. True if woken.</summary>
    internal bool Park(int milliseconds)
    {
        if (Word == Parked && milliseconds > 0) WaitOnce(milliseconds);
        return Word != Parked;
    }

    /// <summary>Makes a sleeping owner return from Park without being woken, to look about.</summary>
    internal void Nudge()
    {
        if (Word == Parked) WakeOwner();
    }

    /// <summary>The owner gives up: false if it has been woken at the last moment.</summary>
    internal bool TryLeave() => Interlocked.CompareExchange(ref *_word, Gone, Parked) == Parked;

    /// <summary>The waker's part. Returns what the owner was: if Gone, the caller must start its thread.</summary>
    internal int Unpark()
    {
        int was = Interlocked.Exchange(ref *_word, Awake);
        if (was == Parked) WakeOwner();
        return was;
    }

    /// <summary>Back to having no thread, after a start that failed.</summary>
    internal void MarkGone() => Volatile.Write(ref *_word, Gone);

    private void WaitOnce(int milliseconds)
    {
        if (_gate is null)
        {
            Futex.Wait(_word, Parked, milliseconds);
            return;
        }
        using (_gate.Enter())
        {
            try
            {
                if (Word == Parked) _gate.Wait(milliseconds);
            }
            catch (ThreadInterruptedException)
            {
                // As if nudged. Interrupted again, the thread would not come to sleep any more, so that is forgotten.
            }
        }
    }

    private void WakeOwner()
    {
        if (_gate is null)
        {
            Futex.Wake(_word);
            GC.KeepAlive(this);
            return;
        }
        using (_gate.Enter())
        {
            _gate.Pulse();
        }
    }
}
