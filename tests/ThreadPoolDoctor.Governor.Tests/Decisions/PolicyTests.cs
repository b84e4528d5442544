using ThreadPoolDoctor.Governor.Decisions;
using ThreadPoolDoctor.Governor.Tests.Simulation;

namespace ThreadPoolDoctor.Governor.Tests.Decisions;

/// <summary>
/// The policy over simulated pools: when it adds workers, when it does not, and when it gives them back.
/// </summary>
public class PolicyTests
{
    private const int Processors = 2;

    private static Governed Simulate(double step = 0.0005) => new(new SimulatedPool(Processors, step));

    /// <summary>Something once every so many seconds.</summary>
    private static Action Every(SimulatedPool pool, double seconds, Action action)
    {
        double next = 0;
        return () =>
        {
            for (; pool.Now >= next; next += seconds) action();
        };
    }

    public class Silence
    {
        [Fact]
        public void An_idle_pool_is_left_alone()
        {
            Governed governed = Simulate();
            governed.Run(5);
            governed.Pool.Minimum.ShouldBe(Processors);
            governed.Reasons.ShouldBe([GovernorReason.Calm]);
        }

        [Fact]
        public void Bursts_of_short_continuations_get_no_worker()
        {
            Governed governed = Simulate(0.0001);
            governed.Run(3, Every(governed.Pool, 0.5, () => Queue(governed.Pool, 125, () => Item.Computing(0.0001))));
            governed.Pool.MostThreads.ShouldBe(Processors);
            governed.Pool.Completed.ShouldBe(750);
        }

        [Fact]
        public void More_computing_than_the_processors_can_do_gets_no_worker()
        {
            Governed governed = Simulate();
            governed.Run(5, Every(governed.Pool, 0.005, () => governed.Pool.Queue(Item.Computing(0.015))));
            governed.Pool.MostThreads.ShouldBe(Processors);
            governed.Reasons.ShouldContain(GovernorReason.Processors);
        }

        /// <summary>Each look takes a processor from those items.</summary>
        [Fact]
        public void A_queue_that_is_worked_off_at_once_is_looked_at_seldom()
        {
            Governed governed = Simulate(0.0001);
            governed.Run(2, () => Queue(governed.Pool, 48 - (int)governed.Pool.Waiting, () => Item.Computing(0.0001)));
            governed.Looks.ShouldBeLessThan(150);
            governed.Pool.MostThreads.ShouldBe(Processors);
        }

        [Fact]
        public void Workers_that_are_idle_between_short_items_get_no_reserve()
        {
            Governed governed = Simulate(0.0001);
            // What blocks at the start, as code that is loaded does, is what makes the governor watchful.
            Queue(governed.Pool, 6, () => Item.Sleeping(0.03));
            governed.Run(0.2);
            int after = governed.Pool.Minimum;
            governed.Run(3, Every(governed.Pool, 0.0005, () => governed.Pool.Queue(Item.Computing(0.0002))));
            governed.Pool.Minimum.ShouldBeLessThanOrEqualTo(after);
            governed.Reasons.ShouldContain(GovernorReason.Blocked);
        }

        [Fact]
        public void Items_of_a_twentieth_of_a_second_get_no_worker()
        {
            Governed governed = Simulate();
            Queue(governed.Pool, 60, () => Item.Computing(0.05));
            governed.Run(3);
            governed.Pool.MostThreads.ShouldBe(Processors);
        }

        [Fact]
        public void A_queue_seen_while_the_collector_held_all_threads_gets_no_worker()
        {
            PoolSample calm = Sample(at: 0, waiting: 0);
            Policy policy = new();
            policy.Next(calm);
            policy.Next(Sample(0.01, waiting: 50));
            Decision held = policy.Next(Sample(0.05, waiting: 50) with { WorkersSeen = true, Blocked = 2, Paused = 0.038 });
            held.Minimum.ShouldBe(2);
            policy.Next(Sample(0.055, waiting: 50) with { WorkersSeen = true, Blocked = 2 }).Minimum.ShouldBeGreaterThan(2);
        }

        /// <summary>The pool wakes one worker after another: the third is not blocked, but not awake yet.</summary>
        [Fact]
        public void A_still_worker_beside_one_for_each_processor_gets_none()
        {
            Policy policy = new();
            policy.Next(Sample(at: 0, waiting: 0) with { Threads = 3 });
            policy.Next(Sample(0.002, waiting: 3) with { Threads = 3 });
            policy.Next(Sample(0.004, waiting: 3) with { Threads = 3, WorkersSeen = true, Blocked = 1 }).Minimum.ShouldBe(2);
        }

        /// <summary>
        /// Each worker ran in the window, and one waits for a task now: the other has yet to take what waits.
        /// </summary>
        [Fact]
        public void A_worker_that_waits_for_a_task_beside_one_for_each_processor_gets_none()
        {
            Policy policy = new();
            policy.Next(Sample(at: 0, waiting: 0) with { Threads = 3 });
            policy.Next(Sample(0.002, waiting: 3) with { Threads = 3 });
            PoolSample seen = Sample(0.004, waiting: 3) with { Threads = 3, WorkersSeen = true, Running = 0.5, TaskWaits = 1 };
            policy.Next(seen).Minimum.ShouldBe(2);
        }

        /// <summary>
        /// Awaited work: the workers sleep now and then, the queue is never quite empty, and thousands of items end.
        /// </summary>
        [Theory]
        [InlineData(2)]
        [InlineData(7)]
        public void A_queue_that_is_worked_off_in_a_moment_gets_none_though_processors_are_unused(int minimum)
        {
            Policy policy = new();
            policy.Next(Sample(at: 0, waiting: 0));
            for (int look = 1; look <= 100; look++)
            {
                PoolSample sample = Sample(look * 0.005, waiting: 98) with { Threads = 7, WorkersSeen = true, Running = 0.8, Completed = 18 * look, Minimum = minimum };
                policy.Next(sample).Minimum.ShouldBe(minimum);
            }
        }

        [Fact]
        public void A_queue_that_is_filled_as_fast_as_it_is_worked_off_gets_no_worker()
        {
            Policy policy = new();
            policy.Next(Sample(at: 0, waiting: 0));
            policy.Next(Sample(0.002, waiting: 80_000));
            for (int look = 1; look <= 800; look++)
            {
                PoolSample sample = Sample(look * 0.01, waiting: 80_000) with
                {
                    WorkersSeen = true,
                    Blocked = 1,
                    Running = Processors,
                    Completed = look * 80_000L,
                };
                policy.Next(sample).Minimum.ShouldBe(Processors, $"look {look}");
            }
        }

