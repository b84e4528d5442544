namespace ThreadPoolDoctor.Patients;

/// <summary>A storm of exceptions, thrown and caught in async work: busy and noisy, but nobody waits.</summary>
internal static class Exceptions
{
    public static void Run(Session session)
    {
        long caught = 0;
        session.Every(2, () =>
        {
            for (int i = 0; i < 10; i++) _ = TryAsync();
        });
        session.ReadyWhenWarm(() => Interlocked.Read(ref caught) > 1_000);

        async Task TryAsync()
        {
            try
            {
                await Task.Yield();
                throw new InvalidOperationException("as usual");
            }
            catch (InvalidOperationException)
            {
                Interlocked.Increment(ref caught);
            }
        }
    }
}
