namespace ThreadPoolDoctor.Pool.Tests.Blocking;

/// <summary>The look at the workers, without a monitor.</summary>
public class WorkerScanTests
{
    /// <summary>
    /// The difference of the two counts tells what ended without having blocked. One too many, and growth behind a held lock
    /// waited for 50 ms instead of a second.
    /// </summary>
    [Fact]
    public void An_item_that_ends_during_a_look_is_counted_only_with_the_look_that_knows_that_it_blocked()
    {
        using var leave = new ManualResetEventSlim();
        var crew = new Crew("Scanned", new WorkPoolOptions { Processors = 1 }, new Pool.Lanes(null, null, 1), 1);
        crew.Watch = new EndsWhenFound(() =>
        {
            leave.Set();
            Patience.Until(() => crew.ItemsRun == 1);
        });
        var scan = new WorkerScan(crew, new ItemDurations(), detects: true);
        new Intake(crew).Enqueue(new WorkItem((Action)leave.Wait, ItemKind.Plain), preferLocal: false, WorkLane.Normal);
        Patience.Until(() => WorkerScan.Sleeps(crew.Workers[0]) && crew.Workers[0].ItemsStarted == 1);
        ScanResult during = scan.Look(waits: true, seeksPollers: false, now: 0);
        ScanResult after = scan.Look(waits: true, seeksPollers: false, now: 1);
        crew.Close();
        Patience.Until(() =>
        {
            crew.NudgeAll();
            return crew.Threads == 0;
        });
        (during.Changed, during.Ended, during.BlockedEnded).ShouldBe((true, 0, 0));
        (after.Ended, after.BlockedEnded).ShouldBe((1, 1));
    }

    private sealed class EndsWhenFound(Action end) : NoWatch
    {
        public override void OnBlocked(Worker worker, BlockedBy how) => end();
    }
}
