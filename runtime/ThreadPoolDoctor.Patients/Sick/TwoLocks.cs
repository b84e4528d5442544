namespace ThreadPoolDoctor.Patients;

/// <summary>
/// Two work items take two locks in opposite order and never come back; whatever needs either lock joins them.
/// </summary>
internal static class TwoLocks
{
    private static readonly object s_stock = new();
    private static readonly object s_orders = new();
    private static readonly Barrier s_bothHoldOne = new(2);

    public static void Run(Session session)
    {
        ThreadPool.QueueUserWorkItem(_ => Ship());
        ThreadPool.QueueUserWorkItem(_ => Cancel());
        session.Every(100, () => ThreadPool.QueueUserWorkItem(_ => Count()));
        session.ReadyWhenStuck();
    }

    private static void Ship()
    {
        lock (s_stock)
        {
            s_bothHoldOne.SignalAndWait();
            lock (s_orders)
            {
                GC.KeepAlive(s_orders);
            }
        }
    }

    private static void Cancel()
    {
        lock (s_orders)
        {
            s_bothHoldOne.SignalAndWait();
            lock (s_stock)
            {
                GC.KeepAlive(s_stock);
            }
        }
    }

    private static void Count()
    {
        lock (s_stock) // blamed TPD004
        {
            GC.KeepAlive(s_stock);
        }
    }
}
