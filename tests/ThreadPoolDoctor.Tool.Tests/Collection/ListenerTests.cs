using Microsoft.Diagnostics.NETCore.Client;
using Microsoft.Diagnostics.Tracing;
using ThreadPoolDoctor.Tool.Collection;

namespace ThreadPoolDoctor.Tool.Tests.Collection;

/// <summary>Sessions on this very process, recorded once, to be read whole and in pieces.</summary>
public sealed class RecordedStreams
{
    private static readonly TimeSpan s_limit = TimeSpan.FromSeconds(60);

    private readonly Lazy<byte[]> _watch = new(static () =>
    {
        WatchListener listener = new(new Clock(), processors: 2);
        return Record(WatchProviders.Watch(Environment.Version.ToString(), TimeSpan.FromSeconds(1)), listener.Listen, () => listener.Readings >= 3);
    });

    private readonly Lazy<byte[]> _closeLook = new(static () =>
    {
        CloseLookListener listener = new(new Clock());
        return Record(CloseLookListener.Plan.Providers, listener.Listen, () =>
        {
            // A time-out that is given up, and a timer that fires.
            new CancellationTokenSource(20).Dispose();
            using ManualResetEventSlim fired = new();
            using Timer timer = new(static state => ((ManualResetEventSlim)state!).Set(), fired, 5, Timeout.Infinite);
            fired.Wait(s_limit);
            return listener.Timers.Count >= 10;
        });
    });

    /// <summary>Of the watch tier, with three readings at least.</summary>
    public byte[] Watch => _watch.Value;

    /// <summary>Of the closer look, with as many time-outs that were given up as timers that fired.</summary>
    public byte[] CloseLook => _closeLook.Value;

    private static byte[] Record(IReadOnlyList<EventPipeProvider> providers, Action<EventPipeEventSource> listen, Func<bool> enough)
    {
        using EventPipeSession session = new DiagnosticsClient(Environment.ProcessId).StartEventPipeSession(
            new EventPipeSessionConfiguration(providers, 16, 0, requestStackwalk: false));
        CopyingStream stream = new(session.EventStream);
        Thread reader = new(() => new EventReader().Read(stream, listen)) { IsBackground = true };
        reader.Start();
        SpinWait.SpinUntil(enough, s_limit).ShouldBeTrue("The process sent too little.");
        session.Stop();
        reader.Join(s_limit).ShouldBeTrue("The stream did not end.");
        return stream.Copy.ToArray();
    }

    private sealed class CopyingStream(Stream inner) : Stream
    {
        public MemoryStream Copy { get; } = new();

        public override bool CanRead => true;

        public override bool CanSeek => false;

        public override bool CanWrite => false;

        public override long Length => throw new NotSupportedException();

        public override long Position { get => Copy.Position; set => throw new NotSupportedException(); }

        public override int Read(byte[] buffer, int offset, int count)
        {
            int read = inner.Read(buffer, offset, count);
            Copy.Write(buffer, offset, read);
            return read;
        }

        public override void Flush()
        {
        }

        public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

        public override void SetLength(long value) => throw new NotSupportedException();

        public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();
    }
}

public sealed class ListenerTests(RecordedStreams streams) : IClassFixture<RecordedStreams>
{
    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(40)]
    public void A_stream_that_ends_before_it_began_says_nothing(int length) => Watched(streams.Watch[..length]).Readings.ShouldBe(0);

    [Fact]
    public void A_stream_of_something_else_says_nothing()
    {
        int seed = Environment.TickCount;
        byte[] noise = new byte[10_000];
        new Random(seed).NextBytes(noise);
        Watched(noise).Readings.ShouldBe(0, $"seed {seed}");
    }

    [Fact]
    public void A_stream_that_is_cut_anywhere_says_what_came_before()
    {
        int whole = Watched(streams.Watch).Readings, before = 0;
        for (int tenth = 1; tenth <= 10; tenth++)
        {
            int readings = Watched(streams.Watch[..(streams.Watch.Length * tenth / 10)]).Readings;
            readings.ShouldBeInRange(before, whole);
            before = readings;
        }
        before.ShouldBe(whole);
    }

    [Fact]
    public void Readings_of_the_meters_come_whole_and_in_order()
    {
        WatchListener listener = Watched(streams.Watch);

        listener.MetersCome.ShouldBeTrue();
        listener.MetersRefused.IsCompleted.ShouldBeFalse();
        listener.Readings.ShouldBeGreaterThanOrEqualTo(3);
        listener.Ticks.Select(tick => tick.At).ShouldBeInOrder();
        listener.Ticks.ShouldAllBe(tick => tick.Workers > 0 && tick.QueueLength >= 0 && tick.CompletedPerSecond >= 0 && tick.CpuUsage >= 0);
    }

    [Fact]
    public void Of_timers_only_those_that_fired_are_told()
    {
        CloseLookListener listener = new(new Clock());
        new EventReader().Read(new MemoryStream(streams.CloseLook), listener.Listen);

        listener.Timers.Count.ShouldBeGreaterThanOrEqualTo(10);
        listener.Timers.ShouldAllBe(shot => shot.FiredAt >= shot.DueAt - 0.1);
        listener.BudgetSpent.ShouldBeFalse();
    }

    [Fact]
    public void The_budget_of_events_is_renewed()
    {
        CloseLookListener listener = new(new Clock());
        for (int i = 0; !listener.BudgetSpent; i++)
        {
            i.ShouldBeLessThan(CloseLookListener.EventBudget);
            new EventReader().Read(new MemoryStream(streams.CloseLook), listener.Listen);
        }

        listener.Renew();

        listener.BudgetSpent.ShouldBeFalse();
        listener.Timers.Count.ShouldBeLessThanOrEqualTo(CloseLookListener.EventBudget);
    }

    private static WatchListener Watched(byte[] stream)
    {
        WatchListener listener = new(new Clock(), processors: 2);
        new EventReader().Read(new MemoryStream(stream), listener.Listen);
        return listener;
    }
}