        /// <summary>
        /// More computing than the processors can do: the pool itself tries a third worker now and then, and leaves it
        /// idle.
        /// </summary>
        [Fact]
        public void A_worker_that_the_pool_left_idle_beside_busy_processors_gets_none()
        {
            Policy policy = new();
            policy.Next(Sample(at: 0, waiting: 0));
            for (int look = 1; look <= 400; look++)
            {
                PoolSample sample = Sample(look * 0.01, waiting: 10 + look) with
                {
                    WorkersSeen = true,
                    Threads = 3,
                    Blocked = 1,
                    Running = Processors,
                    Completed = look,
                };
                policy.Next(sample).Minimum.ShouldBe(Processors, $"look {look}");
            }
        }

        [Fact]
        public void A_growth_that_the_pool_had_no_need_of_is_no_deadlock_while_items_complete()
        {
            Policy policy = new();
            policy.Next(Sample(at: 0, waiting: 0));
            policy.Next(Sample(0.002, waiting: 1));
            for (int look = 1; look <= 800; look++)
            {
                PoolSample sample = Sample(look * 0.01, waiting: 1) with { WorkersSeen = true, Blocked = 2, Completed = look / 50, Minimum = 3 };
                policy.Next(sample).Reason.ShouldNotBe(GovernorReason.NothingCompletes, $"look {look}");
            }
        }

        /// <summary>Two thousand items a second beside five workers that wait for a client each.</summary>
        [Fact]
        public void Items_that_are_about_to_be_served_beside_blocked_workers_get_none()
        {
            Policy policy = new();
            policy.Next(Sample(at: 0, waiting: 0));
            for (int look = 1; look <= 200; look++)
            {
                PoolSample sample = Sample(look * 0.005, waiting: 5) with
                {
                    WorkersSeen = true,
                    Threads = 7,
                    Minimum = 7,
                    Blocked = 5,
                    Running = 1.4,
                    Completed = 10 * look,
                };
                policy.Next(sample).Minimum.ShouldBe(7, $"look {look}");
            }
        }

        /// <summary>It starts one after the other, and on a busy machine that takes its time.</summary>
        [Fact]
        public void A_pool_that_has_yet_to_start_workers_is_not_asked_for_more()
        {
            Policy policy = new();
            policy.Next(Sample(at: 0, waiting: 0));
            policy.Next(Sample(0.005, waiting: 24));
            int asked = 2;
            for (int look = 2; look <= 40; look++)
            {
                PoolSample sample = Sample(look * 0.005, waiting: 24) with
                {
                    WorkersSeen = true,
                    Blocked = 2,
                    Minimum = asked,
                    Goal = asked,
                };
                int minimum = policy.Next(sample).Minimum;
                if (asked > 2) minimum.ShouldBe(asked, $"look {look}");
                asked = minimum;
            }
            asked.ShouldBeGreaterThan(2);
        }

        /// <summary>
        /// Parallel.For in rounds: at the start of each one item waits, beside workers that the pool is about to wake.
        /// </summary>
        [Theory]
        [InlineData(7, 4)]
        [InlineData(24, 21)]
        public void An_item_that_waits_beside_workers_without_one_gets_none(int threads, int idle)
        {
            Policy policy = new();
            policy.Next(Sample(at: 0, waiting: 0));
            for (int look = 1; look <= 200; look++)
            {
                PoolSample sample = Sample(look * 0.005, waiting: look % 20 < 4 ? 1 : 0) with
                {
                    WorkersSeen = true,
                    Threads = threads,
                    Minimum = threads,
                    Idle = idle,
                    Goal = threads,
                    Blocked = threads - 1,
                    Running = 1,
                    Completed = look / 2,
                };
                policy.Next(sample).Minimum.ShouldBe(threads, $"look {look}");
            }
        }

        [Fact]
        public void Workers_that_sleep_between_bursts_get_no_reserve()
        {
            Governed governed = Simulate(0.0001);
            Queue(governed.Pool, 3, () => Item.Sleeping(0.03));
            governed.Run(0.2);
            int after = governed.Pool.Minimum;
            governed.Run(3, Every(governed.Pool, 0.2, () => Queue(governed.Pool, 125, () => Item.Computing(0.0002))));
            after.ShouldBeGreaterThan(Processors, "something blocked at first");
            governed.Steps.Where(static step => step.At > 0.2).ShouldAllBe(step => step.Minimum <= after);
        }
    }

    public class Growth
    {
        /// <summary>
        /// They began in the window, and so have run in it; that they are blocked now the pool itself tells.
        /// </summary>
        [Fact]
        public void Workers_that_wait_for_tasks_get_others_though_they_ran_just_now()
        {
            Policy policy = new();
            policy.Next(Sample(at: 0, waiting: 0));
            policy.Next(Sample(0.002, waiting: 3) with { Threads = 4 });
            PoolSample seen = Sample(0.007, waiting: 3) with { Threads = 4, WorkersSeen = true, Running = 0.5, TaskWaits = 2 };
            Decision decision = policy.Next(seen);
            decision.Minimum.ShouldBeGreaterThan(4);
            decision.Reason.ShouldBe(GovernorReason.Blocked);
        }

        [Fact]
        public void Requests_that_sleep_begin_at_once()
        {
            Governed governed = Simulate();
            governed.Run(6, Every(governed.Pool, 0.01, () => governed.Pool.Queue(Item.Sleeping(0.5))));
            governed.Pool.Delays.Max().ShouldBeLessThan(0.03);
            governed.Pool.Delays.Average().ShouldBeLessThan(0.001);
            governed.Pool.MostThreads.ShouldBeLessThanOrEqualTo(60);
        }

        [Fact]
        public void One_blocked_worker_is_replaced_by_one_at_first()
        {
            Policy policy = new();
            policy.Next(Sample(at: 0, waiting: 0));
            policy.Next(Sample(0.002, waiting: 24));
            policy.Next(Sample(0.004, waiting: 24) with { WorkersSeen = true, Blocked = 1, Running = 1 }).Minimum.ShouldBe(3);
        }

