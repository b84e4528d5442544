using ThreadPoolDoctor.Diagnosis.Frames;
using static ThreadPoolDoctor.Diagnosis.Tests.Case;

namespace ThreadPoolDoctor.Diagnosis.Tests.Stacks;

/// <summary>Workers whose item the JIT inlined into .NET's own method, beside workers that still show it.</summary>
public class InlinedCallersTests
{
    private static readonly Frame s_execute = Bcl("System.Threading.QueueUserWorkItemCallbackDefaultContext", "Execute");
    private static readonly Frame s_task = Bcl("System.Threading.Tasks.Task`1[System.Int32]", "InnerInvoke");
    private static readonly Frame[] s_wait = [Bcl("System.Threading.ManualResetEventSlim", "Wait"), Bcl("System.Threading.Tasks.Task", "InternalWaitCore")];
    private static readonly Frame s_result = Bcl("System.Threading.Tasks.Task`1[System.Int32]", "GetResultCore");

    private static IReadOnlyList<Frame> Shown(string method, Frame? runner = null) => On([.. s_wait, s_result, User(method, 41), runner ?? s_execute]);

    private static readonly IReadOnlyList<Frame> s_inlined = On([.. s_wait, s_execute]);

    public class Silent
    {
        [Fact]
        public void Of_two_methods_in_the_same_wait_none_is_blamed_for_a_third_worker()
        {
            IReadOnlyList<Cause> causes = Causes(new Case().Workers(5, Shown("Load")).Workers(4, Shown("Save")).Workers(20, s_inlined));
            causes.Select(cause => cause.Threads).ShouldBe([5, 4, 20]);
        }

        [Fact]
        public void A_work_item_of_another_kind_is_no_evidence() =>
            Causes(new Case().Workers(5, Shown("Load", s_task)).Workers(20, s_inlined)).Count.ShouldBe(2);

        [Fact]
        public void A_task_is_no_evidence_where_callbacks_are_gone() =>
            Causes(new Case().Workers(5, On([.. s_wait, s_result, User("Load", 41)])).Workers(20, On([.. s_wait, s_task]))).Count.ShouldBe(2);

        [Fact]
        public void A_wait_of_another_kind_is_no_evidence() =>
            Causes(new Case().Workers(5, On(Bcl("System.Threading.Thread", "Sleep"), User("Load"), s_execute)).Workers(20, s_inlined))
                .Count.ShouldBe(2);

        [Fact]
        public void Of_two_waits_none_is_that_of_a_worker_whose_wait_is_gone_as_well()
        {
            Frame runs = Bcl("System.Threading.ExecutionContext", "RunFromThreadPoolDispatchLoop");
            Causes(new Case().Workers(9, Shown("Load", runs)).Workers(9, Shown("Save", runs)).Workers(1, On(s_task, runs))).Count.ShouldBe(3);
        }

        [Fact]
        public void The_box_of_one_async_method_is_no_evidence_for_that_of_another()
        {
            Frame one = Bcl("System.Runtime.CompilerServices.AsyncTaskMethodBuilder`1+AsyncStateMachineBox`1[System.__Canon,Shop.Orders+<LoadAsync>d__1]", "MoveNext");
            Frame other = Bcl("System.Runtime.CompilerServices.AsyncTaskMethodBuilder`1+AsyncStateMachineBox`1[System.__Canon,Shop.Orders+<SaveAsync>d__2]", "MoveNext");
            Causes(new Case().Workers(5, Shown("Load", one)).Workers(20, On([.. s_wait, other]))).Count.ShouldBe(2);
        }
    }

    private static readonly Frame s_assumed = User("Load", 41) with
    {
        IsAssumed = true,
        Approximate = true,
        CalledHere = "System.Threading.Thread.Join",
    };

