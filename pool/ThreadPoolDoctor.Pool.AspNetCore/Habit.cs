using System.Diagnostics;

namespace ThreadPoolDoctor.Pool;

/// <summary>
/// Whether an endpoint's handler answers so quickly that the server's threads can run it, learned from how long it took.
/// Quick answers earn one point each, long runs cost many, and one that was seen to block costs everything.
/// QuickEndpoints.md beside this file says why these numbers.
/// </summary>
internal sealed class Habit
{
    /// <summary>So many quick answers from the pool, and the next request runs on the server's thread.</summary>
    internal const int Enough = 1000;

    /// <summary>What a long run costs: more than one in so many, and the endpoint is none for the server.</summary>
    private const int Penalty = 250;

    /// <summary>With each time that it has to leave, it needs so many times as many points to come back.</summary>
    private const int Dearer = 4;

    private const int Dearest = 1 << 20;

    /// <summary>A run as long as this, in ticks of the stopwatch, is no quick one.</summary>
    internal static readonly long Long = Stopwatch.Frequency / 1000;

    /// <summary>
    /// A run as long as this is taken for blocked even if it was not: beside so much time the way to the pool is nothing.
    /// </summary>
    internal static readonly long Blocked = Stopwatch.Frequency / 50;

    private readonly Action? _blocked;

    // Points. Plain reads and writes by whoever ends a run: a lost one makes no difference.
    private int _points;

    // What it takes to come (back) to the server. Changed by who wins the exchange in LeaveServer.
    private int _needed = Enough;

    // 1 if the server's threads run the handler. To 1 by who counts the last point, to 0 by exchange by who finds it unfit.
    private int _withServer;

    // Runs that wait on the server's threads just now. Interlocked by who waits.
    private int _waiting;

    /// <param name="trusted">Whether it begins on the server's threads; otherwise it has to earn that in the pool.</param>
    /// <param name="blocked">Called each time that it is taken off them because it blocked.</param>
    internal Habit(bool trusted, Action? blocked = null)
    {
        _blocked = blocked;
        _points = trusted ? Enough : 0;
        _withServer = trusted ? 1 : 0;
    }

    internal bool IsWithServer => Volatile.Read(ref _withServer) != 0 && Volatile.Read(ref _waiting) == 0;

    /// <summary>Points needed to come to the server, for tests.</summary>
    internal int Needed => Volatile.Read(ref _needed);

    /// <summary>
    /// The handler has returned, wherever it ran: with its answer, or, <paramref name="awaits"/>, to go on later, in the
    /// pool. In the latter case it goes there anyway, so nothing is won by beginning on the server's thread.
    /// </summary>
    internal void Ended(long ticks, bool awaits)
    {
        if (ticks >= Blocked) LeaveAsBlocked();
        else if (ticks >= Long) Charge(Penalty);
        else if (awaits) Charge(1);
        // On the server's threads only while there is something to make good for: the processors would fight over the counter.
        else if (_points < Enough || !IsWithServer) Earn();
    }

    /// <summary>
    /// A run waits, on one of the server's threads. Nobody knows yet for how long, so no other follows it there.
    /// </summary>
    internal void BeginWait() => Interlocked.Increment(ref _waiting);

    /// <summary>...and goes on. A lock that was held for a moment is no reason to leave.</summary>
    internal void EndWait(long ticks)
    {
        if (ticks >= Long) LeaveAsBlocked();
        Interlocked.Decrement(ref _waiting);
    }

    /// <summary>It blocks, or did, on one of the server's threads or in the pool: from now on it runs there. Any thread.</summary>
    internal void LeaveAsBlocked()
    {
        if (LeaveServer()) _blocked?.Invoke();
    }

    private void Earn()
    {
        if (++_points < Volatile.Read(ref _needed) || Volatile.Read(ref _withServer) != 0) return;
        Volatile.Write(ref _points, Enough);
        Volatile.Write(ref _withServer, 1);
    }

    private void Charge(int price)
    {
        int points = Volatile.Read(ref _points) - price;
        if (points > 0) Volatile.Write(ref _points, points);
        else LeaveServer();
    }

    /// <summary>All points are lost; true if it was with the server.</summary>
    private bool LeaveServer()
    {
        Volatile.Write(ref _points, 0);
        if (Interlocked.Exchange(ref _withServer, 0) == 0) return false;
        Volatile.Write(ref _needed, Math.Min(_needed * Dearer, Dearest));
        return true;
    }
}
