using System.Diagnostics;

namespace ThreadPoolDoctor.Pool.Tests;

public class ExceptionTests
{
    [Fact]
    public async Task A_handler_gets_what_an_item_throws_and_the_worker_goes_on()
    {
        List<Exception> seen = [];
        using var pool = new WorkPool(new WorkPoolOptions { Processors = 1, MaximumWorkers = 1, UnhandledException = seen.Add });
        int ran = 0;
        for (int i = 0; i < 100; i++)
        {
            int number = i;
            pool.UnsafeQueue(() =>
            {
                ran++;
                if (number % 10 == 0)
                {
                    throw new InvalidOperationException(number.ToString());
                }
            });
        }
        await pool.DrainAsync().WaitAsync(Patience.Limit);
        ran.ShouldBe(100);
        seen.Select(static e => e.Message).ShouldBe(["0", "10", "20", "30", "40", "50", "60", "70", "80", "90"]);
        pool.GetStatistics().CompletedItems.ShouldBe(100);
    }
}
