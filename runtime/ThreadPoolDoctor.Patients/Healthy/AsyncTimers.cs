namespace ThreadPoolDoctor.Patients;

/// <summary>A thousand async loops on timers, some short and some long.</summary>
internal static class AsyncTimers
{
    public static void Run(Session session)
    {
        long ticks = 0;
        for (int i = 0; i < 1_000; i++) _ = TickAsync(TimeSpan.FromMilliseconds(100 + i % 400));
        session.ReadyWhenWarm(() => Interlocked.Read(ref ticks) > 2_000);

        async Task TickAsync(TimeSpan period)
        {
            using PeriodicTimer timer = new(period);
            while (await timer.WaitForNextTickAsync()) Interlocked.Increment(ref ticks);
        }
    }
}
