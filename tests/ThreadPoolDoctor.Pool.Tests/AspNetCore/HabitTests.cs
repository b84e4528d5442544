namespace ThreadPoolDoctor.Pool.Tests.AspNetCore;

public class HabitTests
{
    private static readonly long s_quick = Habit.Long / 10;

    [Fact]
    public void It_takes_a_thousand_quick_runs_to_come_to_the_server()
    {
        var habit = new Habit(trusted: false);
        End(habit, Habit.Enough - 1, s_quick);
        habit.IsWithServer.ShouldBeFalse();
        End(habit, 1, s_quick);
        habit.IsWithServer.ShouldBeTrue();
    }

    [Fact]
    public void With_one_long_run_in_a_hundred_it_never_comes()
    {
        var habit = new Habit(trusted: false);
        for (int i = 0; i < 10_000; i++)
        {
            End(habit, 99, s_quick);
            End(habit, 1, Habit.Long);
            habit.IsWithServer.ShouldBeFalse();
        }
    }

    [Fact]
    public void Begun_slowly_it_comes_all_the_same()
    {
        var habit = new Habit(trusted: false);
        // Compiling and connecting, in the first requests.
        End(habit, 5, Habit.Blocked * 10);
        End(habit, Habit.Enough, s_quick);
        habit.IsWithServer.ShouldBeTrue();
        habit.Needed.ShouldBe(Habit.Enough);
    }

    [Fact]
    public void A_long_run_now_and_then_is_forgiven()
    {
        var habit = new Habit(trusted: true);
        for (int i = 0; i < 1000; i++)
        {
            End(habit, 1, Habit.Long);
            End(habit, 500, s_quick);
            habit.IsWithServer.ShouldBeTrue();
        }
    }

    [Fact]
    public void Four_long_runs_in_a_row_are_not()
    {
        var habit = new Habit(trusted: true);
        End(habit, 3, Habit.Long);
        habit.IsWithServer.ShouldBeTrue();
        End(habit, 1, Habit.Long);
        habit.IsWithServer.ShouldBeFalse();
    }

    [Fact]
    public void One_that_blocked_once_leaves_and_has_to_prove_itself_four_times_as_long_each_time()
    {
        int told = 0;
        var habit = new Habit(trusted: true, () => told++);
        int needed = Habit.Enough;
        for (int time = 1; time <= 3; time++)
        {
            End(habit, 1, Habit.Blocked);
            habit.IsWithServer.ShouldBeFalse();
            told.ShouldBe(time);
            needed *= 4;
            End(habit, needed - 1, s_quick);
            habit.IsWithServer.ShouldBeFalse();
            End(habit, 1, s_quick);
            habit.IsWithServer.ShouldBeTrue();
        }
    }

    [Fact]
    public void What_it_takes_to_come_back_has_an_end()
    {
        var habit = new Habit(trusted: true);
        for (int i = 0; i < 20; i++)
        {
            End(habit, 1, Habit.Blocked);
            End(habit, habit.Needed, s_quick);
            habit.IsWithServer.ShouldBeTrue();
        }
        habit.Needed.ShouldBe(1 << 20);
    }

    [Fact]
    public void With_more_answers_than_not_still_to_come_it_never_comes_and_does_not_stay()
    {
        var learning = new Habit(trusted: false);
        var trusted = new Habit(trusted: true);
        for (int i = 0; i < 10_000; i++)
        {
            foreach (Habit habit in new[] { learning, trusted })
            {
                End(habit, 1, s_quick);
                habit.Ended(s_quick, awaits: true);
                habit.Ended(s_quick, awaits: true);
            }
            learning.IsWithServer.ShouldBeFalse();
        }
        trusted.IsWithServer.ShouldBeFalse();
    }

    [Fact]
    public void An_answer_still_to_come_now_and_then_is_no_reason_to_leave()
    {
        int told = 0;
        var habit = new Habit(trusted: true, () => told++);
        for (int i = 0; i < 10_000; i++)
        {
            habit.Ended(s_quick, awaits: true);
            End(habit, 2, s_quick);
        }
        habit.IsWithServer.ShouldBeTrue();
        for (int i = 0; i < Habit.Enough; i++) habit.Ended(s_quick, awaits: true);
        habit.IsWithServer.ShouldBeFalse();
        told.ShouldBe(0, "it never blocked");
    }

    [Fact]
    public void While_a_run_waits_no_other_follows_it()
    {
        var habit = new Habit(trusted: true);
        habit.BeginWait();
        habit.IsWithServer.ShouldBeFalse();
        habit.EndWait(s_quick);
        habit.IsWithServer.ShouldBeTrue("it waited for a moment only");
        habit.BeginWait();
        habit.EndWait(Habit.Long);
        habit.IsWithServer.ShouldBeFalse();
    }

    [Fact]
    public void Many_who_find_it_blocked_at_once_count_as_one()
    {
        int told = 0;
        var habit = new Habit(trusted: true, () => Interlocked.Increment(ref told));
        Parallel.For(0, 100, _ => habit.LeaveAsBlocked());
        told.ShouldBe(1);
        habit.Needed.ShouldBe(4 * Habit.Enough);
    }

    private static void End(Habit habit, int times, long ticks)
    {
        for (int i = 0; i < times; i++) habit.Ended(ticks, awaits: false);
    }
}
