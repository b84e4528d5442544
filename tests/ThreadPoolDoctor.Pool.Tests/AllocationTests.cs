using ThreadPoolDoctor.Allocating;

namespace ThreadPoolDoctor.Pool.Tests;

/// <summary>
/// What queueing allocates. No listener of another test may hear of each item meanwhile: telling him allocates.
/// </summary>
[Collection(Name)]
[CollectionDefinition(Name)]
public class AllocationTests
{
    public const string Name = "events of items";

    public static TheoryData<string> Names => [.. Allocations.Forms.Select(static f => f.Name)];

    [Theory]
    [MemberData(nameof(Names))]
    public void Queueing_allocates_at_most_what_ThreadPool_does(string name)
    {
        Allocations.Form form = Allocations.Forms.Single(f => f.Name == name);
        (double ours, double theirs) = Allocations.Measure(form);
        ours.ShouldBeLessThanOrEqualTo(form.MustBeZero ? 0 : theirs);
    }

    [Fact]
    public void The_cheap_forms_allocate_nothing()
    {
        using var pool = new WorkPool();
        int ran = 0;
        var item = new Item(() => Interlocked.Increment(ref ran));
        WaitCallback callback = _ => Interlocked.Increment(ref ran);
        Action<string> typed = _ => Interlocked.Increment(ref ran);
        Action action = () => Interlocked.Increment(ref ran);
        // All on this thread, whose inlet keeps more blocks than a round fills; the first rounds make them.
        long least = long.MaxValue;
        for (int round = 0; round < 20 && least > 0; round++)
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            for (int i = 0; i < 200; i++)
            {
                pool.UnsafeQueue(item);
                pool.UnsafeQueue(callback, "state");
                pool.UnsafeQueue(typed, "state");
                pool.UnsafeQueue(action);
                pool.Queue(callback, "state");
            }
            least = Math.Min(least, GC.GetAllocatedBytesForCurrentThread() - before);
            int all = 1000 * (round + 1);
            Patience.Until(() => Volatile.Read(ref ran) == all);
        }
        least.ShouldBe(0);
    }

    private sealed class Item(Action run) : IThreadPoolWorkItem
    {
        public void Execute() => run();
    }
}
