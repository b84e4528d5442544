namespace ThreadPoolDoctor.Pool.Tests.Queues;

/// <summary>
/// What a worker claims with an item that blocks is hidden until the monitor looks, and others begin all that is newer
/// meanwhile: beside other programs one of a crowd of four hundred began half a second after what was queued later.
/// </summary>
public class ClaimSizeTests
{
    private readonly Pool.Lanes _lanes = new(null, null, 4);
    private readonly WorkerItems _items;

    public ClaimSizeTests()
    {
        var crew = new Crew("Claims", new WorkPoolOptions { Processors = 1 }, _lanes, 4) { Watch = new NoWatch() };
        // It is awake: the others would be told of what waits.
        crew.Sleep.TryPopIdle();
        _items = crew.Workers[0].Items;
        for (int i = 0; i < 4 * Block.Size; i++) _lanes.Enqueue(new WorkItem(this, ItemKind.Plain), WorkLane.Normal);
    }

    [Fact]
    public void A_new_worker_claims_one_item_and_twice_as_many_each_time()
    {
        Claims(5).ShouldBe([1, 2, 4, 8, 16]);
    }

    [Fact]
    public void A_worker_whose_item_blocked_claims_one_item()
    {
        Claims(5).ShouldBe([1, 2, 4, 8, 16]);
        _items.LoseCredit();
        Claims(3).ShouldBe([1, 2, 4]);
    }

    private int[] Claims(int count) => [.. Enumerable.Range(0, count).Select(_ => Claim())];

    private int Claim()
    {
        _items.Range.IsEmpty.ShouldBeTrue();
        _items.TryNext(out _).ShouldBeTrue();
        int claimed = 1 + _items.Range.Count;
        while (!_items.Range.IsEmpty) _items.TryNext(out _).ShouldBeTrue();
        return claimed;
    }
}
