using System.Text;
using ThreadPoolDoctor.Governor.Sampling;

namespace ThreadPoolDoctor.Governor.Tests.Sampling;

/// <summary>What the files of /proc and of control groups say.</summary>
public class ProcFileTests
{
    [Theory]
    [InlineData("")]
    [InlineData("12")]
    [InlineData("x y z")]
    public void A_schedstat_that_says_nothing_is_none(string text) =>
        ProcFile.TryParseSchedStat(Encoding.ASCII.GetBytes(text), out _, out _).ShouldBeFalse();

    [Fact]
    public void A_schedstat_tells_of_running_and_waiting()
    {
        ProcFile.TryParseSchedStat("123456 789 42\n"u8, out long ran, out long waited).ShouldBeTrue();
        (ran, waited).ShouldBe((123_456, 789));
    }

    [Theory]
    [InlineData("17 (.NET TP Worker) S 1 1", 'S')]
    [InlineData("17 (a) R (b) R 1 1", 'R')]
    [InlineData("17 (cut", '?')]
    [InlineData("", '?')]
    public void The_state_follows_the_last_bracket(string stat, char state) =>
        ProcFile.State(Encoding.ASCII.GetBytes(stat)).ShouldBe(state);

    [Fact]
    public void Numbers_are_found_by_their_key()
    {
        ProcFile.Number("MemFree: 1 kB\nMemAvailable:   23456 kB\n", "MemAvailable:").ShouldBe(23_456);
        ProcFile.Number("MemFree: 1 kB\n", "MemAvailable:").ShouldBeNull();
        ProcFile.Number("MemAvailable: none", "MemAvailable:").ShouldBeNull();
    }

    [Theory]
    [InlineData("0::/app/web\n", "0::", "/app/web")]
    [InlineData("0::/\n", "0::", "")]
    [InlineData("5:cpu:/x\n4:memory:/pod/one\n0::/\n", ":memory:", "/pod/one")]
    [InlineData("", "0::", "")]
    public void The_path_of_a_control_group_is_found(string groups, string mark, string path) =>
        ControlGroup.PathOf(groups, mark).ShouldBe(path);
}
