using System.Diagnostics;

namespace ThreadPoolDoctor.Pool.Adversary.Tests;

/// <summary>By how much items began after those that the same thread had queued later.</summary>
public class QueueOrderTests
{
    [Theory]
    [InlineData("queue 2 queue 2")]
    [InlineData("queue 2 local queue 2 flow")]
    [InlineData("crowd 2 yields 2 1us 1ms")]
    public void An_item_is_overtaken_across_steps_too(string program) =>
        Overtaken(program, [10, 250], [20, 30]).ShouldBe([230, 10]);

    [Theory]
    [InlineData("queue 2 low queue 2")]
    [InlineData("timer 5ms queue 2")]
    [InlineData("cancel 2 queue 2")]
    public void Items_that_go_elsewhere_are_not_overtaken(string program) =>
        Overtaken(program, [10, 250], [20, 30]).ShouldBe([0, 10]);

    [Fact]
    public void An_item_that_never_began_overtakes_nobody() => Overtaken("queue 3 queue 2", [10, 20, 0], [30, 40]).ShouldBe([0, 10]);

    /// <summary>The last step's items are queued in order and begin in turn, 10 ms too late for the first.</summary>
    private static double[] Overtaken(string program, double[] first, double[] last)
    {
        (last[0], last[1]) = (last[1], last[0]);
        List<Node> all = [];
        Node[] top = Node.Of(PoolProgram.Parse(program).Steps, all);
        int queued = 0;
        foreach ((Node node, double[] begun) in top.Zip([first, last]))
        {
            node.Add([.. begun.Select(b => Record(++queued, b))]);
        }
        Dictionary<Node, double> overtaken = QueueOrder.Overtaken(top);
        return [.. top.Select(n => Math.Round(overtaken.GetValueOrDefault(n), 3))];
    }

    private static ItemRecord Record(int queued, double begun)
    {
        var record = new ItemRecord();
        record.Wait(queued);
        if (begun > 0) record.TryBegin((long)(begun * Stopwatch.Frequency / 1000));
        return record;
    }
}
