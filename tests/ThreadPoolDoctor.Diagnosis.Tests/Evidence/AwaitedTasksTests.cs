using ThreadPoolDoctor.Diagnosis.Evidence;
using ThreadPoolDoctor.Diagnosis.Frames;
using ThreadPoolDoctor.Diagnosis.Reports;
using static ThreadPoolDoctor.Diagnosis.Tests.Case;

namespace ThreadPoolDoctor.Diagnosis.Tests.Evidence;

/// <summary>What workers wait for that block on tasks: when nothing is told, then what is.</summary>
public class AwaitedTasksTests
{
    private static IReadOnlyList<Frame> WaitingFor(string? taskOf, string? completedBy = null) => On(
        Bcl("System.Threading.Tasks.Task`1", "get_Result"),
        User("Load") with { Waits = taskOf is null ? null : new() { TaskOf = taskOf, CompletedBy = completedBy } });

    private static IReadOnlyList<AwaitedTask> Of(Case @case) => @case.Queue(1, 40, 40, 40).Diagnose().Awaited;

    [Fact]
    public void Workers_that_do_not_wait_for_tasks_wait_for_no_method() => Of(new Case().Workers(3, Sleeping)).ShouldBeEmpty();

    [Fact]
    public void A_task_whose_origin_the_code_does_not_tell_is_not_told() => Of(new Case().Workers(3, WaitingFor(null))).ShouldBeEmpty();

    [Fact]
    public void What_several_things_may_complete_needs_nobody_knows_what()
    {
        AwaitedTask task = Of(new Case().Workers(3, WaitingFor("Shop.A()", "System.Threading.Tasks.Task.Delay\nShop.Other.Thing"))).ShouldHaveSingleItem();
        (task.Completion, task.NeedsWorker).ShouldBe((Completion.Unknown, null));
    }

    [Fact]
    public void A_stuck_pool_whose_tasks_may_complete_elsewhere_is_not_said_to_wait_for_itself() =>
        The("TPD107", new Case().Workers(8, WaitingFor("Shop.A()", "System.Threading.Channels.ChannelReader`1.ReadAsync")).Queue(0, 4, 4, 4))
            .Evidence.ShouldEndWith("If they wait for one another, this is a deadlock.");

    [Theory]
    [InlineData("System.Threading.Tasks.Task.Run", Completion.WorkItem)]
    [InlineData("System.Threading.Tasks.TaskFactory.StartNew", Completion.WorkItem)]
    [InlineData("System.Threading.Tasks.Task.Delay", Completion.Timer)]
    [InlineData("System.Threading.PeriodicTimer.WaitForNextTickAsync", Completion.Timer)]
    [InlineData("System.Net.Http.HttpClient.GetAsync", Completion.InputOutput)]
    [InlineData("System.Data.Common.DbCommand.ExecuteReaderAsync", Completion.InputOutput)]
    [InlineData("System.Threading.SemaphoreSlim.WaitAsync", Completion.OtherCode)]
    [InlineData("System.Threading.Tasks.TaskCompletionSource`1.get_Task", Completion.OtherCode)]
    [InlineData("System.IO.Pipelines.Pipe.get_Reader", Completion.Unknown)]
    [InlineData("Shop.Store.LoadAsync", Completion.Unknown)]
    public void What_completes_a_task_is_told_by_what_is_awaited_at_last(string called, Completion completion) =>
        AwaitedTasks.CompletionOf(called).ShouldBe(completion);

    [Fact]
    public void The_methods_are_told_with_most_workers_first_and_what_they_need()
    {
        PoolDiagnosis diagnosis = new Case()
            .Workers(2, WaitingFor("Shop.A()", "System.Threading.SemaphoreSlim.WaitAsync"))
            .Workers(5, WaitingFor("Shop.Outer(int)\nShop.Inner(int)", "System.Threading.Tasks.Task.Delay"))
            .Queue(1, 40, 40, 40).Diagnose();
        diagnosis.Awaited.Select(task => (task.Method, task.Workers, task.NeedsWorker)).ShouldBe([("Shop.Outer(int)", 5, true), ("Shop.A()", 2, null)]);
        TextReport.Plain(diagnosis).ShouldContain(
            "  waits       5 workers for Shop.Outer(int), which awaits Shop.Inner(int), which awaits System.Threading.Tasks.Task.Delay:"
            + " a timer, whose callback needs a worker, and 40 work items wait for one\n"
            + "  waits       2 workers for Shop.A(), which awaits System.Threading.SemaphoreSlim.WaitAsync: other code has to release or set it\n");
    }

    [Fact]
    public void A_stuck_pool_whose_tasks_all_need_a_worker_waits_for_itself() =>
        The("TPD107", new Case().Workers(8, WaitingFor("Shop.A()", "System.Threading.Tasks.Task.Run")).Queue(0, 4, 4, 4))
            .Evidence.ShouldEndWith("needs a worker itself, and there is none: the pool waits for itself.");
}
