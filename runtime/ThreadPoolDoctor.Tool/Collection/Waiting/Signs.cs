using ThreadPoolDoctor.Diagnosis;
using ThreadPoolDoctor.Diagnosis.Recordings;

namespace ThreadPoolDoctor.Tool.Collection.Waiting;

/// <summary>
/// The sign of each verdict that the cheap tiers can see. It only gives reason to look closer: rather one look too many
/// than a verdict that is missed.
/// </summary>
internal static class Signs
{
    private static readonly Dictionary<Verdict, Func<Sight, bool>> s_signs = new()
    {
        [Verdict.Starving] = sight => sight.Injected || Any(sight, TroubleSigns.WorkWaits),
        [Verdict.Compensated] = sight => Any(sight, tick => TroubleSigns.Shows(tick, sight.Processors)),
        [Verdict.AtRisk] = sight => TroubleSigns.ManyWaits(sight.Census) || Any(sight, tick => TroubleSigns.Shows(tick, sight.Processors)),
        [Verdict.CpuBound] = sight => sight.Tick?.CpuUsage >= Thresholds.SaturatedCpu,
        [Verdict.Healthy] = sight => sight is { Tick: not null, Injected: false } && !Any(sight, TroubleSigns.WorkWaits),
    };

    /// <summary>Verdicts that can be waited for.</summary>
    public static IReadOnlyCollection<Verdict> Verdicts => s_signs.Keys;

    /// <summary>Whether one of these verdicts may hold now.</summary>
    public static bool Show(Sight sight, IEnumerable<Verdict> verdicts) => verdicts.Any(verdict => s_signs[verdict](sight));

    private static bool Any(Sight sight, Func<CounterTick, bool> shows) =>
        sight.Tick is { } tick && shows(tick) || sight.Bundled is { } bundled && shows(bundled);
}