        /// <summary>None of them stands still for long enough to look blocked.</summary>
        [Fact]
        public void Requests_that_look_each_millisecond_whether_they_may_go_on_begin_soon()
        {
            Governed governed = Simulate(0.0001);
            governed.Run(4, Every(governed.Pool, 0.04, () => governed.Pool.Queue(Item.Polling(0.5, 0.001))));
            governed.Pool.Delays.Max().ShouldBeLessThan(0.3);
            governed.Pool.Delays.Average().ShouldBeLessThan(0.03);
        }

        [Fact]
        public void A_starved_queue_is_served_within_seconds()
        {
            Governed governed = Simulate();
            // As found by `relieve`: 3 workers, 700 items, one more each 10 ms.
            governed.Pool.SetMinimum(3);
            Queue(governed.Pool, 700, () => Item.Sleeping(0.5));
            governed.Pool.Run(1.2);
            governed.Pool.SetMinimum(2);
            double served = double.PositiveInfinity;
            Action arrive = Every(governed.Pool, 0.01, () => governed.Pool.Queue(Item.Sleeping(0.5)));
            governed.Run(8, () =>
            {
                arrive();
                if (governed.Pool.Waiting == 0) served = Math.Min(served, governed.Pool.Now - 1.2);
            });
            served.ShouldBeLessThan(4);
        }

        [Fact]
        public void A_hundred_connections_that_block_at_once_begin_within_half_a_second()
        {
            Governed governed = Simulate();
            Queue(governed.Pool, 125, () => Item.Sleeping(1));
            governed.Run(1);
            governed.Pool.Delays.Count.ShouldBe(125);
            governed.Pool.Delays.Max().ShouldBeLessThan(0.5);
        }

        /// <summary>
        /// The tutorial's tasksleepwait: the accepted connections' own items complete by the hundred, and then none.
        /// </summary>
        [Theory]
        [InlineData(false)]
        [InlineData(true)]
        public void Connections_that_block_after_many_short_items_begin_within_half_a_second(bool polls)
        {
            Governed governed = Simulate(0.0001);
            Queue(governed.Pool, 250, () => Item.Computing(0.0001));
            Queue(governed.Pool, 125, () => polls ? Item.Polling(1, 0.02) : Item.Sleeping(1));
            governed.Run(1.2);
            governed.Pool.Delays.Count.ShouldBe(375);
            governed.Pool.Delays.Max().ShouldBeLessThan(0.5);
        }

        /// <summary>
        /// As recorded with HttpClient.Send: opening the first connections completes ten short items, then each worker
        /// waits for an answer.
        /// </summary>
        [Fact]
        public void Short_items_at_the_start_do_not_hold_back_the_growth_for_those_that_block_after_them()
        {
            Policy policy = new();
            Decision decision = default;
            int minimum = 2;
            void Look(double at, int waiting, int completed, int threads, int blocked, double running)
            {
                PoolSample sample = Sample(at, waiting) with { Completed = completed, Threads = threads, Blocked = blocked };
                decision = policy.Next(sample with { Minimum = minimum, WorkersSeen = true, Running = running });
                minimum = decision.Minimum;
            }
            Look(0.1074, 6, 0, 2, 0, 1.18);
            Look(0.1125, 4, 0, 4, 0, 0.27);
            Look(0.1180, 5, 0, 4, 2, 1.29);
            Look(0.1236, 5, 2, 8, 2, 2.58);
            Look(0.1433, 3, 10, 9, 0, 2.43);
            Look(0.1484, 2, 12, 10, 4, 0.12);
            int before = minimum;
            for (double at = 0.1537; at < 0.21; at += 0.005) Look(at, 3 + (int)((at - 0.15) * 100), 12, 10, 10, 0);
            minimum.ShouldBeGreaterThan(before);
        }

        [Fact]
        public void Requests_that_begin_to_block_after_a_healthy_time_begin_at_once()
        {
            Governed governed = Simulate();
            governed.Run(3, Every(governed.Pool, 0.005, () =>
                governed.Pool.Queue(governed.Pool.Now < 2 ? Item.Computing(0.001) : Item.Sleeping(1))));
            governed.Pool.Delays.Max().ShouldBeLessThan(0.1);
        }

        /// <summary>
        /// A lock around a call that is waited for: its continuation stands behind all who wait for the lock.
        /// </summary>
        [Fact]
        public void Requests_before_a_lock_whose_holder_waits_for_a_queued_item_are_served()
        {
            Governed governed = Simulate();
            Gate held = new(1, isLock: true);
            Queue(governed.Pool, 250, () => Item.Calling(held, 0.01));
            governed.Run(2);
            governed.Pool.Waiting.ShouldBe(0);
            governed.Run(8);
            governed.Pool.Completed.ShouldBe(750, "each request, its timer's callback, and the continuation");
        }

        /// <summary>
        /// What completes each task stands behind the whole burst; the callbacks of their timers are completed
        /// meanwhile.
        /// </summary>
        [Fact]
        public void A_burst_that_waits_for_tasks_is_begun_as_a_whole()
        {
            Governed governed = Simulate();
            Queue(governed.Pool, 500, () => Item.AwaitingSynchronously(0.005));
            governed.Run(2);
            governed.Pool.Completed.ShouldBe(1500, "each item, its timer's callback, and the continuation");
        }

        /// <summary>
        /// Their events are set by other threads: until the first is, nothing tells them from readers behind a writer.
        /// </summary>
        [Fact]
        public void Requests_that_wait_for_events_begin_at_once()
        {
            Governed governed = Simulate();
            governed.Run(6, Every(governed.Pool, 0.01, () => governed.Pool.Queue(Item.Waiting(0.5))));
            governed.Pool.Delays.Max().ShouldBeLessThan(0.03);
            governed.Pool.MostThreads.ShouldBeInRange(50, 60);
        }

        /// <summary>Two hundred workers are needed before the first of them comes back.</summary>
        [Fact]
        public void Requests_that_wait_for_events_for_two_seconds_are_served_once_the_first_have_ended()
        {
            Governed governed = Simulate();
            governed.Run(2.5, Every(governed.Pool, 0.01, () => governed.Pool.Queue(Item.Waiting(2))));
            governed.Pool.Waiting.ShouldBeLessThan(3);
        }

