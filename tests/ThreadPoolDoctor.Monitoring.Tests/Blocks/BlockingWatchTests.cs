using System.Runtime.CompilerServices;

namespace ThreadPoolDoctor.Monitoring.Tests.Blocks;

/// <summary>A watch sees the whole process, so nothing else runs meanwhile.</summary>
[CollectionDefinition("Watched", DisableParallelization = true)]
public class WatchedTests;

[Collection("Watched")]
public class BlockingWatchTests
{
    // Long enough for a machine without a free processor, on which samples come late.
    private static readonly TimeSpan s_time = TimeSpan.FromMilliseconds(200);

    private static readonly Dictionary<string, Func<TimeSpan, Task>> s_kinds = new()
    {
        ["TPD001"] = Blocking.OnTask,
        ["TPD002"] = Blocking.Sleeping,
        ["TPD003"] = Blocking.OnInput,
        ["TPD004"] = Blocking.OnSignal,
    };

    [Fact]
    public async Task Work_that_awaits_is_no_blocking()
    {
        using BlockingWatch watch = BlockingWatch.Start();
        await Task.WhenAll(Enumerable.Range(0, 20).Select(_ => Task.Run(async () =>
        {
            await Task.Delay(s_time);
            await File.ReadAllTextAsync(Here());
            using SemaphoreSlim none = new(0);
            (await none.WaitAsync(s_time)).ShouldBeFalse();
        })));
        watch.AssertNone();
    }

    [Fact]
    public async Task A_thread_of_its_own_may_block()
    {
        using BlockingWatch watch = BlockingWatch.Start();
        await Task.Factory.StartNew(() => Thread.Sleep(s_time), TaskCreationOptions.LongRunning);
        watch.AssertNone();
    }

    [Fact]
    public async Task Work_that_computes_is_no_blocking()
    {
        using BlockingWatch watch = BlockingWatch.Start();
        await Task.Run(() =>
        {
            long end = Environment.TickCount64 + (long)s_time.TotalMilliseconds;
            while (Environment.TickCount64 < end) Thread.SpinWait(100);
        });
        watch.AssertNone();
    }

    [Fact]
    public async Task What_is_allowed_may_block()
    {
        BlockingWatchOptions options = new();
        options.Allowed.Add("ThreadPoolDoctor.Monitoring.Tests.Blocks.Blocking.Sleep(");
        using BlockingWatch watch = BlockingWatch.Start(options);
        await Blocking.Sleeping(s_time);
        watch.AssertNone();
    }

    [Fact]
    public async Task Blocking_before_the_watch_is_none_of_its_business()
    {
        await Blocking.Sleeping(s_time);
        using BlockingWatch watch = BlockingWatch.Start();
        watch.AssertNone();
    }

    [Theory]
    [InlineData("TPD001")]
    [InlineData("TPD002")]
    [InlineData("TPD003")]
    [InlineData("TPD004")]
    public async Task Each_kind_of_blocking_is_named_with_method_and_line(string id)
    {
        using BlockingWatch watch = BlockingWatch.Start();
        await s_kinds[id](s_time);
        BlockingFoundException found = Should.Throw<BlockingFoundException>(watch.AssertNone);
        Block block = found.Blocks.ShouldHaveSingleItem();
        block.Id.ShouldBe(id);
        block.Method.ShouldStartWith("ThreadPoolDoctor.Monitoring.Tests.Blocks.Blocking.");
        block.File.ShouldEndWith("Blocking.cs");
        block.Line.ShouldBe(LineOf(id));
        block.Longest.ShouldBeGreaterThan(s_time / 3);
        found.Message.ShouldContain(block.ToString());
    }

    [Fact]
    public async Task A_lock_that_is_held_is_blocking()
    {
        using BlockingWatch watch = BlockingWatch.Start();
        await Blocking.OnLock(s_time);
        Block block = watch.Stop().ShouldHaveSingleItem();
        (block.Id, block.Line).ShouldBe(("TPD004", LineOf("lock")));
    }

    [Fact]
    public async Task The_answer_stays_the_same()
    {
        using BlockingWatch watch = BlockingWatch.Start();
        await Blocking.Sleeping(s_time);
        watch.Stop().ShouldBeSameAs(watch.Stop());
    }

    private static int LineOf(string mark) => Array.FindIndex(
        File.ReadAllLines(Path.Combine(Path.GetDirectoryName(Here())!, "Blocking.cs")),
        line => line.EndsWith("// blocks: " + mark, StringComparison.Ordinal)) + 1;

    private static string Here([CallerFilePath] string here = "") => here;
}
