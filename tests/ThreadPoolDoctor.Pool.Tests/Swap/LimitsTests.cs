namespace ThreadPoolDoctor.Pool.Tests.Swap;

/// <summary>
/// The limits of ThreadPool's surface, which belong to the process: so the live ones run in a process of their own.
/// </summary>
public class LimitsTests
{
    private const int Unlimited = short.MaxValue;

    [Theory]
    [InlineData(8, Unlimited, 8, 8, 1000)] // nobody has set anything
    [InlineData(1, Unlimited, 8, 8, 1000)] // a minimum below the processors leaves none of them idle
    [InlineData(200, Unlimited, 8, 200, 1000)]
    [InlineData(2000, Unlimited, 8, 2000, 2000)]
    [InlineData(8, 20, 8, 8, 20)]
    [InlineData(1, 1, 8, 1, 1)] // a maximum holds
    [InlineData(20_000, Unlimited, 8, 16_000, 16_000)] // more than there can be
    public void A_minimum_only_raises_and_a_maximum_holds(int least, int most, int processors, int duty, int maximum) =>
        PoolLimits.Of(least, most, processors).ShouldBe(new PoolLimits(duty, maximum));

    [Fact]
    public async Task SetMinThreads_helps_both_pools_and_never_takes_a_processor_away()
    {
        (int code, string facts) = await Child.RunAsync("limits set");
        facts.Trim().ShouldBe("""
            SetMinThreads(1, 1): True, then 1; a worker for each processor: True
            SetMinThreads(100, 100): True, then 100; items at once: 100 in the bundled pool, 100 in .NET's
            SetMaxThreads(99, 99): False
            """, StringCompareShould.IgnoreLineEndings);
        code.ShouldBe(0);
    }

    [Fact]
    public async Task The_runtime_configuration_counts()
    {
        (int code, string facts) = await Child.RunAsync(
            "limits configured", ("DOTNET_ThreadPool_ForceMinWorkerThreads", "1"), ("DOTNET_ThreadPool_ForceMaxWorkerThreads", "1"));
        facts.Trim().ShouldBe("1 to 1, items at once: 1");
        code.ShouldBe(0);
    }
}

/// <summary>The programs that look at their limits.</summary>
internal static class LimitsPrograms
{
    internal static int Set()
    {
        bool set = DoctorThreadPool.SetMinThreads(1, 1);
        Console.Error.WriteLine($"SetMinThreads(1, 1): {set}, then {Minimum()}; a worker for each processor: {AtOnce(
            Environment.ProcessorCount, static item => DoctorThreadPool.QueueUserWorkItem(_ => item())) == Environment.ProcessorCount}");
        set = DoctorThreadPool.SetMinThreads(100, 100);
        Console.Error.WriteLine($"SetMinThreads(100, 100): {set}, then {Minimum()}; items at once: "
            + $"{AtOnce(100, static item => DoctorThreadPool.QueueUserWorkItem(_ => item()))} in the bundled pool, {AtOnce(100, static item => Task.Run(item))} in .NET's");
        Console.Error.WriteLine($"SetMaxThreads(99, 99): {DoctorThreadPool.SetMaxThreads(99, 99)}");
        return 0;
    }

    internal static int Configured()
    {
        DoctorThreadPool.GetMinThreads(out int least, out _);
        DoctorThreadPool.GetMaxThreads(out int most, out _);
        int inside = 0, peak = 0;
        using var done = new CountdownEvent(50);
        for (int i = 0; i < 50; i++)
        {
            DoctorThreadPool.QueueUserWorkItem(_ =>
            {
                peak = Math.Max(peak, Interlocked.Increment(ref inside));
                Thread.Sleep(2);
                Interlocked.Decrement(ref inside);
                done.Signal();
            });
        }
        done.Wait(Patience.Limit);
        Console.Error.WriteLine($"{least} to {most}, items at once: {peak}");
        return 0;
    }

    private static int Minimum()
    {
        DoctorThreadPool.GetMinThreads(out int workers, out _);
        return workers;
    }

    /// <summary>
    /// How many of the items are inside together, each waiting for all; .NET's pool would need most of a minute to add
    /// as many.
    /// </summary>
    private static int AtOnce(int count, Action<Action> queue)
    {
        using var inside = new CountdownEvent(count);
        using var done = new CountdownEvent(count);
        for (int i = 0; i < count; i++)
        {
            queue(() =>
            {
                inside.Signal();
                inside.Wait(TimeSpan.FromSeconds(10));
                done.Signal();
            });
        }
        inside.Wait(TimeSpan.FromSeconds(10));
        int reached = count - inside.CurrentCount;
        done.Wait(Patience.Limit);
        return reached;
    }
}
