using System.Diagnostics;
using System.Runtime.InteropServices;

namespace ThreadPoolDoctor.Pool;

/// <summary>
/// The places for handlers that run on the server's own threads: so many at once in the whole process, whatever
/// the number of apps and endpoints. A handler that blocks where it is not expected to holds a place, so no more of the
/// server's threads than places can ever be caught.
/// </summary>
internal static class ServerPlaces
{
    /// <summary>
    /// Half of the processors, for the server's pool starts with a thread for each; and never many: with runs of some
    /// microseconds each of them serves hundreds of thousands a second.
    /// </summary>
    internal static readonly int Count = Math.Clamp(Environment.ProcessorCount / 2, 1, 8);

    // Who finds all places taken looks again for so long: a quick run ends sooner than a worker of the pool would start.
    private static readonly long s_patience = Stopwatch.Frequency / 100_000;

    private static readonly Place[] s_places = new Place[Count];

    /// <summary>A place, or -1; <paramref name="now"/> is when it was taken.</summary>
    internal static int TryTake(Habit habit, out long now)
    {
        now = Stopwatch.GetTimestamp();
        int start = Count == 1 ? 0 : Thread.GetCurrentProcessorId() % Count;
        for (int i = 0; i < Count; i++)
        {
            int place = start + i < Count ? start + i : start + i - Count;
            if (TryTake(ref s_places[place], habit, now)) return place;
        }
        return TryTakeSoon(ref s_places[start], habit, ref now) ? start : -1;
    }

    internal static void Leave(int place) => Volatile.Write(ref s_places[place].Since, 0);

    /// <summary>Taken now.</summary>
    internal static int Taken
    {
        get
        {
            int taken = 0;
            foreach (ref Place place in s_places.AsSpan()) taken += Volatile.Read(ref place.Since) == 0 ? 0 : 1;
            return taken;
        }
    }

    private static bool TryTake(ref Place place, Habit habit, long now)
    {
        // The compare-exchange pairs with the write in Leave: what the place held belongs to the new holder.
        if (Volatile.Read(ref place.Since) != 0 || Interlocked.CompareExchange(ref place.Since, now, 0) != 0) return false;
        place.Habit = habit;
        return true;
    }

    private static bool TryTakeSoon(ref Place place, Habit habit, ref long now)
    {
        while (true)
        {
            long since = Volatile.Read(ref place.Since);
            if (since == 0)
            {
                if (TryTake(ref place, habit, now)) return true;
                continue;
            }
            if (now - since > s_patience)
            {
                SuspectAll(now);
                return false;
            }
            Thread.SpinWait(2);
            now = Stopwatch.GetTimestamp();
        }
    }

    /// <summary>
    /// The watchdog is whoever finds no place: runs that hold one for long are taken for blocked before they end. While
    /// there are places left nobody needs to know.
    /// </summary>
    private static void SuspectAll(long now)
    {
        foreach (ref Place place in s_places.AsSpan())
        {
            long since = Volatile.Read(ref place.Since);
            if (since == 0 || now - since < Habit.Blocked) continue;
            Habit? holder = Volatile.Read(ref place.Habit);
            // Still the same holder, so it is that one's habit.
            if (Volatile.Read(ref place.Since) == since) holder?.LeaveAsBlocked();
        }
    }

    // As long as two cache lines, so that holders on different processors do not disturb each other.
    [StructLayout(LayoutKind.Explicit, Size = 128)]
    private struct Place
    {
        // When it was taken; 0 while it is free. From 0 by compare-exchange by who takes it, back to 0 by the same thread.
        [FieldOffset(0)] internal long Since;

        // Written by the holder after it has taken the place; read by whoever finds no place.
        [FieldOffset(8)] internal Habit? Habit;
    }
}
