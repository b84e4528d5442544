namespace ThreadPoolDoctor.Patients;

/// <summary>Rounds of items of one size: queued all at once, and the next round when all are done.</summary>
internal static class ItemRounds
{
    public static void Run(Session session, int items, double milliseconds)
    {
        Work.Measure();
        int rounds = 0;
        using CountdownEvent round = new(items);
        session.OnThread("rounds", () =>
        {
            while (true)
            {
                round.Reset();
                for (int i = 0; i < items; i++)
                {
                    ThreadPool.UnsafeQueueUserWorkItem(_ =>
                    {
                        Work.Do(milliseconds);
                        round.Signal();
                    }, null);
                }
                round.Wait();
                rounds++;
            }
        });
        session.ReadyWhen(() => Volatile.Read(ref rounds) >= 2);
        session.StayUntilTheEnd();
    }
}
