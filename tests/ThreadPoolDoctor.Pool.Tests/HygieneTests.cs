using System.Globalization;

namespace ThreadPoolDoctor.Pool.Tests;

/// <summary>Each item finds its thread as if it were new, whatever the item before has done to it.</summary>
public class HygieneTests
{
    private static readonly AsyncLocal<string?> s_local = new();

    private static WorkPool OneWorker() => new(new WorkPoolOptions { Processors = 1, MaximumWorkers = 1, UnhandledException = _ => { } });

    private static async Task<T> After<T>(Action dirty, Func<T> look)
    {
        using WorkPool pool = OneWorker();
        T seen = default!;
        // Both wait before either runs, so that they run back to back on one thread.
        using var gate = new ManualResetEventSlim();
        pool.UnsafeQueue(() => Patience.Wait(gate));
        pool.UnsafeQueue(dirty);
        pool.UnsafeQueue(() => seen = look());
        gate.Set();
        await pool.DrainAsync().WaitAsync(Patience.Limit);
        return seen;
    }

    [Fact]
    public async Task The_name_is_restored() =>
        (await After(static () => Thread.CurrentThread.Name = "mine", static () => Thread.CurrentThread.Name)).ShouldBe("TPD Worker");

    [Fact]
    public async Task The_priority_is_restored() =>
        (await After(static () => Thread.CurrentThread.Priority = ThreadPriority.Lowest, static () => Thread.CurrentThread.Priority))
            .ShouldBe(ThreadPriority.Normal);

    [Fact]
    public async Task Being_in_the_background_is_restored() =>
        (await After(static () => Thread.CurrentThread.IsBackground = false, static () => Thread.CurrentThread.IsBackground)).ShouldBeTrue();

    [Fact]
    public async Task The_culture_is_restored()
    {
        CultureInfo other = CultureInfo.GetCultureInfo("");
        string before = await After(static () => { }, static () => CultureInfo.CurrentCulture.Name + CultureInfo.CurrentUICulture.Name);
        (await After(
            () => CultureInfo.CurrentCulture = CultureInfo.CurrentUICulture = new CultureInfo(other.Name) { NumberFormat = { NegativeSign = "~" } },
            static () => CultureInfo.CurrentCulture.NumberFormat.NegativeSign)).ShouldBe("-");
        (await After(static () => { }, static () => CultureInfo.CurrentCulture.Name + CultureInfo.CurrentUICulture.Name)).ShouldBe(before);
    }

    [Fact]
    public async Task The_SynchronizationContext_is_restored()
    {
        (await After(static () => SynchronizationContext.SetSynchronizationContext(new SynchronizationContext()),
            static () => SynchronizationContext.Current)).ShouldBeNull();
    }

    [Fact]
    public async Task Asynchronous_locals_do_not_leak_from_item_to_item() =>
        (await After(static () => s_local.Value = "leaked", static () => s_local.Value)).ShouldBeNull();

    [Fact]
    public async Task A_suppressed_flow_does_not_leak_from_item_to_item() =>
        (await After(static () => ExecutionContext.SuppressFlow(), static () => ExecutionContext.IsFlowSuppressed())).ShouldBeFalse();

    [Fact]
    public async Task The_thread_is_clean_after_an_item_that_has_thrown() =>
        (await After(static () =>
        {
            s_local.Value = "leaked";
            Thread.CurrentThread.Name = "mine";
            throw new InvalidOperationException();
        }, static () => (s_local.Value, Thread.CurrentThread.Name))).ShouldBe((null, "TPD Worker"));

    [Fact]
    public async Task The_context_flows_in_the_safe_forms_and_not_in_the_unsafe_ones()
    {
        using WorkPool pool = OneWorker();
        List<string?> seen = [];
        pool.UnsafeQueue(static () => { });
        await pool.DrainAsync().WaitAsync(Patience.Limit);
        s_local.Value = "mine";
        pool.Queue(() => seen.Add("queue " + s_local.Value));
        pool.Queue(_ => seen.Add("queue " + s_local.Value), null);
        pool.UnsafeQueue(() => seen.Add("unsafe " + s_local.Value));
        using (ExecutionContext.SuppressFlow())
        {
            pool.Queue(() => seen.Add("suppressed " + s_local.Value));
        }
        await pool.DrainAsync().WaitAsync(Patience.Limit);
        seen.ShouldBe(["queue mine", "queue mine", "unsafe ", "suppressed "]);
    }

    [Fact]
    public async Task Workers_are_named_background_threads_with_the_priority_of_the_options()
    {
        using var pool = new WorkPool(new WorkPoolOptions { Priority = ThreadPriority.BelowNormal });
        (string?, bool, ThreadPriority, bool) seen = default;
        pool.UnsafeQueue(() => seen = (Thread.CurrentThread.Name, Thread.CurrentThread.IsBackground, Thread.CurrentThread.Priority, Thread.CurrentThread.IsThreadPoolThread));
        await pool.DrainAsync().WaitAsync(Patience.Limit);
        seen.ShouldBe(("TPD Worker", true, ThreadPriority.BelowNormal, false));
    }
}
