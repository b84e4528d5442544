using System.Runtime.CompilerServices;

namespace ThreadPoolDoctor.Patients;

/// <summary>
/// As <see cref="Requests"/>, but warmed up: the method that sleeps was compiled into its caller and has no frame of
/// its own any more.
/// </summary>
internal static class InlinedRequests
{
    public static void Run(Session session)
    {
        WarmUp();
        session.Every(10, () => ThreadPool.QueueUserWorkItem(_ => Handle(500)));
        session.ReadyWhenStarving();
    }

    /// <summary>
    /// Thirty calls and a pause of 100 ms without new methods make the runtime optimize a method; more do no harm.
    /// </summary>
    private static void WarmUp()
    {
        for (int i = 0; i < 10; i++)
        {
            for (int call = 0; call < 100; call++) Handle(0);
            Thread.Sleep(100);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Handle(int milliseconds)
    {
        Load(milliseconds);
        GC.KeepAlive(null);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Load(int milliseconds) => Thread.Sleep(milliseconds); // blamed TPD002
}