        [Fact]
        public void Consumers_that_wait_for_what_stands_behind_them_are_all_begun()
        {
            Governed governed = Simulate();
            Queue(governed.Pool, 200, () => Item.NeverReturning(new Gate(0, isLock: false)));
            governed.Run(2, Every(governed.Pool, 0.02, () => governed.Pool.Queue(Item.Computing(0.0005))));
            governed.Pool.Waiting.ShouldBeLessThan(3);
            governed.Pool.Delays.Max().ShouldBeLessThan(0.5);
        }

        /// <summary>Each worker that comes to stand lets one of the others end.</summary>
        [Fact]
        public void As_many_others_are_served_beside_items_that_wait_for_an_event_that_nobody_sets()
        {
            Governed governed = Simulate();
            Gate closed = new(0, isLock: false);
            Action waiting = Every(governed.Pool, 0.01, () => governed.Pool.Queue(Item.NeverReturning(closed)));
            Action others = Every(governed.Pool, 0.01, () => governed.Pool.Queue(Item.Computing(0.0005)));
            governed.Run(5, () => { waiting(); others(); });
            governed.Pool.Delays.Max().ShouldBeLessThan(0.1);
        }

        /// <summary>
        /// They are more than a growth begins that nothing proves; the others come at once or a second later.
        /// </summary>
        [Theory]
        [InlineData(0)]
        [InlineData(1)]
        public void What_comes_behind_a_crowd_that_waits_for_an_event_is_served(double later)
        {
            Governed governed = Simulate();
            Gate closed = new(0, isLock: false);
            Queue(governed.Pool, 300, () => Item.NeverReturning(closed));
            governed.Run(later);
            governed.Run(5, Every(governed.Pool, 0.01, () => governed.Pool.Queue(Item.Computing(0.0005))));
            governed.Pool.Waiting.ShouldBeLessThan(3);
            governed.Pool.Delays.Max().ShouldBeLessThan(0.5);
        }

        /// <summary>The second load begins shortly after the first, whose growth failed.</summary>
        [Fact]
        public void A_failed_growth_is_forgotten_once_other_items_run()
        {
            Governed governed = Simulate();
            Gate hot = new(1, isLock: true);
            Queue(governed.Pool, 800, () => Item.Holding(hot, 0.001));
            governed.Run(0.9);
            governed.Reasons.ShouldContain(GovernorReason.NoGain);
            Queue(governed.Pool, 400, () => Item.Sleeping(0.4));
            governed.Run(2.8);
            governed.Pool.Waiting.ShouldBe(0);
        }

        /// <summary>A deadlock has been resolved, and a while later a hundred connections block.</summary>
        [Fact]
        public void What_failed_a_while_ago_does_not_hold_back_the_next_growth()
        {
            Governed governed = Simulate(0.001);
            SimulatedPool pool = governed.Pool;
            Gate locked = new(0, isLock: true);
            Queue(pool, 40, () => Item.NeverReturning(locked));
            governed.Run(8);
            governed.Reasons.ShouldContain(GovernorReason.Locks);
            locked.Free = 1_000;
            governed.Run(100);
            pool.Waiting.ShouldBe(0);
            pool.Delays.Clear();
            Queue(pool, 125, () => Item.Sleeping(1));
            governed.Run(101);
            pool.Delays.Count.ShouldBe(125);
            pool.Delays.Max().ShouldBeLessThan(0.5);
        }

        /// <summary>Workers that come back one by one serve what waits, though most stand on.</summary>
        [Fact]
        public void Workers_that_come_back_from_a_standstill_take_what_waits()
        {
            Governed governed = Simulate(0.001);
            SimulatedPool pool = governed.Pool;
            Gate closed = new(0, isLock: false);
            Queue(pool, 400, () => Item.NeverReturning(closed));
            while (governed.Reasons.All(static reason => reason != GovernorReason.NothingCompletes)) governed.Run(pool.Now + 0.05);
            long waiting = pool.Waiting;
            waiting.ShouldBeGreaterThan(50);
            closed.Free = 20;
            governed.Run(pool.Now + 0.05);
            pool.Waiting.ShouldBeLessThanOrEqualTo(waiting - 20);
        }

        [Fact]
        public void Items_that_never_end_are_all_started()
        {
            Governed governed = Simulate();
            Queue(governed.Pool, 10, Item.Counting);
            governed.Run(1.2);
            governed.Pool.Completed.ShouldBe(20, "ten items, and ten callbacks that stop them");
            governed.Reasons.ShouldContain(GovernorReason.EndlessItems);
        }

        [Fact]
        public void Blocked_workers_are_replaced_though_others_compute_for_ever()
        {
            Governed governed = Simulate(0.001);
            governed.Pool.Queue(Item.Computing(1_000));
            governed.Pool.Queue(Item.Computing(1_000));
            governed.Run(6, Every(governed.Pool, 0.02, () => governed.Pool.Queue(Item.Sleeping(0.2))));
            governed.Pool.Waiting.ShouldBeLessThan(10);
        }

        /// <summary>
        /// The first two requests of a program: their code is compiled, which uses both processors, and nobody knows
        /// how long the next take.
        /// </summary>
        [Fact]
        public void Items_behind_the_first_ones_get_workers_while_code_is_compiled()
        {
            Policy policy = new();
            policy.Next(Sample(at: 0, waiting: 0));
            policy.Next(Sample(0.010, waiting: 1) with { Compiled = 0.005 });
            PoolSample seen = Sample(0.012, waiting: 2) with { WorkersSeen = true, Running = Processors };
            Decision decision = policy.Next(seen);
            (decision.Reason, decision.Minimum).ShouldBe((GovernorReason.Compiling, 7));
            policy.Next(seen with { At = 0.017, Minimum = 7, Threads = 4, Compiled = 0.005, Running = 4 }).Minimum.ShouldBe(7);
        }

        [Theory]
        [InlineData(0.0005, 0, 2)]
        [InlineData(0.005, 1, 2)]
        [InlineData(0.005, 0, 8)]
        public void They_get_none_while_little_is_compiled_or_one_has_ended_or_a_crowd_waits(double compiled, int ended, int waiting)
        {
            Policy policy = new();
            policy.Next(Sample(at: 0, waiting: 0));
            policy.Next(Sample(0.010, waiting: 1) with { Compiled = compiled });
            policy.Next(Sample(0.012, waiting) with { WorkersSeen = true, Running = Processors, Completed = ended }).Minimum.ShouldBe(Processors);
        }

