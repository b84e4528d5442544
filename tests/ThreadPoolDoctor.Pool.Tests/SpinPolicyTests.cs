namespace ThreadPoolDoctor.Pool.Tests;

public class SpinPolicyTests
{
    private const string V2 = "/sys/fs/cgroup/cpu.max";
    private const string V1Quota = "/sys/fs/cgroup/cpu/cpu.cfs_quota_us";
    private const string V1Period = "/sys/fs/cgroup/cpu/cpu.cfs_period_us";

    [Theory]
    [InlineData("150000 100000\n", 1.5)]
    [InlineData("400000 100000", 4.0)]
    [InlineData("50000 100000\n", 0.5)]
    [InlineData("max 100000\n", null)]
    [InlineData("", null)]
    [InlineData("100000", null)]
    [InlineData("a b", null)]
    [InlineData("100000 0", null)]
    [InlineData("0 100000", null)]
    [InlineData("-5 100000", null)]
    [InlineData("99999999999999999999 100000", null)]
    [InlineData("100000 100000 100000", null)]
    [InlineData(null, null)]
    public void The_quota_of_cgroup_v2_is_read(string? text, double? quota) => SpinPolicy.ParseV2(text).ShouldBe(quota);

    [Theory]
    [InlineData("150000\n", "100000\n", 1.5)]
    [InlineData("-1\n", "100000\n", null)]
    [InlineData("", "", null)]
    [InlineData("x", "100000", null)]
    [InlineData("100000", "0", null)]
    [InlineData("100000", null, null)]
    [InlineData(null, "100000", null)]
    public void The_quota_of_cgroup_v1_is_read(string? quota, string? period, double? expected) =>
        SpinPolicy.ParseV1(quota, period).ShouldBe(expected);

    [Fact]
    public void Version_two_is_asked_first_then_one_and_without_either_all_processors_count()
    {
        Quota([]).ShouldBe(8);
        Quota(new() { [V2] = "200000 100000", [V1Quota] = "100000", [V1Period] = "100000" }).ShouldBe(2);
        Quota(new() { [V1Quota] = "300000", [V1Period] = "100000" }).ShouldBe(3);
        Quota(new() { [V2] = "max 100000" }).ShouldBe(8);
        Quota(new() { [V2] = "nonsense", [V1Quota] = "-1", [V1Period] = "100000" }).ShouldBe(8);
    }

    [Fact]
    public void Nobody_spins_on_one_processor_or_under_a_smaller_quota()
    {
        SpinPolicy.Rounds(1, 8).ShouldBe(0);
        SpinPolicy.Rounds(4, 3.5).ShouldBe(0);
        SpinPolicy.Rounds(4, 4).ShouldBeGreaterThan(0);
    }

    [Theory]
    [InlineData(1, 1)]
    [InlineData(2, 2)]
    [InlineData(3, 2)]
    [InlineData(4, 2)]
    [InlineData(9, 5)]
    [InlineData(64, 32)]
    public void Half_of_the_workers_may_search_and_two_of_two(int processors, int searchers) =>
        SpinPolicy.Searchers(processors).ShouldBe(searchers);

    private static double Quota(Dictionary<string, string> files) =>
        SpinPolicy.Quota(path => files.GetValueOrDefault(path), processors: 8);
}
