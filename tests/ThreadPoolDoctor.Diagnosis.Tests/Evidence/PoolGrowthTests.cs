using ThreadPoolDoctor.Diagnosis.Evidence;
using ThreadPoolDoctor.Diagnosis.Recordings;
using static ThreadPoolDoctor.Diagnosis.Tests.Case;

namespace ThreadPoolDoctor.Diagnosis.Tests.Evidence;

public class PoolGrowthTests
{
    [Fact]
    public void Without_start_times_nothing_is_told() =>
        PoolGrowth.Of(new Case().Queue(1, 1, 1).Record() with { Censuses = [] }).ShouldBeEmpty();

    [Fact]
    public void Steps_reach_back_before_the_look_and_have_reasons_within_it()
    {
        Case @case = new Case().Workers(1, Sleeping, 3600).Workers(1, Sleeping, 12).Workers(1, Sleeping, -1.2);
        @case.Adjustments.Add(new(1.1, 3, AdjustmentReason.Starvation));
        PoolGrowth.Of(@case.Queue(4, 9, 9, 9).Record()).ShouldBe(
        [
            new(Start.AddHours(-1), 1, null),
            new(Start.AddSeconds(-12), 2, null),
            new(Start.AddSeconds(1.2), 3, "starvation"),
        ]);
    }
}
