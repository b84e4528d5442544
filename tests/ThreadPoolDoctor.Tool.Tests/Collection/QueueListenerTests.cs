using Microsoft.Diagnostics.NETCore.Client;
using ThreadPoolDoctor.Diagnosis.Frames;
using ThreadPoolDoctor.Diagnosis.Recordings;
using ThreadPoolDoctor.Tool.Collection;
using ThreadPoolDoctor.Tool.Collection.Queues;
using ThreadPoolDoctor.Tool.Collection.Symbols;

namespace ThreadPoolDoctor.Tool.Tests.Collection;

/// <summary>The pool's events of this very process.</summary>
public class QueueListenerTests
{
    private static readonly TimeSpan s_limit = TimeSpan.FromSeconds(60);

    [Fact]
    public void Items_are_followed_from_the_queue_to_a_worker_within_the_budget()
    {
        QueueListener listener = new(new Clock(), budget: 200);
        listener.Begin();
        Listen(listener.Listen, stacks: false, () => listener.BudgetSpent);
        listener.End(at: 1e6);

        listener.Items.Count(item => item.Started).ShouldBeGreaterThan(20);
        listener.Items.ShouldAllBe(item => item.SeenUntil >= item.QueuedAt);
        listener.Items.Where(item => !item.Started).ShouldAllBe(item => item.SeenUntil == 1e6);
        listener.Items.Count.ShouldBeLessThanOrEqualTo(200);
    }

    [Fact]
    public void Whoever_queues_is_counted_by_stack()
    {
        QueuerSample sample = new();
        FrameResolver resolver = new(Environment.ProcessId);
        Listen(source => { resolver.Listen(source); sample.Listen(source); }, stacks: true, () => sample.Events > 100);
        resolver.Settle();

        IReadOnlyList<QueuedStack> queuers = sample.Read(resolver);
        queuers.ShouldContain(queued => queued.Stack.Any(Queues), string.Join('\n', queuers.SelectMany(queued => queued.Stack)));
    }

    private static bool Queues(Frame frame) => frame.DisplayName.Contains(nameof(QueueUntil), StringComparison.Ordinal);

    private static void Listen(Action<Microsoft.Diagnostics.Tracing.EventPipeEventSource> listen, bool stacks, Func<bool> enough)
    {
        DiagnosticsClient client = new(Environment.ProcessId);
        SessionPlan plan = new("queue", QueueListener.Providers, stacks, stacks ? Rundown.NamesAndLines : 0);
        using LiveSession session = LiveSession.Open(client, plan, listen);
        QueueUntil(enough).ShouldBeTrue("The process sent too little.");
        session.Stop(s_limit).ShouldBeTrue("The stream did not end.");
    }

    private static bool QueueUntil(Func<bool> enough) => SpinWait.SpinUntil(
        () =>
        {
            using ManualResetEventSlim ran = new();
            ThreadPool.QueueUserWorkItem(static ran => ran.Set(), ran, preferLocal: false);
            ran.Wait(s_limit);
            return enough();
        },
        s_limit);
}
