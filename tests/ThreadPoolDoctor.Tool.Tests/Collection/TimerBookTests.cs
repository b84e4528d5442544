using ThreadPoolDoctor.Diagnosis.Recordings;
using ThreadPoolDoctor.Tool.Collection;

namespace ThreadPoolDoctor.Tool.Tests.Collection;

public class TimerBookTests
{
    private readonly TimerBook _book = new();

    [Fact]
    public void A_timer_that_was_disposed_unused_is_not_late()
    {
        // A time-out that each request opens and gives up: armed, and never heard of again.
        for (int request = 0; request < 1_000; request++) _book.Arm(request, at: request * 0.001, dueIn: 0.5);
        _book.Arm(2_000, at: 1, dueIn: 0.5);

        _book.Fire(2_000, 1.5).ShouldBe(new TimerShot(1.5, 1.5));
    }

    [Fact]
    public void A_timer_that_was_armed_before_the_look_tells_nothing()
    {
        _book.Fire(7, 3).ShouldBeNull();
    }

    [Fact]
    public void A_timer_that_fired_tells_how_late_it_was()
    {
        _book.Arm(7, at: 1, dueIn: 0.5);

        _book.Fire(7, 4).ShouldBe(new TimerShot(1.5, 4));
    }

    [Fact]
    public void A_timer_that_was_armed_anew_is_due_when_it_was_told_last()
    {
        _book.Arm(7, at: 1, dueIn: 0.5);
        _book.Arm(7, at: 1.4, dueIn: 0.5);

        _book.Fire(7, 1.9)!.DueAt.ShouldBe(1.9, 1e-9);
    }

    [Fact]
    public void A_period_is_no_second_shot()
    {
        _book.Arm(7, at: 1, dueIn: 0.5);

        _book.Fire(7, 1.5).ShouldNotBeNull();
        _book.Fire(7, 9).ShouldBeNull();
    }
}
