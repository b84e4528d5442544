namespace ThreadPoolDoctor.Benchmarks.Web;

/// <summary>
/// The heartbeat that Kestrel had until ASP.NET Core 3.1: once a second something is queued to .NET's pool, and each
/// second in which it does not run is complained of. Kestrel's own has a thread to itself since 5.0, so its warning no
/// longer tells that the pool starves (dotnet/aspnetcore pull request 21490 says so itself).
/// </summary>
internal static class PoolHeartbeat
{
    private const string Complaint = "late beat";

    public static void Start() => new Thread(Beat) { IsBackground = true, Name = "Pool heartbeat" }.Start();

    private static void Beat()
    {
        using var ran = new AutoResetEvent(false);
        while (true)
        {
            Thread.Sleep(1000);
            ThreadPool.UnsafeQueueUserWorkItem(static beat => beat.Set(), ran, preferLocal: false);
            while (!ran.WaitOne(1000)) Console.WriteLine(Complaint);
        }
    }
}
