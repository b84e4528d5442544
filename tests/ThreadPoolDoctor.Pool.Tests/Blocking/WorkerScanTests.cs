using System.Diagnostics;
using System.Net;
using System.Net.Sockets;

namespace ThreadPoolDoctor.Pool.Tests.Blocking;

/// <summary>The look at the workers, without a monitor.</summary>
public class WorkerScanTests
{
    /// <summary>
    /// The difference of the two counts tells what ended without having blocked. One too many, and growth behind a held
    /// lock waited for 50 ms instead of a second.
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

    /// <summary>
    /// Items wait in the kernel, where only two questions tell that one stands still: meanwhile others are wanted in
    /// the place of a worker that usually sleeps.
    /// </summary>
    [Fact]
    public void A_worker_whose_items_wait_in_the_kernel_is_made_up_for_at_each_look()
    {
        if (!OperatingSystem.IsLinux()) return;
        using var sockets = new SocketPair();
        var crew = new Crew("Scanned", new WorkPoolOptions { Processors = 1 }, new Pool.Lanes(null, null, 1), 1) { Watch = new NoWatch() };
        var scan = new WorkerScan(crew, new ItemDurations(), detects: true);
        var intake = new Intake(crew);
        var found = new List<(int OffCpu, bool Changed)>();
        // From the monitors' clock: what one of the process could not open, none tries to for a second.
        long now = (long)Stopwatch.GetElapsedTime(0).TotalMilliseconds, items = 0;
        // Until it is known that the worker usually sleeps: on a busy machine it wants a processor for long in between.
        do
        {
            if (items > 0) sockets.Send();
            intake.Enqueue(new WorkItem((Action)sockets.Receive, ItemKind.Plain), preferLocal: false, WorkLane.Normal);
            items++;
            Patience.Until(() => crew.Workers.Length > 0 && IsInKernel(crew.Workers[0], items));
            now += 90;
            found.Clear();
            Look();
        }
        while (found[0].OffCpu == 0 && items < 100);
        for (int look = 0; look < 2; look++) Look();
        sockets.Send();
        crew.Close();
        Patience.Until(() =>
        {
            crew.NudgeAll();
            return crew.Threads == 0;
        });
        found.ShouldBe([(1, false), (1, false), (0, true)]);

        void Look()
        {
            ScanResult seen = scan.Look(waits: true, seeksPollers: false, now++);
            found.Add((seen.OffCpu, seen.Changed));
        }
    }

    private static bool IsInKernel(Worker worker, long items)
    {
        using KernelProbe? probe = KernelProbe.TryOpen(worker.SystemThreadId);
        return worker.ItemsStarted == items && probe is not null && probe.Sleeps();
    }

    /// <summary>A wait that the runtime knows nothing of.</summary>
    private sealed class SocketPair : IDisposable
    {
        private readonly Socket _receiver, _sender;

        internal SocketPair()
        {
            using var listener = new Socket(SocketType.Stream, ProtocolType.Tcp);
            listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
            listener.Listen();
            _sender = new Socket(SocketType.Stream, ProtocolType.Tcp);
            _sender.Connect(listener.LocalEndPoint!);
            _receiver = listener.Accept();
        }

        public void Dispose()
        {
            _sender.Dispose();
            _receiver.Dispose();
        }

        internal void Receive() => _receiver.Receive(new byte[1]);

        internal void Send() => _sender.Send([1]);
    }

    private sealed class EndsWhenFound(Action end) : NoWatch
    {
        public override void OnBlocked(Worker worker, BlockedBy how) => end();
    }
}
