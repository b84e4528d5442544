using ThreadPoolDoctor.Diagnosis.Frames;

namespace ThreadPoolDoctor.Diagnosis.Recordings;

/// <summary>
/// Brings every number of a recording into the range of what can be. They come from another process, which may send
/// what it likes: not a number, the infinite, a date in the year 9999. What is not plausible is taken for the nearest
/// plausible value, and what is not a number for 0, so that no rule and no report has to expect it.
/// </summary>
internal static class Plausible
{
    // More than any machine or observation has, and far from where sums and conversions overflow.
    private const double MostSeconds = 1e7;
    private const double MostPerSecond = 1e10;
    private const int MostThreads = 1_000_000;
    private const long Most = 1_000_000_000_000;

    public static Recording Of(Recording recording)
    {
        DateTimeOffset start = recording.Cost.StartedAt;
        return recording with
        {
            Process = recording.Process with
            {
                Name = FrameNames.Bounded(recording.Process.Name)!,
                Runtime = FrameNames.Bounded(recording.Process.Runtime)!,
                OperatingSystem = FrameNames.Bounded(recording.Process.OperatingSystem)!,
                Processors = Math.Clamp(recording.Process.Processors, 1, MostThreads),
                MinWorkers = Count(recording.Process.MinWorkers),
                MaxWorkers = Count(recording.Process.MaxWorkers),
                ProcessorLimit = recording.Process.ProcessorLimit is { } limit ? Range(limit, 0, MostThreads) : null,
            },
            Cost = recording.Cost with
            {
                Seconds = Seconds(recording.Cost.Seconds),
                AskedSeconds = Seconds(recording.Cost.AskedSeconds),
                LostEvents = Amount(recording.Cost.LostEvents),
                Suspensions = Count(recording.Cost.Suspensions),
                Events = Amount(recording.Cost.Events),
                Bytes = Amount(recording.Cost.Bytes),
                PauseMilliseconds = Seconds(recording.Cost.PauseMilliseconds),
                ToolCpuSeconds = Seconds(recording.Cost.ToolCpuSeconds),
            },
            Ticks = Ticks(recording.Ticks),
            Adjustments = [.. recording.Adjustments
                .Select(change => change with { At = Moment(change.At), Workers = Count(change.Workers) })],
            Censuses = [.. recording.Censuses.Select(census => census with
            {
                At = Moment(census.At),
                ProcessCpuSeconds = Seconds(census.ProcessCpuSeconds),
                Threads = [.. census.Threads.Select(thread => Thread(thread, start))],
            })],
            Snapshots = [.. recording.Snapshots.Select(snapshot => snapshot with { At = Moment(snapshot.At) })],
            LockWaits = [.. recording.LockWaits.Select(wait => wait with { At = Moment(wait.At) })],
            Timers = [.. recording.Timers.Select(timer => timer with { DueAt = Moment(timer.DueAt), FiredAt = Moment(timer.FiredAt) })],
            QueuedItems = [.. recording.QueuedItems
                .Select(item => item with { QueuedAt = Moment(item.QueuedAt), SeenUntil = Moment(item.SeenUntil) })],
            Queuers = [.. recording.Queuers.Select(queued => queued with { Items = Count(queued.Items) })],
            Requests = recording.Requests is not { } requests ? null : requests with
            {
                Seconds = Seconds(requests.Seconds),
                UnderWay = Amount(requests.UnderWay),
                QueuedConnections = Amount(requests.QueuedConnections),
                Routes = [.. requests.Routes.Select(route => new RouteFacts(
                    FrameNames.Bounded(route.Method)!, FrameNames.Bounded(route.Route)!, Amount(route.Ended), Amount(route.Failed),
                    Seconds(route.MeanSeconds), Seconds(route.SlowestSeconds)))],
            },
            BundledPool = recording.BundledPool is not { } pool ? null : pool with
            {
                Ticks = Ticks(pool.Ticks),
                Blocked = Count(pool.Blocked),
                Lanes = new(Amount(pool.Lanes.High), Amount(pool.Lanes.Normal), Amount(pool.Lanes.Low)),
            },
            Unseen = [.. recording.Unseen.Select(unseen => FrameNames.Bounded(unseen)!)],
        };
    }

    private static IReadOnlyList<CounterTick> Ticks(IReadOnlyList<CounterTick> ticks) => [.. ticks
        .Select(tick => new CounterTick(
            Moment(tick.At), Count(tick.Workers), Amount(tick.QueueLength), Range(tick.CompletedPerSecond, 0, MostPerSecond),
            Range(tick.CpuUsage, 0, 1), Count(tick.ActiveTimers)))
        .OrderBy(tick => tick.At)];

    /// <summary>The same object where nothing is wrong with it: there are thousands of them.</summary>
    private static ThreadSight Thread(ThreadSight thread, DateTimeOffset start)
    {
        double age = (start - thread.StartedAt).TotalSeconds;
        bool plausible = age is > -MostSeconds and < 1000 * MostSeconds
            && thread.CpuSeconds is >= 0 and < MostSeconds && thread.CpuWaitSeconds is >= 0 and < MostSeconds;
        return plausible ? thread : thread with
        {
            StartedAt = start.AddSeconds(-Range(age, -MostSeconds, 1000 * MostSeconds)),
            CpuSeconds = Seconds(thread.CpuSeconds),
            CpuWaitSeconds = Seconds(thread.CpuWaitSeconds),
        };
    }

    /// <summary>A time on the observation's own clock; an event may be older than it.</summary>
    private static double Moment(double at) => Range(at, -MostSeconds, MostSeconds);

    private static double Seconds(double seconds) => Range(seconds, 0, 1000 * MostSeconds);

    private static int Count(int number) => Math.Clamp(number, 0, MostThreads);

    private static int? Count(int? number) => number is { } known ? Count(known) : null;

    private static long Amount(long number) => Math.Clamp(number, 0, Most);

    private static double Range(double value, double least, double most) => double.IsNaN(value) ? 0 : Math.Clamp(value, least, most);
}