    public class Assumed
    {
        [Fact]
        public void What_must_have_been_inlined_is_told_of_a_thread_that_sleeps()
        {
            Cause cause = Causes(new Case().Workers(20, On(s_assumed, s_execute))).ShouldHaveSingleItem();
            (cause.Id, cause.Method, cause.Leaf, cause.Line, cause.Approximate)
                .ShouldBe(("TPD004", "Shop.Orders.Load(int)", "System.Threading.Thread.Join", 41, true));
        }

        [Fact]
        public void It_goes_with_what_was_seen_of_the_same_method_before_its_code_was_compiled_anew()
        {
            Frame vendor = new("Vendor", "Vendor.Client", "Export");
            IReadOnlyList<Frame> seen = On(Bcl("System.Threading.Thread", "Join"), vendor, User("Load", 41), s_execute);
            IReadOnlyList<Frame> assumed = On(vendor with { IsAssumed = true, CalledHere = s_assumed.CalledHere }, s_assumed, s_execute);
            Causes(new Case().WorkersOver(20, 60, 0, seen, assumed, assumed)).ShouldHaveSingleItem().Threads.ShouldBe(20);
        }

        [Fact]
        public void It_is_told_of_no_thread_that_works() =>
            new Case().Workers(3, On(s_assumed, s_execute), cpuSeconds: 2).Cpu(0.9).Queue(5, 0, 0, 0).Diagnose()
                .Busiest.ShouldAllBe(cause => !cause.Method.Contains("Load"));
    }

    public class FromItemToItem
    {
        private static readonly Frame s_runs = Bcl("System.Threading.ExecutionContext", "RunFromThreadPoolDispatchLoop");
        private static readonly Frame s_timer = Bcl("System.Threading.TimerQueueTimer", "Execute");
        private static readonly IReadOnlyList<Frame> s_seen = On(s_wait[0], User("Load", 41), s_timer);
        private static readonly IReadOnlyList<Frame> s_alone = On(s_runs, s_timer);
        private static readonly IReadOnlyList<Frame> s_many = On(Bcl("System.Threading.ExecutionContext", "RunInternal"), Bcl("System.Threading.TimerQueue", "FireNextTimers"));

        [Fact]
        public void A_worker_that_was_idle_in_between_does_not_block() =>
            Causes(new Case().WorkersOver(20, 60, 0, s_alone, Idle, s_many)).ShouldBeEmpty();

        [Fact]
        public void A_worker_that_uses_a_processor_does_not_block() =>
            new Case().WorkersOver(3, 60, 2, s_many, s_alone, s_many).Cpu(0.9).Queue(5, 0, 0, 0).Diagnose().Pool.BlockedWorkers.ShouldBe(0);

        [Fact]
        public void A_worker_that_sleeps_in_one_inlined_item_after_the_other_blocks()
        {
            Cause cause = Causes(new Case().WorkersOver(20, 60, 0, s_many, s_alone, s_many).WorkersOver(2, 60, 0, s_seen, s_alone, s_many)).ShouldHaveSingleItem();
            (cause.Id, cause.Method, cause.Line, cause.Threads, cause.Approximate).ShouldBe(("TPD004", "Shop.Orders.Load(int)", 41, 22, true));
        }
    }

    public class Loud
    {
        [Fact]
        public void A_wait_of_the_runtimes_own_has_no_frame_where_it_was_inlined_too()
        {
            IReadOnlyList<Frame> shown = On(Bcl("System.Threading.Thread", "Join"), User("Load", 41), s_execute);
            Causes(new Case().Workers(5, shown).Workers(20, On(s_execute))).ShouldHaveSingleItem().Threads.ShouldBe(25);
        }

        [Fact]
        public void All_of_a_wait_may_be_gone_together_with_what_the_item_called_on_the_way_to_it()
        {
            Frame runs = Bcl("System.Threading.ExecutionContext", "RunFromThreadPoolDispatchLoop");
            Frame list = Bcl("System.Linq.Enumerable", "ToList");
            IReadOnlyList<Frame> shown = On(s_wait[0], User("Load", 41), list, User("Run", 3), runs);
            Causes(new Case().Workers(19, shown).Workers(1, On(s_task, runs))).ShouldHaveSingleItem().Threads.ShouldBe(20);
        }

