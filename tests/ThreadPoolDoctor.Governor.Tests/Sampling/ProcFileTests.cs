using System.Globalization;
using System.Runtime.InteropServices;
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

    [Theory]
    [InlineData("")]
    [InlineData("running")]
    [InlineData("-1 0x7ffe77b90388 0x7facad8d52ad")]
    [InlineData("0 0x3 0x7facad759000 0x20000 0x7facad7ecb60 0x0 0x0 0x7ffe77b90388 0x7facad8d52ad")]
    [InlineData("{0} 0x7f10 0x89 0x0 0x7f0fc5a0 0x0 0xffffffff 0x7f0fc580 0x7f11")]
    [InlineData("{0} 0x7f10 0x81 0x1 0x0 0x0 0x0 0x7f0fc580 0x7f11")]
    [InlineData("{0} 0x7f10 0x189 0x0")]
    [InlineData("{0} 1 2 3 0 5")]
    public void What_is_no_wait_without_a_limit_is_none(string call) =>
        ProcFile.WaitsWithoutLimit(Encoding.ASCII.GetBytes(Futex(call))).ShouldBeFalse();

    [Theory]
    [InlineData("{0} 0x7f10 0x189 0x0 0x0 0x0 0xffffffff 0x7f0fc580 0x7f11\n")]
    [InlineData("{0} 0x7f10 0x80 0x2 0x0 0x0 0x0 0x7f0fc580 0x7f11\n")]
    public void A_futex_that_is_waited_for_without_a_time_out_is_a_wait_without_a_limit(string call) =>
        ProcFile.WaitsWithoutLimit(Encoding.ASCII.GetBytes(Futex(call))).ShouldBeTrue();

    [Theory]
    [InlineData("")]
    [InlineData("running")]
    [InlineData("-1 0x7ffe77b90388 0x7facad8d52ad")]
    [InlineData("{0} 0x7f10 0x189 0x0 0x0 0x0 0xffffffff 0x7f0fc580 0x7f11")]
    [InlineData("{0} 0x7f10 0x81 0x1 0x7f0fc5a0 0x0 0x0 0x7f0fc580 0x7f11")]
    public void A_thread_that_runs_or_waits_for_another_one_does_not_wait_independently(string call) =>
        ProcFile.WaitsIndependently(Encoding.ASCII.GetBytes(Futex(call))).ShouldBeFalse();

    [Theory]
    [InlineData("0 0x3 0x7facad759000 0x20000 0x7facad7ecb60 0x0 0x0 0x7ffe77b90388 0x7facad8d52ad")]
    [InlineData("47 0x3 0x7facad759000 0x0")]
    [InlineData("{0} 0x7f10 0x89 0x0 0x7f0fc5a0 0x0 0xffffffff 0x7f0fc580 0x7f11")]
    public void A_thread_in_another_call_or_with_a_time_out_waits_independently(string call) =>
        ProcFile.WaitsIndependently(Encoding.ASCII.GetBytes(Futex(call))).ShouldBeTrue();

    /// <summary>The number of the system call differs.</summary>
    private static string Futex(string call) =>
        string.Format(CultureInfo.InvariantCulture, call, RuntimeInformation.ProcessArchitecture == Architecture.Arm64 ? 98 : 202);

    [Fact]
    public void Numbers_are_found_by_their_key()
    {
        ProcFile.Number("MemFree: 1 kB\nMemAvailable:   23456 kB\n"u8, "MemAvailable:"u8).ShouldBe(23_456);
        ProcFile.Number("MemFree: 1 kB\n"u8, "MemAvailable:"u8).ShouldBeNull();
        ProcFile.Number("MemAvailable: none"u8, "MemAvailable:"u8).ShouldBeNull();
    }

    [Theory]
    [InlineData("0::/app/web\n", "0::", "/app/web")]
    [InlineData("0::/\n", "0::", "")]
    [InlineData("5:cpu:/x\n4:memory:/pod/one\n0::/\n", ":memory:", "/pod/one")]
    [InlineData("", "0::", "")]
    public void The_path_of_a_control_group_is_found(string groups, string mark, string path) =>
        ControlGroup.PathOf(groups, mark).ShouldBe(path);
}
