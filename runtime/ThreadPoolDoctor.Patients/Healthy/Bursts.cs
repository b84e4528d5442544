namespace ThreadPoolDoctor.Patients;

/// <summary>
/// Half a thousand items at once, several times a second: the queue is long for a moment and soon empty.
/// </summary>
internal static class Bursts
{
    public static void Run(Session session)
    {
        Work.Measure();
        long done = 0;
        session.Every(250, () =>
        {
            for (int i = 0; i < 500; i++)
            {
                ThreadPool.QueueUserWorkItem(_ =>
                {
                    Work.Do(milliseconds: 0.1);
                    Interlocked.Increment(ref done);
                });
            }
        });
        session.ReadyWhen(() => Interlocked.Read(ref done) > 2_000);
    }
}
