using ThreadPoolDoctor.Diagnosis.Evidence;
using ThreadPoolDoctor.Diagnosis.Frames;
using ThreadPoolDoctor.Diagnosis.Recordings;
using static ThreadPoolDoctor.Diagnosis.Tests.Case;

namespace ThreadPoolDoctor.Diagnosis.Tests.Evidence;

public class QueuersTests
{
    private static readonly Frame s_enqueue = Bcl("System.Threading.ThreadPoolWorkQueue", "Enqueue");

    private static IReadOnlyList<Queuer> Of(params QueuedStack[] stacks) =>
        Queuers.Of(new Case().Queue(1, 1, 1).Record() with { Queuers = stacks });

    [Fact]
    public void Without_a_sample_nobody_is_named() => Of().ShouldBeEmpty();

    [Fact]
    public void The_program_is_named_and_not_the_way_into_the_queue()
    {
        Queuer queuer = Of(new QueuedStack([s_enqueue, Bcl("System.Threading.Tasks.Task", "Run"), User("Accept", 21)], 9)).ShouldHaveSingleItem();
        queuer.Method.ShouldBe("Shop.Orders.Accept(int)");
        queuer.Line.ShouldBe(21);
        queuer.Share.ShouldBe(1);
    }

    [Fact]
    public void Most_items_come_first_and_one_place_is_told_once()
    {
        IReadOnlyList<Queuer> queuers = Of(
            new([s_enqueue, User("Accept", 21)], 10), new([s_enqueue, User("Poll", 40)], 30), new([s_enqueue, s_enqueue, User("Accept", 21)], 60));
        queuers.Select(queuer => (queuer.Method, queuer.Items, queuer.Share))
            .ShouldBe([("Shop.Orders.Accept(int)", 70, 0.7), ("Shop.Orders.Poll(int)", 30, 0.3)]);
    }

    [Fact]
    public void Where_the_program_is_not_on_the_stack_the_part_of_dotnet_is_named() => Of(
            new([s_enqueue, Bcl("System.Net.Sockets.SocketAsyncEngine", "EventLoop"), Bcl("System.Threading.Thread", "StartCallback")], 5),
            new([s_enqueue, Bcl("System.Threading.TimerQueue", "FireNextTimers"), Bcl("System.Threading.Thread", "StartCallback")], 2))
        .Select(queuer => queuer.Method)
        .ShouldBe(["System.Net.Sockets.SocketAsyncEngine.EventLoop", "System.Threading.TimerQueue.FireNextTimers"]);

    [Fact]
    public void No_frame_of_dotnet_that_runs_everything_is_named()
    {
        Frame dispatch = Bcl("System.Threading.ThreadPoolWorkQueue", "Dispatch"), start = Bcl("System.Threading.Thread", "StartCallback");
        Of(
            new([s_enqueue, Bcl("System.Threading.Tasks.Task", "RunContinuations"), dispatch, start], 5),
            new([s_enqueue, Bcl("System.Threading.ThreadPool", "QueueUserWorkItem"), start], 2))
        .Select(queuer => (queuer.Method, queuer.Line))
        .ShouldBe([("a work item whose method was inlined", null), ("a thread whose method was inlined", null)]);
    }
}