        /// <summary>
        /// Recorded: a web application's second hundred of responses, and its first items before their workers run.
        /// </summary>
        [Theory]
        [InlineData(306, Processors)]
        [InlineData(4, 0.94)]
        public void Items_get_none_for_compilation_once_many_have_ended_or_while_no_worker_runs(int ended, double running)
        {
            Policy policy = new();
            policy.Next(Sample(at: 0, waiting: 0) with { Completed = ended });
            policy.Next(Sample(0.010, waiting: 2) with { Compiled = 0.003, Completed = ended });
            PoolSample seen = Sample(0.012, waiting: 2) with { Compiled = 0.003, Completed = ended };
            policy.Next(seen with { WorkersSeen = true, Running = running }).Minimum.ShouldBe(Processors);
        }

        /// <summary>
        /// Recorded: an async web application, when the first of 125 connections come. What its start queued has ended,
        /// and so will these.
        /// </summary>
        [Theory]
        [InlineData(4, 2, 2, 0.0027, 0.0015, 1.10)]
        [InlineData(4, 2, 2, 0.0095, 0.0007, 1.00)]
        [InlineData(5, 1, 2, 0.0034, 0.0057, 2.92)]
        [InlineData(12, 1, 1, 0.0114, 0.0001, 1.38)]
        public void Items_get_none_for_compilation_once_some_have_ended(
            int ended, int first, int then, double compiledFirst, double compiledThen, double running)
        {
            Policy policy = new();
            policy.Next(Sample(at: 0.168, waiting: 0) with { Completed = 2 });
            policy.Next(Sample(0.1786, first) with { Completed = ended, Compiled = compiledFirst });
            PoolSample seen = Sample(0.1813, then) with { Completed = ended, Compiled = compiledThen };
            policy.Next(seen with { WorkersSeen = true, Running = running }).Minimum.ShouldBe(Processors);
        }

        /// <summary>
        /// Recorded: the first requests of 125 connections. The processors were in use until just now, and two of three
        /// workers stand still for some milliseconds, until code that the third one needs as well is compiled.
        /// </summary>
        [Fact]
        public void A_crowd_gets_no_worker_while_code_is_compiled_and_a_processor_has_been_unused_for_a_moment_only()
        {
            Policy policy = new();
            policy.Next(Sample(at: 0.340, waiting: 0));
            PoolSample crowd = Sample(0.350, waiting: 125) with { Threads = 3, WorkersSeen = true, Running = Processors };
            crowd = crowd with { Completed = 15, Compiled = 0.002 };
            policy.Next(crowd);
            policy.Next(crowd with { At = 0.352 });
            policy.Next(crowd with { At = 0.354, Running = 1, Blocked = 2 }).Minimum.ShouldBe(Processors);
            policy.Next(crowd with { At = 0.359, Running = 1, Blocked = 2 }).Minimum.ShouldBe(Processors);
            policy.Next(crowd with { At = 0.366, Running = 1.66 }).Minimum.ShouldBe(Processors);
            policy.Next(crowd with { At = 0.386, Running = 1, Blocked = 2 }).Minimum.ShouldBeGreaterThan(Processors);
        }

        [Fact]
        public void A_database_gets_as_many_workers_as_it_has_places_and_few_more()
        {
            Governed governed = Simulate();
            Gate places = new(10, isLock: false);
            Queue(governed.Pool, 5_000, () => Item.Holding(places, 0.0001, sleeps: 0.02));
            governed.Run(6);
            governed.Pool.MostThreads.ShouldBeInRange(10, 64);
            governed.Reasons.ShouldContain(GovernorReason.NoGain);
        }
    }

    public class Refusal
    {
        [Theory]
        [InlineData(4, 0.04, 0.005, 100)]
        [InlineData(10, 0.03, 0.001, 200)]
        public void A_database_that_falls_behind_gets_no_worker_for_each_item(int places, double sleeps, double every, int most)
        {
            Governed governed = Simulate();
            Gate gate = new(places, isLock: false);
            governed.Run(20, Every(governed.Pool, every, () => governed.Pool.Queue(Item.Holding(gate, 0.0001, sleeps))));
            governed.Pool.MostThreads.ShouldBeLessThan(most);
            governed.Reasons.ShouldContain(GovernorReason.NoGain);
        }

        /// <summary>
        /// A semaphore, an upgradeable lock, the queue of a pump: a worker for each item empties the pool's queue at
        /// each look, and no item ends sooner. So few end in a quarter of a second that this tells nothing.
        /// </summary>
        [Theory]
        [InlineData(4, 0.04, 0.005)]
        [InlineData(1, 0.04, 0.01)]
        [InlineData(1, 0.05, 0.01)]
        [InlineData(1, 0.1, 0.01)]
        public void What_lets_fewer_through_than_come_gets_no_worker_for_each(int places, double sleeps, double every)
        {
            Governed governed = Simulate();
            Gate gate = new(places, isLock: false);
            governed.Run(10, Every(governed.Pool, every, () => governed.Pool.Queue(Item.Holding(gate, 0.0001, sleeps))));
            governed.Pool.MostThreads.ShouldBeLessThanOrEqualTo(100);
            governed.Steps[^1].Reason.ShouldBe(GovernorReason.NoGain);
        }

        /// <summary>
        /// A throttle of twenty places before calls that all take as long: those that got theirs at the same moment end
        /// at the same moment, and of two windows of a quarter of a second one holds half as many again.
        /// </summary>
        [Theory]
        [InlineData(20, 0.1, 0.0025)]
        [InlineData(20, 0.2, 0.005)]
        [InlineData(8, 0.1, 0.005)]
        public void A_throttle_that_lets_through_in_bunches_gets_no_worker_for_each(int places, double sleeps, double every)
        {
            Governed governed = Simulate();
            SimulatedPool pool = governed.Pool;
            Gate gate = new(places, isLock: false);
            Queue(pool, places, () => Item.Holding(gate, 0.0001, sleeps));
            governed.Run(10, Every(pool, every, () => pool.Queue(Item.Holding(gate, 0.0001, sleeps))));
            pool.MostThreads.ShouldBeLessThanOrEqualTo(200);
            governed.Steps[^1].Reason.ShouldBe(GovernorReason.NoGain);
        }

