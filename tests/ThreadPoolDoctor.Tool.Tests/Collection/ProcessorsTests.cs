using ThreadPoolDoctor.Diagnosis.Recordings;
using ThreadPoolDoctor.Tool.Collection;

namespace ThreadPoolDoctor.Tool.Tests.Collection;

/// <summary>Processors of a process in made-up files of /proc and of both versions of control groups.</summary>
public class ProcessorsTests
{
    private const int Process = 812;
    private const string Unified = "30 20 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate";
    private const string Cpu = "32 31 0:29 / /sys/fs/cgroup/cpu,cpuacct rw,relatime - cgroup cgroup rw,cpu,cpuacct";
    private const string Memory = "35 31 0:32 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory";

    private readonly Dictionary<string, string> _files = new()
    {
        [$"/proc/{Process}/status"] = "Name:\tshop\nCpus_allowed:\tff\n",
        [$"/proc/{Process}/environ"] = "PATH=/bin\0HOME=/\0",
    };

    private string? Read(string path) => _files.GetValueOrDefault(path);

    private ProcessorsTests Groups(string mountInfo, string groups)
    {
        (_files["/proc/self/mountinfo"], _files[$"/proc/{Process}/cgroup"]) = (mountInfo, groups);
        return this;
    }

    private ProcessorsTests With(string path, string text)
    {
        _files[path] = text;
        return this;
    }

    private (int Counted, double Limit) Count() => (Processors.Of(Process, Read), Processors.LimitOf(Process, Read));

    [Fact]
    public void Without_a_quota_affinity_alone_counts() => Groups(Unified, "0::/shop\n").Count().ShouldBe((8, 8));

    [Fact]
    public void The_word_max_is_no_quota() =>
        Groups(Unified, "0::/shop\n").With("/sys/fs/cgroup/shop/cpu.max", "max 100000\n").Count().ShouldBe((8, 8));

    [Fact]
    public void Minus_one_is_no_quota() =>
        Groups(Cpu, "1:cpu,cpuacct:/shop\n").With("/sys/fs/cgroup/cpu,cpuacct/shop/cpu.cfs_quota_us", "-1\n")
            .With("/sys/fs/cgroup/cpu,cpuacct/shop/cpu.cfs_period_us", "100000\n").Count().ShouldBe((8, 8));

    [Fact]
    public void A_quota_of_version_2_is_a_fraction_which_the_runtime_rounds_up() =>
        Groups(Unified, "0::/shop\n").With("/sys/fs/cgroup/shop/cpu.max", "50000 100000\n").Count().ShouldBe((1, 0.5));

    [Fact]
    public void A_quota_of_version_1_is_read_where_its_controller_is_mounted() =>
        Groups(Memory + "\n" + Cpu + "\n" + Unified, "4:memory:/other\n1:cpu,cpuacct:/shop\n0::/\n")
            .With("/sys/fs/cgroup/cpu,cpuacct/shop/cpu.cfs_quota_us", "150000\n")
            .With("/sys/fs/cgroup/cpu,cpuacct/shop/cpu.cfs_period_us", "100000\n").Count().ShouldBe((2, 1.5));

    [Fact]
    public void The_smallest_quota_of_all_groups_above_holds() =>
        Groups(Unified, "0::/slice/shop\n").With("/sys/fs/cgroup/slice/shop/cpu.max", "400000 100000\n")
            .With("/sys/fs/cgroup/slice/cpu.max", "250000 100000\n").Count().ShouldBe((3, 2.5));

    [Fact]
    public void A_container_sees_its_own_group_mounted_though_it_is_named_from_outside() =>
        Groups(Cpu.Replace(" / /sys", " /docker/4f /sys"), "1:cpu,cpuacct:/docker/4f/shop\n")
            .With("/sys/fs/cgroup/cpu,cpuacct/shop/cpu.cfs_quota_us", "50000")
            .With("/sys/fs/cgroup/cpu,cpuacct/shop/cpu.cfs_period_us", "100000").Count().ShouldBe((1, 0.5));

    [Fact]
    public void Affinity_below_the_quota_holds() =>
        Groups(Unified, "0::/shop\n").With($"/proc/{Process}/status", "Cpus_allowed:\t1\n")
            .With("/sys/fs/cgroup/shop/cpu.max", "150000 100000\n").Count().ShouldBe((1, 1));

    [Fact]
    public void A_forced_count_changes_what_the_runtime_counts_and_not_what_there_is() =>
        Groups(Unified, "0::/shop\n").With($"/proc/{Process}/environ", "A=1\0DOTNET_PROCESSOR_COUNT=16\0").Count().ShouldBe((16, 8));

    [Theory]
    [InlineData("DOTNET_PROCESSOR_COUNT=0")]
    [InlineData("DOTNET_PROCESSOR_COUNT=many")]
    [InlineData("DOTNET_PROCESSOR_COUNT=65536")]
    [InlineData("XDOTNET_PROCESSOR_COUNT=3")]
    public void A_count_that_the_runtime_would_not_take_is_not_taken(string variable) =>
        Processors.Forced(variable + "\0").ShouldBeNull();

    [Theory]
    [InlineData("")]
    [InlineData("x")]
    [InlineData("0 0")]
    [InlineData("-5 100000")]
    [InlineData("1e9 1")]
    [InlineData("50000 100000 7")]
    public void What_is_no_quota_is_none(string text) => ControlGroups.ParseQuota(text).ShouldBeNull();

    [Fact]
    public void Throttling_is_that_of_the_group_whose_quota_holds()
    {
        Groups(Unified, "0::/slice/shop\n").With("/sys/fs/cgroup/slice/cpu.max", "50000 100000\n")
            .With("/sys/fs/cgroup/slice/cpu.stat", "usage_usec 1\nnr_periods 50\nnr_throttled 38\nthrottled_usec 9\n")
            .With("/sys/fs/cgroup/slice/shop/cpu.stat", "nr_periods 0\nnr_throttled 0\n");
        new ControlGroups(Process, Read).Throttling().ShouldBe(new CpuThrottling(50, 38));
    }

    [Fact]
    public void Throttling_during_a_look_is_the_difference()
    {
        Processors.Throttled(new(50, 38), new(80, 60)).ShouldBe(new CpuThrottling(30, 22));
        Processors.Throttled(null, new(80, 60)).ShouldBeNull();
        Processors.Throttled(new(50, 38), new(3, 1)).ShouldBeNull();
    }
}