        [Fact]
        public void Workers_that_lost_the_method_are_counted_with_those_that_show_it()
        {
            PoolDiagnosis diagnosis = new Case().Workers(24, Shown("Load")).Workers(23, s_inlined).Queue(4, 90, 91, 92).Diagnose();
            Cause cause = diagnosis.Findings.SelectMany(finding => finding.Causes).ShouldHaveSingleItem();
            (cause.Id, cause.Method, cause.Line, cause.Threads, cause.Approximate, cause.Share)
                .ShouldBe(("TPD001", "Shop.Orders.Load(int)", 41, 47, true, 1));
            diagnosis.Summary.ShouldEndWith("mostly in Shop.Orders.Load(int).");
        }

        [Fact]
        public void A_callback_that_ends_with_the_item_may_be_gone_where_the_method_shows()
        {
            IReadOnlyList<Frame> shown = On([.. s_wait, s_result, User("Load", 41), User("Run", 3)]);
            Causes(new Case().Workers(2, shown).Workers(30, s_inlined)).ShouldHaveSingleItem().Threads.ShouldBe(32);
        }

        [Fact]
        public void How_deep_the_wait_was_inlined_is_no_matter() =>
            Causes(new Case().Workers(2, Shown("Load")).Workers(30, On([.. s_wait, s_result, s_execute])))
                .ShouldHaveSingleItem().Threads.ShouldBe(32);

        [Fact]
        public void A_task_that_ends_with_its_delegate_may_be_gone_where_what_runs_tasks_shows()
        {
            Frame runs = Bcl("System.Threading.ExecutionContext", "RunFromThreadPoolDispatchLoop");
            IReadOnlyList<Frame> shown = On([.. s_wait, s_result, User("Load", 41), User("Run", 3), runs]);
            Causes(new Case().Workers(2, shown).Workers(30, On([.. s_wait, s_task, runs]))).ShouldHaveSingleItem().Threads.ShouldBe(32);
        }

        [Fact]
        public void Timers_that_are_called_back_one_by_one_and_many_at_once_are_of_one_kind()
        {
            Frame[] read = [Bcl("System.Net.Sockets.SocketPal", "TryCompleteReceiveFrom"), Bcl("System.IO.Pipes.PipeStream", "ReadCore")];
            Frame run = Bcl("System.Threading.ExecutionContext", "RunInternal");
            IReadOnlyList<Frame> shown = On([.. read, User("Load", 41), run, Bcl("System.Threading.TimerQueueTimer", "Execute")]);
            IReadOnlyList<Frame> gone = On([.. read, run, Bcl("System.Threading.TimerQueue", "FireNextTimers")]);
            Causes(new Case().Workers(2, shown).Workers(3, gone)).ShouldHaveSingleItem().Threads.ShouldBe(5);
        }

        [Fact]
        public void The_headline_names_the_users_method_even_where_more_workers_show_only_dotnets() =>
            new Case().Workers(5, Shown("Load")).Workers(4, Shown("Save")).Workers(20, s_inlined).Queue(4, 90, 91, 92).Diagnose()
                .Summary.ShouldEndWith("mostly in Shop.Orders.Load(int).");

        [Fact]
        public void A_method_found_by_its_code_alone_is_one_cause_with_the_same_method_seen_on_stacks()
        {
            IReadOnlyList<Frame> concluded = On([.. s_wait, User("Load", 41) with { Approximate = true }, s_execute]);
            Causes(new Case().Workers(24, Shown("Load")).Workers(23, concluded)).ShouldHaveSingleItem().Threads.ShouldBe(47);
        }
    }

    private static IReadOnlyList<Cause> Causes(Case @case) =>
        [.. @case.Queue(4, 90, 91, 92).Diagnose().Findings.SelectMany(finding => finding.Causes)];
}
