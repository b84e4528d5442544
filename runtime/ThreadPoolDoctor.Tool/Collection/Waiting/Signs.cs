using ThreadPoolDoctor.Diagnosis;
using ThreadPoolDoctor.Diagnosis.Recordings;

namespace ThreadPoolDoctor.Tool.Collection.Waiting;

/// <summary>
/// The sign of each verdict that the cheap tiers can see. It only gives reason to look closer: rather one look too many
/// than a verdict that is missed.
/// </summary>
internal static class Signs
{
    private static readonly Dictionary<Verdict, Func<WatchSample, bool>> s_signs = new()
    {
        [Verdict.Starving] = sample => sample.Injected || Any(sample, TroubleSigns.WorkWaits),
        [Verdict.Compensated] = sample => Any(sample, tick => TroubleSigns.Shows(tick, sample.Processors)),
        [Verdict.AtRisk] = sample => TroubleSigns.ManyWaits(sample.Census) || Any(sample, tick => TroubleSigns.Shows(tick, sample.Processors)),
        [Verdict.CpuBound] = sample => sample.Tick?.CpuUsage >= Thresholds.SaturatedCpu,
        [Verdict.Healthy] = sample => sample is { Tick: not null, Injected: false } && !Any(sample, TroubleSigns.WorkWaits),
    };

    /// <summary>Verdicts that can be waited for.</summary>
    public static IReadOnlyCollection<Verdict> Verdicts => s_signs.Keys;

    /// <summary>Whether one of these verdicts may hold now.</summary>
    public static bool Show(WatchSample sample, IEnumerable<Verdict> verdicts) => verdicts.Any(verdict => s_signs[verdict](sample));

    private static bool Any(WatchSample sample, Func<CounterTick, bool> shows) =>
        sample.Tick is { } tick && shows(tick) || sample.Bundled is { } bundled && shows(bundled);
}
