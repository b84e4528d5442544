using System.Diagnostics;

namespace ThreadPoolDoctor.Pool;

/// <summary>
/// Whether the pieces of an endpoint's work are so quick that the server's threads can run them, learned from how long
/// they took. Quick pieces earn one point each, long ones cost many, and one that was seen to block costs everything.
/// QuickEndpoints.md beside this file says why these numbers.
/// </summary>
internal sealed class Habit
{
    /// <summary>So many quick pieces in the pool, and the next one runs on the server's thread.</summary>
    internal const int Enough = 1000;

    /// <summary>What a long piece costs: more than one in so many, and the endpoint is none for the server.</summary>
    private const int Penalty = 250;

    /// <summary>With each time that it has to leave, it needs so many times as many points to come back.</summary>
    private const int Dearer = 4;

    private const int Dearest = 1 << 20;

    /// <summary>A piece as long as this, in ticks of the stopwatch, is no quick one.</summary>
    internal static readonly long Long = Stopwatch.Frequency / 1000;

    /// <summary>
    /// A piece as long as this is taken for blocked even if it was not: beside so much time the way to the pool is nothing.
    /// </summary>
    internal static readonly long Blocked = Stopwatch.Frequency / 50;

    private readonly Action? _left;

    // Points. Plain reads and writes by whoever ends a piece: a lost one makes no difference.
    private int _points;

    // What it takes to come (back) to the server. Changed by who wins the exchange in LeaveServer.
    private int _needed = Enough;

    // 1 if the server's threads run the pieces. To 1 by who counts the last point, to 0 by exchange by who finds that it blocks.
    private int _withServer;

    // Pieces that wait on the server's threads just now. Interlocked by who waits.
    private int _waiting;

    /// <param name="trusted">Whether it begins on the server's threads; otherwise it has to earn that in the pool.</param>
    /// <param name="left">Called each time that it is taken off them.</param>
    internal Habit(bool trusted, Action? left = null)
    {
        _left = left;
        _points = trusted ? Enough : 0;
        _withServer = trusted ? 1 : 0;
    }

    internal bool IsWithServer => Volatile.Read(ref _withServer) != 0 && Volatile.Read(ref _waiting) == 0;

    /// <summary>Points needed to come to the server, for tests.</summary>
    internal int Needed => Volatile.Read(ref _needed);

    /// <summary>A piece has ended, wherever it ran.</summary>
    internal void Ended(long ticks)
    {
        if (ticks >= Blocked)
        {
            LeaveServer();
        }
        else if (ticks >= Long)
        {
            Charge();
        }
        else if (!IsWithServer)
        {
            if (++_points >= Volatile.Read(ref _needed)) ComeToServer();
        }
        else if (_points < Enough)
        {
            // Only while there is something to make good for: otherwise the processors would fight over the counter.
            _points++;
        }
    }

    /// <summary>
    /// A piece waits, on one of the server's threads. Nobody knows yet for how long, so no other piece follows it there.
    /// </summary>
    internal void BeginWait() => Interlocked.Increment(ref _waiting);

    /// <summary>...and goes on. A lock that was held for a moment is no reason to leave.</summary>
    internal void EndWait(long ticks)
    {
        if (ticks >= Long) LeaveServer();
        Interlocked.Decrement(ref _waiting);
    }

    /// <summary>One of its pieces blocks, or did: from now on they run in the pool. Any thread.</summary>
    internal void LeaveServer()
    {
        Volatile.Write(ref _points, 0);
        if (Interlocked.Exchange(ref _withServer, 0) == 0) return;
        Volatile.Write(ref _needed, Math.Min(_needed * Dearer, Dearest));
        _left?.Invoke();
    }

    private void ComeToServer()
    {
        Volatile.Write(ref _points, Enough);
        Volatile.Write(ref _withServer, 1);
    }

    private void Charge()
    {
        int points = Volatile.Read(ref _points) - Penalty;
        if (points > 0) Volatile.Write(ref _points, points);
        else LeaveServer();
    }
}
