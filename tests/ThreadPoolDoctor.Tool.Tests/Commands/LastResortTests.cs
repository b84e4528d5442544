using ThreadPoolDoctor.Tool.Commands;

namespace ThreadPoolDoctor.Tool.Tests.Commands;

/// <summary>What ends a command that stands still.</summary>
public class LastResortTests
{
    [Fact]
    public void A_command_that_ends_in_time_is_left_alone()
    {
        int ended = 0;
        new LastResort(TimeSpan.FromHours(1), () => ended++).Dispose();
        ended.ShouldBe(0);
    }

    [Fact]
    public void A_command_that_stands_still_is_ended()
    {
        using ManualResetEventSlim ended = new();
        using LastResort resort = new(TimeSpan.FromMilliseconds(10), ended.Set);
        ended.Wait(TimeSpan.FromSeconds(30)).ShouldBeTrue();
    }
}