        /// <summary>
        /// The same, asked for with a limit of time: nothing tells those waits from items that sleep but whose turn it
        /// is.
        /// </summary>
        [Theory]
        [InlineData(20, 0.1, 0.0025, 200)]
        [InlineData(4, 0.04, 0.005, 60)]
        [InlineData(8, 0.04, 0.0033, 100)]
        public void A_throttle_that_is_asked_with_a_limit_of_time_gets_no_worker_for_each(int places, double sleeps, double every, int most)
        {
            Governed governed = Simulate();
            SimulatedPool pool = governed.Pool;
            Gate gate = new(places, isLock: false, isLimited: true);
            governed.Run(10, Every(pool, every, () => pool.Queue(Item.Holding(gate, 0.0001, sleeps))));
            pool.MostThreads.ShouldBeLessThanOrEqualTo(most);
            governed.Steps[^1].Reason.ShouldBe(GovernorReason.NoGain);
        }

        /// <summary>Half of them end soon, one after the other, and the rest take their time.</summary>
        [Theory]
        [InlineData(0.1, 1.5)]
        [InlineData(0.05, 1)]
        public void Short_sleeps_that_end_at_a_steady_rate_beside_long_ones_make_no_line(double shorter, double longer)
        {
            Governed governed = Simulate();
            SimulatedPool pool = governed.Pool;
            int n = 0;
            governed.Run(4, Every(pool, 0.01, () => pool.Queue(Item.Sleeping(n++ % 2 == 0 ? shorter : longer))));
            pool.Delays.Max().ShouldBeLessThan(0.1);
        }

        /// <summary>
        /// They would end though the line goes on as before: each that is begun is worth a worker for the line.
        /// </summary>
        [Fact]
        public void Quick_items_in_a_line_that_falls_behind_are_served()
        {
            Governed governed = Simulate();
            SimulatedPool pool = governed.Pool;
            Gate gate = new(1, isLock: true);
            Action line = Every(pool, 0.01, () => pool.Queue(Item.Holding(gate, 0.0001, sleeps: 0.02)));
            Action quick = Every(pool, 0.02, () => pool.Queue(Item.Computing(0.0005)));
            governed.Run(8, () => { line(); quick(); });
            pool.Delays.Max().ShouldBeLessThan(0.5);
        }

        /// <summary>
        /// The pause that the line causes lasts as long as the line, and must end for items that come later.
        /// </summary>
        [Fact]
        public void Requests_behind_a_database_that_has_caught_up_begin_again()
        {
            Governed governed = Simulate();
            SimulatedPool pool = governed.Pool;
            Gate places = new(4, isLock: false);
            Action line = Every(pool, 0.005, () => { if (pool.Now < 4) pool.Queue(Item.Holding(places, 0.0001, sleeps: 0.04)); });
            Action requests = Every(pool, 0.01, () => { if (pool.Now > 9) pool.Queue(Item.Sleeping(1.5)); });
            governed.Run(9, () => { line(); requests(); });
            governed.Reasons.ShouldContain(GovernorReason.NoGain);
            pool.Waiting.ShouldBe(0);
            pool.Delays.Clear();
            governed.Run(12, requests);
            pool.Delays.Count.ShouldBeGreaterThan(250);
            pool.Delays.Max().ShouldBeLessThan(0.3);
        }

        [Fact]
        public void Requests_that_come_to_take_four_times_as_long_go_on_to_begin_soon()
        {
            Governed governed = Simulate();
            SimulatedPool pool = governed.Pool;
            governed.Run(12, Every(pool, 0.01, () => pool.Queue(Item.Sleeping(pool.Now < 3 ? 0.5 : pool.Now < 6 ? 1 : 2))));
            pool.Delays.Max().ShouldBeLessThan(0.2);
        }

        [Fact]
        public void Requests_that_never_end_do_not_stop_the_others()
        {
            Governed governed = Simulate();
            SimulatedPool pool = governed.Pool;
            Action shorter = Every(pool, 0.02, () => pool.Queue(Item.Sleeping(0.005)));
            Action endless = Every(pool, 0.1, () => pool.Queue(Item.Sleeping(1_000)));
            governed.Run(15, () => { shorter(); endless(); });
            pool.Delays.Max().ShouldBeLessThan(0.6);
        }

        [Fact]
        public void A_hot_lock_gets_no_more_than_a_handful()
        {
            Governed governed = Simulate(0.00005);
            Gate hot = new(1, isLock: true);
            Queue(governed.Pool, 60_000, () => Item.Holding(hot, 0.00005));
            governed.Run(2);
            governed.Pool.MostThreads.ShouldBeLessThanOrEqualTo(Processors + 12);
        }

        [Fact]
        public void A_deadlock_of_locks_gets_no_more_than_a_handful_and_is_named()
        {
            Governed governed = Simulate();
            Gate locked = new(0, isLock: true);
            governed.Run(5, Every(governed.Pool, 0.1, () => governed.Pool.Queue(Item.NeverReturning(locked))));
            // The gate adds one each half second, governed or not.
            governed.Pool.MostThreads.ShouldBeLessThanOrEqualTo(Processors + 12 + 12);
            governed.Pool.Minimum.ShouldBe(Processors);
            governed.Reasons.ShouldContain(GovernorReason.Locks);
        }

        [Fact]
        public void A_deadlock_that_lasts_is_tried_with_two_workers_at_a_time()
        {
            Governed governed = Simulate();
            Gate locked = new(0, isLock: true);
            governed.Run(12, Every(governed.Pool, 0.1, () => governed.Pool.Queue(Item.NeverReturning(locked))));
            // The pool itself adds one each half second, so that there are about as many without any help.
            governed.Steps.Max(static step => step.Minimum).ShouldBeLessThanOrEqualTo(30);
        }

        [Fact]
        public void A_standstill_that_lasts_is_tried_with_two_workers_at_a_time()
        {
            Governed governed = Simulate();
            Gate closed = new(0, isLock: false);
            Queue(governed.Pool, 10_000, () => Item.NeverReturning(closed));
            governed.Run(7);
            int after = governed.Pool.MostThreads;
            governed.Run(20);
            // Two for each of five attempts, and one each half second by the pool itself.
            governed.Pool.MostThreads.ShouldBeLessThanOrEqualTo(after + 10 + 40);
        }

