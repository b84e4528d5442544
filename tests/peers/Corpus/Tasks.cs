using System.Runtime.CompilerServices;

namespace Corpus;

/// <summary>Waits for tasks, in every context that code runs in.</summary>
public class Tasks
{
    private readonly Task<int> _field = Task.Run(() => 1);

    public async Task InAsyncMethods(Task<int> t, Task plain, ValueTask<int> v, Task[] all, Task[] more, ValueTask bare)
    {
        await Task.Yield();
        plain.Wait(); // item
        Delay().Wait(5); // item
        Delay().Wait(TimeSpan.FromSeconds(1)); // item
        Delay().Wait(CancellationToken.None); // item
        int a = t.Result; // item
        int b = v.Result; // item
        Task.WaitAll(all); // item
        Task.WaitAll(Load(), Delay()); // item
        Task.WaitAny(Load(), Delay()); // item
        Delay().GetAwaiter().GetResult(); // item
        int c = _field.GetAwaiter().GetResult(); // item
        int d = Load().ConfigureAwait(false).GetAwaiter().GetResult(); // item
        bare.GetAwaiter().GetResult(); // item
        new ValueTask(Delay()).ConfigureAwait(false).GetAwaiter().GetResult(); // item
        int e = Load().Result; // item
        int f = Load().GetAwaiter().GetResult(); // item
        int g = new ValueTask<int>(Load()).GetAwaiter().GetResult(); // item
        int h = Task.Run(Load).Result; // item
        int i = Task.Factory.StartNew(() => 5).Result; // item
        Task.Run(async () => await Load()).Wait(); // item
        Task.WhenAll(all).Wait(); // item
        Task.WhenAny(all).Result.Wait(); // item
        Task.Delay(100).Wait(); // item
        Use(a, b, c, d, e, f, g, h, i, Load().Result); // item
        if (Load().Result > 5) Use(); // item
        string s = $"{Load().Result}"; // item
        foreach (Task one in more) one.Wait(); // item
        foreach (int x in List().Result) Use(x); // item
        TaskAwaiter<int> awaiter = Load().GetAwaiter();
        Use(awaiter.GetResult()); // item
        Use(s.Length);
    }

    public Task InTaskReturningMethods(Task<int> t)
    {
        Use(t.Result); // item
        Thread.Sleep(50); // item
        return Task.CompletedTask;
    }

    public Task<int> InTaskReturningExpressions(Task<int> t) => Task.FromResult(t.Result); // item

    public ValueTask<int> InValueTaskMethods(Task<int> t) => new(t.Result); // item

    public async void InAsyncVoid(Task<int> t)
    {
        await Task.Yield();
        Use(t.Result); // item
    }

    public async IAsyncEnumerable<int> InIterators(Task<int> t)
    {
        await Task.Yield();
        yield return t.Result; // item
        Thread.Sleep(100); // item
    }

    public async Task InLambdasAndFunctions(Task<int> t)
    {
        Func<Task> lambda = async () =>
        {
            await Task.Yield();
            Use(t.Result); // item
        };
        async Task Local()
        {
            await Task.Yield();
            Use(t.Result); // item
            Delay().Wait(); // item
        }
        await lambda();
        await Local();
        await Task.Run(() => Use(t.Result)); // item
        await Task.Run(() => { Delay().Wait(); }); // item
        await Task.Run(() => Load().Result); // item
        await Task.Run(delegate { Thread.Sleep(100); }); // item
        await Task.Factory.StartNew(() => Use(Load().Result)); // item
        await t.ContinueWith(done => Use(_field.Result)); // item
    }

    public void Queued(Task<int> t)
    {
        ThreadPool.QueueUserWorkItem(_ => Use(t.Result)); // item
        ThreadPool.QueueUserWorkItem(_ => { Thread.Sleep(100); }); // item
        ThreadPool.UnsafeQueueUserWorkItem(state => t.Wait(), null); // item
        Task.Run(() => Use(t.Result)); // item
        Task.Run(Method); // not an item
        Parallel.For(0, 5, i => Use(t.Result)); // item
        Parallel.ForEach(new[] { t }, each => each.Wait()); // item
        Parallel.Invoke(() => t.Wait()); // item
        using Timer timer = new(_ => t.Wait(), null, 0, 5); // item
        System.Timers.Timer ticking = new(5);
        ticking.Elapsed += (_, _) => t.Wait(); // item
        t.ContinueWith(done => { Thread.Sleep(100); }); // item
        _ = Enumerable.Range(0, 5).AsParallel().Select(i => t.Result).ToArray(); // item
    }

    public void Method()
    {
        Thread.Sleep(100); // item
    }

    public void Outside(Task<int> t)
    {
        t.Wait(); // not an item
        Use(t.Result); // not an item
        Use(t.GetAwaiter().GetResult()); // not an item
        Thread.Sleep(100); // not an item
        new Thread(() => t.Wait()).Start(); // not an item
        new Thread(() => { Thread.Sleep(1000); }) { IsBackground = true }.Start(); // not an item
        Task.Factory.StartNew(() => { Thread.Sleep(1000); }, TaskCreationOptions.LongRunning); // not an item
        Task.WaitAll(t); // not an item
    }

    public async Task Harmless(Task<int> t, Task<int> u, Task<int>[] all)
    {
        await t;
        Use(t.Result); // harmless
        await Task.WhenAll(all);
        foreach (Task<int> each in all) Use(each.Result); // harmless
        Use(all.Select(each => each.Result).Sum()); // harmless
        if (u.IsCompleted) Use(u.Result); // harmless
        if (u.IsCompletedSuccessfully) u.Wait(); // harmless
        if (u.Status == TaskStatus.RanToCompletion) Use(u.Result); // harmless
        Task<int> first = await Task.WhenAny(all);
        Use(first.Result); // harmless
        Use(Task.FromResult(5).Result); // harmless
        Use(nameof(t.Result).Length); // harmless
        t.Wait(0); // harmless
        Task.CompletedTask.Wait(); // harmless
        await t.ContinueWith(done => Use(done.Result)); // harmless
        await u.ContinueWith(done => { if (!done.IsFaulted) Use(done.Result); }); // harmless
    }

    public static async Task<int> Load()
    {
        await Task.Yield();
        return 5;
    }

    private static Task Delay() => Task.Delay(100);

    private static async Task<int[]> List()
    {
        await Task.Yield();
        return [5];
    }

    private static void Use(params int[] values) => GC.KeepAlive(values);
}
