using System.Runtime.CompilerServices;

namespace ThreadPoolDoctor.Patients;

/// <summary>
/// Requests that arrive every 10 ms and block for half a second each, as a synchronous network call does. `--items
/// 1000` stops after so many; without it they keep arriving, so that a doctor may come late.
/// </summary>
internal static class Requests
{
    public static void Run(Session session)
    {
        int left = session.Option("items", int.MaxValue);
        int next = 0;
        session.Every(session.Option("every", 10), () =>
        {
            if (left == 0) return;
            left--;
            int id = next++;
            ThreadPool.QueueUserWorkItem(_ => Load(id));
        });
        session.ReadyWhenStarving();
    }

    // A real request is too long to be inlined.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Load(int id)
    {
        Thread.Sleep(500); // blamed TPD002
        GC.KeepAlive(id);
    }
}