        [Fact]
        public void A_line_before_a_lock_that_stays_taken_gets_a_handful_beside_a_few_short_items()
        {
            Governed governed = Simulate(0.001);
            Gate taken = new(0, isLock: true);
            Action line = Every(governed.Pool, 0.02, () => governed.Pool.Queue(Item.NeverReturning(taken)));
            Action others = Every(governed.Pool, 0.02, () => governed.Pool.Queue(Item.Computing(0.001)));
            governed.Run(3, () => { line(); others(); });
            governed.Pool.MostThreads.ShouldBeLessThanOrEqualTo(32);
        }

        /// <summary>
        /// The short items end as long as a worker is added for each reader, so that something is always completed.
        /// </summary>
        [Fact]
        public void Readers_behind_a_writer_get_some_tens_of_workers_beside_a_few_short_items()
        {
            Governed governed = Simulate();
            Gate closed = new(0, isLock: false);
            Action readers = Every(governed.Pool, 0.01, () => governed.Pool.Queue(Item.NeverReturning(closed)));
            Action others = Every(governed.Pool, 0.02, () => governed.Pool.Queue(Item.Computing(0.0005)));
            governed.Run(6, () => { readers(); others(); });
            governed.Pool.MostThreads.ShouldBeInRange(60, 100);
            governed.Steps[^1].Reason.ShouldBe(GovernorReason.NothingCompletes);
        }

        /// <summary>Each worker that stands behind the writer lets several others end.</summary>
        [Fact]
        public void Many_short_items_are_served_beside_readers_behind_a_writer()
        {
            Governed governed = Simulate();
            Gate closed = new(0, isLock: false);
            Action readers = Every(governed.Pool, 0.01, () => governed.Pool.Queue(Item.NeverReturning(closed)));
            Action others = Every(governed.Pool, 0.0025, () => governed.Pool.Queue(Item.Computing(0.0005)));
            governed.Run(4, () => { readers(); others(); });
            governed.Pool.Delays.Max().ShouldBeLessThan(0.2);
        }

        /// <summary>
        /// Nobody counts such waits; that all workers wait without a limit, and none comes back, is all that is seen.
        /// </summary>
        [Theory]
        [InlineData(true, 64, 100)]
        [InlineData(false, 250, 320)]
        public void Readers_behind_a_writer_get_some_tens_of_workers_where_the_system_tells_of_waits(bool tells, int least, int most)
        {
            Governed governed = Simulate();
            governed.Pool.TellsWaits = tells;
            Gate writer = new(0, isLock: false);
            governed.Run(10, Every(governed.Pool, 0.01, () => governed.Pool.Queue(Item.NeverReturning(writer))));
            governed.Pool.MostThreads.ShouldBeInRange(least, most);
            governed.Reasons.ShouldContain(GovernorReason.NothingCompletes);
        }

        /// <summary>
        /// A thread for each connection, which says nothing for a minute, and a quick item behind them.
        /// </summary>
        [Theory]
        [InlineData(false, 250, 320)]
        [InlineData(true, 600, 640)]
        public void Readers_of_connections_get_a_worker_each_where_the_system_tells_of_waits(bool tells, int least, int most)
        {
            Governed governed = Simulate();
            governed.Pool.TellsWaits = tells;
            Queue(governed.Pool, 600, () => Item.Sleeping(60));
            governed.Run(2, Every(governed.Pool, 0.01, () => governed.Pool.Queue(Item.Computing(0.0001))));
            governed.Pool.MostThreads.ShouldBeInRange(least, most);
        }

        /// <summary>
        /// A web app whose handlers hold a lock during I/O: the items of its connections complete beside them.
        /// </summary>
        [Fact]
        public void A_lock_around_io_gets_few_workers_while_other_items_complete()
        {
            const double Io = 0.1;
            Governed governed = Simulate(0.0001);
            Gate held = new(1, isLock: true);
            Queue(governed.Pool, 250, () => Item.Computing(0.0001));
            Queue(governed.Pool, 250, () => Item.Holding(held, 0.0001, sleeps: Io));
            governed.Run(12, Every(governed.Pool, Io, () =>
            {
                Queue(governed.Pool, 3, () => Item.Computing(0.0001));
                governed.Pool.Queue(Item.Holding(held, 0.0001, sleeps: Io));
            }));
            governed.Pool.MostThreads.ShouldBeLessThanOrEqualTo(60);
        }

        /// <summary>
        /// A connection of a web app whose handlers all take one lock sends its next request once it has its answer.
        /// </summary>
        [Fact]
        public void A_line_of_connections_before_a_lock_grows_by_a_few_workers_at_a_time()
        {
            Governed governed = Simulate();
            SimulatedPool pool = governed.Pool;
            Gate held = new(1, isLock: true);
            Item? serve = null;
            Item answer = Item.Computing(0.0005) with { Then = () => pool.Queue(serve!) };
            serve = Item.Holding(held, 0.0005, sleeps: 0.02) with { Then = () => pool.Queue(answer) };
            Queue(pool, 250, () => serve);
            governed.Run(5);
            pool.MostThreads.ShouldBeInRange(20, 130);
        }

        /// <summary>
        /// Recorded: 250 requests before a lock that is held for a tenth of a second. The five workers that were added
        /// met it; then it was handed on once, and two short items ended, which had 34 workers come.
        /// </summary>
        [Fact]
        public void Short_items_that_end_as_a_lock_is_handed_on_do_not_have_the_line_grow_at_once()
        {
            Policy policy = new();
            policy.Next(Sample(at: 0.3365, waiting: 35) with { Minimum = 7, Threads = 7, Completed = 226 });
            policy.Next(Sample(0.3386, waiting: 0) with { Minimum = 7, Threads = 7, Completed = 257 });
            PoolSample seen = Sample(0, waiting: 242) with { WorkersSeen = true, Threads = 8, Goal = 8, Completed = 263, Contentions = 7, Standing = 7 };
            policy.Next(seen with { At = 0.3694, Minimum = 7, Running = 1.5 });
            policy.Next(seen with { At = 0.3720, Minimum = 7, Blocked = 8 });
            int minimum = policy.Next(seen with { At = 0.3824, Minimum = 7, Blocked = 8 }).Minimum;
            minimum.ShouldBe(13);
            PoolSample line = seen with { Minimum = 13, Threads = 13, Goal = 13, Blocked = 13, Contentions = 12, Standing = 12, Completed = 264 };
            for (double at = 0.3924; at < 0.4706; at += 0.0052) policy.Next(line with { At = at }).Minimum.ShouldBe(13);
            PoolSample handed = line with { At = 0.4706, Blocked = 11, Resumed = 1, Running = 0.52, Completed = 265 };
            policy.Next(handed).Minimum.ShouldBeLessThanOrEqualTo(21);
        }

