using ThreadPoolDoctor.Tool.Collection;

namespace ThreadPoolDoctor.Tool.Tests.Collection;

/// <summary>How much the runtime may hold back for the names of methods, by made-up control groups.</summary>
public class TargetMemoryTests
{
    private const long Megabyte = 1 << 20;
    private readonly Dictionary<string, string> _files = new()
    {
        ["/proc/self/mountinfo"] = """
            30 20 0:26 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw,nsdelegate
            35 31 0:32 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory
            """,
    };

    [Fact]
    public void Without_any_limit_there_is_room_for_the_names_of_a_giant() => Buffer().ShouldBe(256);

    [Fact]
    public void A_machine_that_is_short_of_memory_limits_it()
    {
        _files["/proc/meminfo"] = "MemTotal:       24000000 kB\nMemAvailable:     400000 kB\n";
        Buffer().ShouldBe(97);
    }

    [Fact]
    public void The_tightest_of_the_nested_groups_counts()
    {
        _files["/proc/7/cgroup"] = "0::/kube/pod/shop\n";
        Group("/sys/fs/cgroup/kube", max: 8_000 * Megabyte, current: 100 * Megabyte);
        Group("/sys/fs/cgroup/kube/pod", max: 512 * Megabyte, current: 400 * Megabyte);
        _files["/sys/fs/cgroup/kube/pod/shop/memory.max"] = "max\n";
        _files["/sys/fs/cgroup/kube/pod/shop/memory.current"] = "1000\n";
        Buffer().ShouldBe(28);
    }

    [Fact]
    public void Pages_that_would_be_given_up_are_not_used()
    {
        _files["/proc/7/cgroup"] = "0::/shop\n";
        Group("/sys/fs/cgroup/shop", max: 512 * Megabyte, current: 500 * Megabyte);
        _files["/sys/fs/cgroup/shop/memory.stat"] = $"anon 1\ninactive_file {300 * Megabyte}\nfile 2\n";
        Buffer().ShouldBe(78);
    }

    [Fact]
    public void Groups_of_version_1_count_too()
    {
        _files["/proc/7/cgroup"] = "12:cpu,cpuacct:/a\n7:memory:/docker/abc\n0::/\n";
        _files["/sys/fs/cgroup/memory/docker/abc/memory.limit_in_bytes"] = $"{400 * Megabyte}";
        _files["/sys/fs/cgroup/memory/docker/abc/memory.usage_in_bytes"] = $"{300 * Megabyte}";
        Buffer().ShouldBe(25);
    }

    [Fact]
    public void A_container_sees_its_own_group_where_it_is_mounted()
    {
        _files["/proc/self/mountinfo"] = "30 20 0:26 /docker/abc /sys/fs/cgroup ro,nosuid - cgroup2 cgroup rw";
        _files["/proc/7/cgroup"] = "0::/docker/abc\n";
        Group("/sys/fs/cgroup", max: 400 * Megabyte, current: 300 * Megabyte);
        Buffer().ShouldBe(25);
    }

    [Fact]
    public void A_group_that_is_full_still_gets_a_little()
    {
        _files["/proc/7/cgroup"] = "0::/shop\n";
        Group("/sys/fs/cgroup/shop", max: 100 * Megabyte, current: 100 * Megabyte);
        Buffer().ShouldBe(16);
    }

    private void Group(string folder, long max, long current)
    {
        _files[folder + "/memory.max"] = max + "\n";
        _files[folder + "/memory.current"] = current + "\n";
    }

    private int Buffer() => TargetMemory.BufferFor(TargetMemory.Headroom(7, _files.GetValueOrDefault));
}
