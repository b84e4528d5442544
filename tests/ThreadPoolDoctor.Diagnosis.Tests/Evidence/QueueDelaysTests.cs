using ThreadPoolDoctor.Diagnosis.Evidence;
using ThreadPoolDoctor.Diagnosis.Recordings;
using ThreadPoolDoctor.Diagnosis.Reports;

namespace ThreadPoolDoctor.Diagnosis.Tests.Evidence;

public class QueueDelaysTests
{
    private static QueueDelay? Of(IEnumerable<QueuedItem> items) =>
        QueueDelays.Of(new Case().Queue(1, 1, 1).Record() with { QueuedItems = [.. items] });

    private static IEnumerable<QueuedItem> Items(int count, Func<int, QueuedItem> item) => Enumerable.Range(0, count).Select(item);

    [Fact]
    public void Without_items_nothing_is_told() => Of([]).ShouldBeNull();

    [Fact]
    public void A_few_items_tell_nothing() => Of(Items(19, i => new(i, i + 1, true))).ShouldBeNull();

    [Fact]
    public void Where_all_have_started_it_is_their_own_delays()
    {
        QueueDelay delay = Of(Items(100, i => new(0, (i + 1) / 100.0, true)))!;
        delay.Started.ShouldBe(100);
        delay.Half.Seconds.ShouldBe(0.5, 0.011);
        delay.Twentieth.Seconds.ShouldBe(0.95, 0.011);
        delay.Hundredth.ShouldBe(new Delay(0.99, AtLeast: false));
    }

    [Fact]
    public void Where_none_has_started_it_is_at_least_the_longest_time_of_looking() =>
        Of(Items(50, i => new(i * 0.01, 3, false)))!.Half.ShouldBe(new Delay(3, AtLeast: true));

    [Theory]
    [InlineData(0.001, false, 0.004, false, "19 in 20 of 80 work items were taken at once")]
    [InlineData(0.001, false, 0.3, false, "half of 80 work items waited 0 s or longer, one in twenty 0.3 s or longer")]
    [InlineData(0.5, false, 1.5, true, "half of 80 work items waited 0.5 s or longer, one in twenty longer than 1.5 s")]
    [InlineData(2.8, true, 2.8, true, "half of 80 work items waited longer than 2.8 s")]
    public void It_is_told_once_and_in_words_that_do_not_repeat(double half, bool more, double twentieth, bool most, string text) =>
        EvidenceText.Delay(new Case().Workers(2, Case.Idle).Queue(9, 0, 0, 0).Diagnose() with
        {
            QueueDelay = new(80, 60, new(half, more), new(twentieth, most), new(twentieth, most)),
        }).ShouldBe(text);

    [Fact]
    public void Items_that_were_queued_late_do_not_make_the_delay_look_short()
    {
        // Each waits one second; what was queued in the last second has not started yet.
        QueueDelay delay = Of(Items(300, i => i * 0.01 + 1 <= 3 ? new(i * 0.01, i * 0.01 + 1, true) : new(i * 0.01, 3, false)))!;
        delay.Half.Seconds.ShouldBe(1, 0.01);
        delay.Half.AtLeast.ShouldBeFalse();
        delay.Twentieth.Seconds.ShouldBe(1, 0.01);
    }
}