        /// <summary>
        /// Each request is read, served and answered by an item of its own; the next one of the connection comes then.
        /// </summary>
        [Theory]
        [InlineData(0.005)]
        [InlineData(0.02)]
        [InlineData(0.05)]
        [InlineData(0.1)]
        public void A_line_before_a_lock_around_io_gets_a_handful_though_each_growth_comes_by_short_items(double io)
        {
            foreach (int connections in new[] { 20, 25, 30, 35, 60, 100, 200 })
            {
                Governed governed = Simulate(0.0002);
                SimulatedPool pool = governed.Pool;
                Gate held = new(1, isLock: true);
                Item? read = null;
                Item answer = Item.Computing(0.0002) with { Then = () => pool.QueueAt(pool.Now + 0.001, read!) };
                Item serve = Item.Holding(held, 0.0002, sleeps: io) with { Then = () => pool.Queue(answer) };
                read = Item.Computing(0.0002) with { Then = () => pool.Queue(serve) };
                Queue(pool, connections, () => read);
                governed.Run(6);
                pool.MostThreads.ShouldBeLessThanOrEqualTo(Processors + 11, $"{connections} connections");
                governed.Reasons.ShouldContain(static reason => reason == GovernorReason.NoGain || reason == GovernorReason.Locks);
            }
        }

        /// <summary>What the connections do when they are opened makes a rate, and none once they have been.</summary>
        [Theory]
        [InlineData(60, 32)]
        [InlineData(250, 48)]
        public void Connections_that_open_one_by_one_before_a_lock_around_io_get_few_workers(int connections, int most)
        {
            Governed governed = Simulate();
            SimulatedPool pool = governed.Pool;
            Gate held = new(1, isLock: true);
            Item? serve = null;
            Item answer = Item.Computing(0.0005) with { Then = () => pool.Queue(serve!) };
            serve = Item.Holding(held, 0.0005, sleeps: 0.1) with { Then = () => pool.Queue(answer) };
            Item open = Item.Computing(0.001) with { Then = () => pool.Queue(serve) };
            int opened = 0;
            governed.Run(6, Every(pool, 0.002, () => { if (opened++ < connections) pool.Queue(open); }));
            pool.MostThreads.ShouldBeLessThanOrEqualTo(most);
        }

        [Fact]
        public void Growth_stops_where_nothing_completes()
        {
            Governed governed = Simulate();
            Gate closed = new(0, isLock: false);
            Queue(governed.Pool, 10_000, () => Item.NeverReturning(closed));
            governed.Run(6.5);
            governed.Pool.MostThreads.ShouldBeLessThan(450);
            governed.Pool.Minimum.ShouldBe(Processors);
            governed.Reasons.ShouldContain(GovernorReason.NothingCompletes);
        }

        [Fact]
        public void Growth_stops_at_the_maximum_and_says_so()
        {
            Governed governed = Simulate();
            governed.Policy.MaxWorkers = 20;
            Queue(governed.Pool, 500, () => Item.Sleeping(0.5));
            governed.Run(2);
            governed.Pool.Minimum.ShouldBeLessThanOrEqualTo(20);
            governed.Reasons.ShouldContain(GovernorReason.Maximum);
        }

        [Fact]
        public void Growth_stops_where_memory_ends_and_says_so()
        {
            Governed governed = Simulate();
            governed.Pool.MemoryLeft = 3 << 20;
            governed.Run(0.5, Every(governed.Pool, 0.01, () =>
            {
                governed.Pool.Queue(Item.Sleeping(5));
                governed.Pool.MemoryLeft = Math.Max(0, (5 - governed.Pool.Threads) << 20);
            }));
            governed.Pool.MostThreads.ShouldBeLessThanOrEqualTo(8);
            governed.Reasons.ShouldContain(GovernorReason.Memory);
        }
    }

    public class Return
    {
        [Fact]
        public void The_minimum_is_back_a_while_after_the_need_has_gone()
        {
            Governed governed = Simulate(0.002);
            governed.Run(3, Every(governed.Pool, 0.01, () => governed.Pool.Queue(Item.Sleeping(0.5))));
            governed.Pool.Minimum.ShouldBeGreaterThan(40);
            governed.Run(120);
            governed.Pool.Minimum.ShouldBe(Processors);
        }

        [Fact]
        public void The_program_s_own_minimum_is_never_undercut()
        {
            Governed governed = Simulate(0.002);
            governed.Run(2, Every(governed.Pool, 0.01, () => governed.Pool.Queue(Item.Sleeping(0.5))));
            governed.Pool.SetMinimum(20);
            int least = int.MaxValue;
            governed.Run(120, () => least = Math.Min(least, governed.Pool.Minimum));
            least.ShouldBe(20);
            governed.Pool.Minimum.ShouldBe(20);
        }

        [Fact]
        public void A_minimum_that_the_program_raises_is_kept()
        {
            Governed governed = Simulate(0.002);
            governed.Run(1);
            governed.Pool.SetMinimum(100);
            governed.Run(100);
            governed.Pool.Minimum.ShouldBe(100);
            governed.Policy.Asked.ShouldBe(100);
        }

        [Fact]
        public void Long_computations_taken_for_endless_items_get_a_bounded_number_of_workers()
        {
            Governed governed = Simulate(0.001);
            Queue(governed.Pool, 100, () => Item.Computing(0.4));
            governed.Run(12);
            governed.Pool.MostThreads.ShouldBeLessThanOrEqualTo(Processors + 4 * 18);
        }
    }

    private static void Queue(SimulatedPool pool, int count, Func<Item> item)
    {
        for (int i = 0; i < count; i++) pool.Queue(item());
    }

    private static PoolSample Sample(double at, long waiting) => new()
    {
        At = at,
        Waiting = waiting,
        Completed = 0,
        Threads = 2,
        Minimum = 2,
        Maximum = 1_000,
        Processors = 2,
        MemoryLeft = 1L << 40,
    };
}
