using System.Runtime.CompilerServices;

namespace ThreadPoolDoctor.Patients;

/// <summary>As <see cref="Requests"/>, but the method that sleeps is inlined into its caller, so that it has no frame of its own.</summary>
internal static class InlinedRequests
{
    public static void Run(Session session)
    {
        session.Every(10, () => ThreadPool.QueueUserWorkItem(static _ => Handle()));
        session.ReadyWhenStarving();
    }

    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static void Handle()
    {
        Load(); // blamed TPD002
        GC.KeepAlive(null);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Load() => Thread.Sleep(500);
}
