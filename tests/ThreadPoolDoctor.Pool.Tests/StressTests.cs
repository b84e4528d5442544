using ThreadPoolDoctor.Stressing;

namespace ThreadPoolDoctor.Pool.Tests;

public class StressTests
{
    [Fact]
    public void Every_item_runs_exactly_once_under_random_load()
    {
        var stress = new Stress(Random.Shared.Next());
        stress.Run(long.MaxValue, TimeSpan.FromSeconds(5));
        stress.Items.ShouldBeGreaterThan(0);
        stress.Rescues.ShouldBe(0);
    }
}
