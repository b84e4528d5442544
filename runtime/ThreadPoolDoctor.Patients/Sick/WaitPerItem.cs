using System.Runtime.CompilerServices;

namespace ThreadPoolDoctor.Patients;

/// <summary>
/// Every request registers a wait for its own reply and keeps it for a minute: wait threads grow with the traffic.
/// </summary>
internal static class WaitPerItem
{
    public static void Run(Session session)
    {
        int registered = 0;
        session.Every(2, () => ThreadPool.QueueUserWorkItem(_ =>
        {
            Subscribe();
            Interlocked.Increment(ref registered);
        }));
        session.ReadyWhen(() => Volatile.Read(ref registered) > 63 * 15);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Subscribe()
    {
        ManualResetEvent reply = new(false);
        ThreadPool.RegisterWaitForSingleObject( // blamed TPD006
            reply, (_, _) => reply.Dispose(), null, TimeSpan.FromMinutes(1), executeOnlyOnce: true);
    }
}
