using ThreadPoolDoctor.Diagnosis.Recordings;
using ThreadPoolDoctor.Monitoring.Inside;

namespace ThreadPoolDoctor.Monitoring.Tests.Inside;

public class AlarmTests
{
    private const double Patience = 1;
    private const double LookAgain = 60;

    private readonly Alarm _alarm = new(Patience, LookAgain);
    private double _now;

    [Fact]
    public void An_empty_queue_is_no_trouble()
    {
        for (int i = 0; i < 100; i++) Read(queue: 0).ShouldBe(Step.GoOn);
    }

    [Fact]
    public void A_queue_that_moves_fast_is_no_trouble()
    {
        for (int i = 0; i < 100; i++) Read(queue: 50, perSecond: 20_000).ShouldBe(Step.GoOn);
    }

    [Fact]
    public void A_burst_is_no_trouble()
    {
        Read(queue: 500).ShouldBe(Step.GoOn);
        for (int i = 0; i < 10; i++) Read(queue: 0).ShouldBe(Step.GoOn);
        _alarm.Since.ShouldBeNull();
    }

    [Fact]
    public void Work_that_waits_for_longer_than_the_patience_is_looked_at()
    {
        Read(queue: 1).ShouldBe(Step.GoOn);
        Read(queue: 1).ShouldBe(Step.GoOn);
        Read(queue: 1).ShouldBe(Step.Look);
    }

    [Fact]
    public void Trouble_that_lasts_is_looked_at_again_when_it_is_time()
    {
        ReadUntil(Step.Look);
        _alarm.Looked(_now += 2);
        double looked = _now;
        ReadUntil(Step.Look);
        (_now - looked).ShouldBeInRange(LookAgain, LookAgain + 1);
    }

    [Fact]
    public void It_is_over_when_three_readings_in_a_row_show_nothing()
    {
        ReadUntil(Step.Look);
        _alarm.Looked(_now);
        Read(queue: 0).ShouldBe(Step.GoOn);
        Read(queue: 0).ShouldBe(Step.GoOn);
        Read(queue: 9).ShouldBe(Step.GoOn);
        Read(queue: 0).ShouldBe(Step.GoOn);
        Read(queue: 0).ShouldBe(Step.GoOn);
        Read(queue: 0).ShouldBe(Step.Recovered);
        _alarm.Since.ShouldBeNull();
    }

    [Fact]
    public void Trouble_that_comes_again_is_looked_at_at_once()
    {
        ReadUntil(Step.Look);
        _alarm.Looked(_now);
        while (Read(queue: 0) != Step.Recovered)
        {
            // Until it is over.
        }
        double again = _now;
        ReadUntil(Step.Look);
        (_now - again).ShouldBeLessThan(3);
    }

    private void ReadUntil(Step step)
    {
        for (int i = 0; i < 1000; i++)
        {
            if (Read(queue: 10) == step) return;
        }
        throw new InvalidOperationException($"{step} did not come.");
    }

    private Step Read(long queue, double perSecond = 0) => _alarm.Add(new CounterTick(_now += 0.5, 4, queue, perSecond, 0, 0));
}
