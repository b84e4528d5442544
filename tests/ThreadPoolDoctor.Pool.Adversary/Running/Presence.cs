namespace ThreadPoolDoctor.Pool.Adversary;

/// <summary>What a thread does just now, for the observer. Written by its thread only.</summary>
internal sealed class Presence
{
    [ThreadStatic]
    private static Presence? t_mine;

    private static readonly List<Presence> s_all = [];

    // Items that the thread is inside of: more than one where a wait runs another one inline.
    private volatile int _depth;
    private volatile bool _waitsForLock;

    internal static Presence Mine => t_mine ?? Introduce();

    internal void Enter() => _depth++;

    internal void Leave() => _depth--;

    internal bool WaitsForLock
    {
        set => _waitsForLock = value;
    }

    /// <summary>Threads inside an item which could go on without another item's help.</summary>
    internal static int CountUseful()
    {
        lock (s_all)
        {
            return s_all.Count(static p => p._depth > 0 && !p._waitsForLock);
        }
    }

    private static Presence Introduce()
    {
        var mine = new Presence();
        lock (s_all)
        {
            s_all.Add(mine);
        }
        return t_mine = mine;
    }
}
