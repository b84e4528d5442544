namespace ThreadPoolDoctor.Pool.Tests.Queues;

/// <summary>Several producers and one queue of blocks: whose items come first.</summary>
public class ProducersTests : IDisposable
{
    private const int Flood = 20 * Block.Size, Blocks = Flood / Block.Size;

    private readonly BlockWorkQueue _queue = new();
    private readonly ManualResetEventSlim _end = new();
    private readonly List<Thread> _producers = [];

    private void Enqueue(string name, int count)
    {
        for (int i = 0; i < count; i++) _queue.Enqueue(new WorkItem(name, i));
    }

    // Ended threads leave their inlets to the next producer.
    private void Produce(string name, int count)
    {
        using var done = new ManualResetEventSlim();
        var thread = new Thread(() =>
        {
            Enqueue(name, count);
            done.Set();
            _end.Wait();
        });
        _producers.Add(thread);
        thread.Start();
        done.Wait();
    }

    public void Dispose()
    {
        _end.Set();
        _producers.ForEach(static t => t.Join());
    }

    /// <summary>Claims all, and tells whose items came in which order.</summary>
    private List<(string Name, int Count)> ClaimAll()
    {
        ClaimTurn turn = default;
        List<(string, int)> claims = [];
        while (_queue.TryClaim(ref turn, Block.Size, out Block block, out int from, out int count))
        {
            claims.Add(((string)block.Read(from).Target!, count));
            block.Finish(from, count);
        }
        return claims;
    }

    [Fact]
    public void One_producer_alone_is_claimed_by_whole_blocks()
    {
        Produce("one", Flood);
        ClaimAll().ShouldAllBe(static c => c.Count == Block.Size);
    }

    [Fact]
    public void What_is_queued_later_holds_up_older_items_by_a_few_for_each_block()
    {
        Produce("old", Flood);
        Produce("new", Flood);
        Produce("newer", Flood);
        List<(string Name, int Count)> claims = ClaimAll();
        int last = claims.FindLastIndex(static c => c.Name == "old");
        claims.Take(last).Where(static c => c.Name != "old").Sum(static c => c.Count)
            .ShouldBeInRange(1, 8 * (Blocks + 1));
    }

    [Fact]
    public void A_lone_item_does_not_wait_for_the_flood_of_another_producer()
    {
        Produce("flood", Flood);
        Produce("lone", 1);
        ClaimAll().FindIndex(static c => c.Name == "lone").ShouldBeLessThan(3);
    }

    [Fact]
    public void What_waits_longest_is_claimed_first_whichever_block_was_opened_first()
    {
        using var turn = new Barrier(2);
        var one = new Thread(() =>
        {
            Enqueue("one", 10);
            turn.SignalAndWait();
            turn.SignalAndWait();
            Enqueue("one", 10);
        });
        one.Start();
        turn.SignalAndWait();
        QueueClock.Tick();
        Produce("two", 10);
        QueueClock.Tick();
        turn.SignalAndWait();
        one.Join();
        ClaimAll().ShouldBe([("one", 10), ("two", 10), ("one", 10)]);
    }

    [Fact]
    public void What_is_older_than_all_else_is_claimed_at_once()
    {
        Produce("one", 100);
        Produce("two", 10);
        Produce("three", 1);
        ClaimAll().Count.ShouldBe(3);
    }

    [Fact]
    public void What_is_taken_one_by_one_comes_from_every_producer()
    {
        Produce("old", 100);
        Produce("new", 100);
        List<string> names = [];
        while (_queue.TryDequeue(out WorkItem item)) names.Add((string)item.Target!);
        names.Take(10).Distinct().Count().ShouldBe(2);
        names.Count.ShouldBe(200);
    }
}
