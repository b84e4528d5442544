namespace ThreadPoolDoctor.Diagnosis.Recordings;

/// <summary>Parts of a recording, so that the rules can judge the moments of an illness apart from the rest.</summary>
internal static class RecordingSlices
{
    /// <summary>
    /// What was seen from <paramref name="from"/> to <paramref name="to"/>, as if only then had been looked.
    /// </summary>
    public static Recording During(this Recording recording, double from, double to)
    {
        bool Holds(double at) => at >= from && at <= to;
        return recording with
        {
            Cost = recording.Cost with { StartedAt = recording.Cost.StartedAt.AddSeconds(from), Seconds = to - from },
            Ticks = [.. recording.Ticks.Where(tick => Holds(tick.At)).Select(tick => tick with { At = tick.At - from })],
            Adjustments =
                [.. recording.Adjustments.Where(change => Holds(change.At)).Select(change => change with { At = change.At - from })],
            Censuses = [.. Around(recording.Censuses, from, to).Select(census => census with { At = census.At - from })],
            Snapshots =
                [.. recording.Snapshots.Where(snapshot => Holds(snapshot.At)).Select(snapshot => snapshot with { At = snapshot.At - from })],
            LockWaits = [.. recording.LockWaits.Where(wait => wait.At <= to).Select(wait => wait with { At = wait.At - from })],
            QueuedItems =
            [
                .. recording.QueuedItems
                    .Where(item => Holds(item.QueuedAt))
                    .Select(item => item with { QueuedAt = item.QueuedAt - from, SeenUntil = item.SeenUntil - from }),
            ],
            Timers =
            [
                .. recording.Timers
                    .Where(shot => Holds(shot.FiredAt))
                    .Select(shot => new TimerShot(shot.DueAt - from, shot.FiredAt - from)),
            ],
        };
    }

    /// <summary>
    /// Where a big or crowded process was counted seldom, the counts before and after speak for the time between: by
    /// one alone nobody could tell a thread that waits for a processor from one that sleeps.
    /// </summary>
    private static IEnumerable<ThreadCensus> Around(IReadOnlyList<ThreadCensus> censuses, double from, double to)
    {
        ThreadCensus[] within = [.. censuses.Where(census => census.At >= from && census.At <= to)];
        if (within.Length >= 2) return within;
        return
        [
            .. censuses.Where(census => census.At < from).TakeLast(1),
            .. within,
            .. censuses.Where(census => census.At > to).Take(1),
        ];
    }
}
