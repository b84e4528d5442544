using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Loader;

namespace ThreadPoolDoctor.Pool.Tests;

/// <summary>
/// Programs of <see cref="LifeCycleTests"/> that want a process to themselves. 0 is success; errors go to stderr.
/// </summary>
internal static class LifeCyclePrograms
{
    /// <summary>Null if <paramref name="name"/> is none of them.</summary>
    public static int? Run(string name) => name switch
    {
        "dispose starved" => WithoutThreadPool(static pool => pool.Dispose()),
        "dispose async starved" => WithoutThreadPool(static pool => pool.DisposeAsync().AsTask().Wait()),
        "drain starved" => WithoutThreadPool(static pool => pool.DrainAsync(new CancellationTokenSource().Token).Wait()),
        "hundred pools" => HundredPools(static pool => pool.Dispose()),
        "hundred pools, closed inside" => HundredPools(static pool => pool.UnsafeQueue(pool.Dispose)),
        "long items" => LongItems(),
        "unloaded" => Unloaded(),
        _ => null,
    };

    /// <summary>.NET's pool may have two threads, and both are blocked until the closing has ended.</summary>
    private static int WithoutThreadPool(Action<WorkPool> close)
    {
        ThreadPool.SetMinThreads(1, 1);
        ThreadPool.SetMaxThreads(Environment.ProcessorCount, Environment.ProcessorCount);
        using var over = new ManualResetEventSlim();
        using var blocked = new CountdownEvent(Environment.ProcessorCount);
        for (int i = 0; i < Environment.ProcessorCount; i++)
        {
            ThreadPool.UnsafeQueueUserWorkItem(_ =>
            {
                blocked.Signal();
                over.Wait();
            }, null);
        }
        blocked.Wait();
        var pool = new WorkPool();
        pool.UnsafeQueue(static () => Thread.Sleep(100));
        using var closed = new ManualResetEventSlim();
        void Close()
        {
            close(pool);
            closed.Set();
        }
        new Thread(Close) { IsBackground = true }.Start();
        bool ended = closed.Wait(TimeSpan.FromSeconds(20));
        over.Set();
        return Verdict(ended, "it waits for .NET's pool");
    }

    /// <summary>
    /// A plug-in with a pool of its own, in a context that is unloaded when the pool has been disposed.
    /// </summary>
    private static int Unloaded()
    {
        WeakReference context = UseAndUnload();
        bool gone = SpinWait.SpinUntil(
            () =>
            {
                GC.Collect();
                GC.WaitForPendingFinalizers();
                return !context.IsAlive;
            },
            TimeSpan.FromSeconds(30));
        return Verdict(gone, "the pool's assembly stays loaded");
    }

    // Not inlined: a local of it would keep the context.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference UseAndUnload()
    {
        var context = new AssemblyLoadContext("plug-in", isCollectible: true);
        context.LoadFromAssemblyPath(typeof(WorkPool).Assembly.Location);
        Assembly copy = context.LoadFromAssemblyPath(typeof(LifeCyclePrograms).Assembly.Location);
        copy.GetType(typeof(LifeCyclePrograms).FullName!)!.GetMethod(nameof(UseOne), BindingFlags.NonPublic | BindingFlags.Static)!.Invoke(null, null);
        context.Unload();
        return new WeakReference(context);
    }

    // Nothing of it stays armed: what would still call back may keep its code.
    private static void UseOne()
    {
        using var pool = new WorkPool();
        using var ended = new CountdownEvent(21);
        for (int i = 0; i < 20; i++)
        {
            pool.Queue(() =>
            {
                Thread.Sleep(2);
                ended.Signal();
            });
        }
        using ITimer timer = pool.TimeProvider.CreateTimer(_ => ended.Signal(), null, TimeSpan.FromMilliseconds(1), Timeout.InfiniteTimeSpan);
        ended.Wait();
    }

    private static int HundredPools(Action<WorkPool> close)
    {
        if (!OperatingSystem.IsLinux()) return 0;
        Use(close);
        (int threads, int descriptors) = (Threads(), Descriptors());
        for (int i = 0; i < 100; i++) Use(close);
        bool gone = SpinWait.SpinUntil(static () => Threads() == 0, TimeSpan.FromSeconds(30));
        // The runtime opens some of its own, but not one for each pool.
        return Verdict(gone, $"{Threads()} threads are left, {threads} after the first pool: {string.Join(", ", Names())}")
            | Verdict(Descriptors() < descriptors + 20, $"{Descriptors()} descriptors, {descriptors} after the first pool");
    }

    /// <summary>Workers were added for items that ran long; all of them end at once, and none comes after.</summary>
    private static int LongItems()
    {
        if (!OperatingSystem.IsLinux()) return 0;
        bool stop = false;
        var pool = new WorkPool(new WorkPoolOptions { Processors = 2 });
        for (int i = 0; i < 20; i++)
        {
            pool.UnsafeQueue(() =>
            {
                Patience.ComputeUntil(ref stop);
            });
        }
        bool added = SpinWait.SpinUntil(() => pool.GetStatistics().AddedForLongItems >= 8, TimeSpan.FromSeconds(60));
        Volatile.Write(ref stop, true);
        pool.Dispose();
        bool gone = SpinWait.SpinUntil(static () => Threads() == 0, TimeSpan.FromSeconds(30));
        return Verdict(added, "no worker was added") | Verdict(gone, $"{Threads()} threads are left: {string.Join(", ", Names())}");
    }

    /// <summary>
    /// Items, some of which block in the kernel, a timer that fires and one that does not, and an event.
    /// </summary>
    private static void Use(Action<WorkPool> close)
    {
        var pool = new WorkPool(new WorkPoolOptions { Processors = 2 });
        using var fired = new CountdownEvent(3);
        using var signal = new PoolAutoResetEvent(true);
        using ITimer timer = pool.TimeProvider.CreateTimer(_ => fired.Signal(), null, TimeSpan.FromMilliseconds(1), Timeout.InfiniteTimeSpan);
        _ = Task.Delay(TimeSpan.FromHours(1), pool.TimeProvider);
        pool.RegisterWait(signal, (_, _) => fired.Signal(), null, 100_000);
        // In native code: only the kernel knows that these sleep.
        for (int i = 0; i < 2; i++) pool.UnsafeQueue(static () => _ = Sleep(20_000));
        for (int i = 0; i < 4; i++) pool.UnsafeQueue(static () => Thread.Sleep(2));
        pool.UnsafeQueue(() => fired.Signal());
        fired.Wait();
        close(pool);
    }

    [DllImport("libc", EntryPoint = "usleep")]
    private static extern int Sleep(uint microseconds);

    private static IEnumerable<string> Names()
    {
        foreach (string thread in Directory.GetDirectories("/proc/self/task"))
        {
            string name;
            try
            {
                name = File.ReadAllText(Path.Combine(thread, "comm")).Trim();
            }
            catch (IOException)
            {
                // It has ended meanwhile.
                continue;
            }
            if (name.StartsWith("TPD ", StringComparison.Ordinal)) yield return name;
        }
    }

    private static int Threads() => Names().Count();

    private static int Descriptors() => Directory.GetFiles("/proc/self/fd").Length;

    private static int Verdict(bool good, string otherwise)
    {
        if (good) return 0;
        Console.Error.WriteLine(otherwise);
        return 3;
    }
}
