using ThreadPoolDoctor.Diagnosis.Frames;
using ThreadPoolDoctor.Monitoring.Blocks;

namespace ThreadPoolDoctor.Monitoring.Tests.Blocks;

public class BlockListTests
{
    private static readonly Frame s_base = Framework("System.Threading.PortableThreadPool+WorkerThread", "WorkerThreadStart");
    private static readonly Frame s_dispatch = Framework("System.Threading.ThreadPoolWorkQueue", "Dispatch");
    private static readonly Frame s_sleep = Framework("System.Threading.Thread", "Sleep");
    private static readonly Frame s_load = new("Shop", "Shop.Orders", "Load") { File = "/src/Orders.cs", Line = 7 };

    private static readonly IReadOnlyList<Frame>[] s_stacks =
    [
        [Framework("System.Threading.LowLevelLifoSemaphore", "Wait"), s_base],
        [s_sleep, s_load, s_dispatch, s_base],
        [Framework("System.Threading.Thread", "SleepInternal"), s_sleep, s_load, s_dispatch, s_base],
        [s_load, s_dispatch, s_base],
        [s_sleep, new("Vendor", "Vendor.Client", "Poll") { IsPackage = true }, s_dispatch, s_base],
        [s_sleep, new("xunit.runner.visualstudio.testadapter", "Xunit.Runner", "Run"), s_dispatch, s_base],
        [s_sleep, s_dispatch, s_base],
        [s_sleep, s_load],
        [Framework("Microsoft.Win32.SafeHandles.SafeFileHandle", "Open"), Framework("System.IO.File", "ReadAllTextAsync"), s_load, s_dispatch, s_base],
        [Framework("System.Threading.SemaphoreSlim", "WaitAsyncCore"), s_load, s_dispatch, s_base],
        [s_sleep, new("ThreadPoolDoctor.Monitoring", "ThreadPoolDoctor.Monitoring.BlockingWatch", "Stop"), s_load, s_dispatch, s_base],
    ];

    private const int Idle = 0, Sleeping = 1, Deeper = 2, Working = 3, InPackage = 4, InRunner = 5, InFramework = 6, OnOwnThread = 7, BeginsAsync = 8, WaitsAsync = 9, InWatch = 10;

    [Theory]
    [InlineData(Idle)]
    [InlineData(Working)]
    [InlineData(InPackage)]
    [InlineData(InRunner)]
    [InlineData(InFramework)]
    [InlineData(OnOwnThread)]
    [InlineData(BeginsAsync)]
    [InlineData(WaitsAsync)]
    [InlineData(InWatch)]
    public void What_is_not_the_programs_work_on_the_pool_is_not_told(int stack) => Of(Samples(stack, 0, 100)).ShouldBeEmpty();

    [Fact]
    public void A_wait_shorter_than_asked_for_is_not_told() => Of(Samples(Sleeping, 0, 9)).ShouldBeEmpty();

    [Fact]
    public void Two_samples_with_a_long_pause_between_them_prove_nothing() =>
        Of([(Sleeping, 0), (Sleeping, 80), (Idle, 81)]).ShouldBeEmpty();

    [Fact]
    public void A_long_wait_is_told_with_its_place()
    {
        Block block = Of(Samples(Sleeping, 5, 25)).ShouldHaveSingleItem();
        block.ToString().ShouldBe("TPD002 Shop.Orders.Load in /src/Orders.cs:line 7: System.Threading.Thread.Sleep, 20 ms");
        block.Cure.ShouldContain("Task.Delay");
    }

    [Fact]
    public void A_wait_that_looks_up_in_between_is_one()
    {
        Block block = Of([.. Samples(Sleeping, 0, 8), .. Samples(Deeper, 9, 16)]).ShouldHaveSingleItem();
        (block.Times, block.Longest.TotalMilliseconds).ShouldBe((1, 16));
    }

    [Fact]
    public void Two_waits_with_work_in_between_are_two()
    {
        Block block = Of([.. Samples(Sleeping, 0, 12), (Working, 13), .. Samples(Sleeping, 14, 30)]).ShouldHaveSingleItem();
        (block.Times, block.Longest.TotalMilliseconds).ShouldBe((2, 16));
    }

    [Fact]
    public void Packages_count_where_that_is_asked_for() =>
        Of(Samples(InPackage, 0, 100), new() { IncludePackages = true }).ShouldHaveSingleItem().Method.ShouldBe("Vendor.Client.Poll");

    [Fact]
    public void A_book_that_is_full_says_so()
    {
        StayBook book = new(most: 2);
        for (int at = 0; at < 10; at++) book.Add(1, at, at);
        book.IsFull.ShouldBeTrue();
        book.ByThread().Single().Count().ShouldBe(3);
    }

    private static IReadOnlyList<Block> Of(IEnumerable<(int Stack, double At)> samples, BlockingWatchOptions? options = null)
    {
        StayBook book = new();
        foreach ((int stack, double at) in samples) book.Add(1, stack, at);
        return BlockList.Of(new([.. book.ByThread()], stack => s_stacks[stack]), options ?? new());
    }

    private static IEnumerable<(int Stack, double At)> Samples(int stack, int from, int to) =>
        Enumerable.Range(from, to - from + 1).Select(at => (stack, (double)at));

    private static Frame Framework(string type, string method) => new("System.Private.CoreLib", type, method) { IsFramework = true };
}
