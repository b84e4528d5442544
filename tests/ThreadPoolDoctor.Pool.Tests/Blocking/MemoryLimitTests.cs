namespace ThreadPoolDoctor.Pool.Tests.Blocking;

public class MemoryLimitTests
{
    private const string Roomy = "MemTotal:       24000000 kB\nMemFree:  1 kB\nMemAvailable:   12000000 kB\n";

    [Fact]
    public void The_machine_counts_where_there_is_no_container() => Left([("/proc/meminfo", Roomy)]).ShouldBe(0.5, 0.001);

    [Fact]
    public void A_system_that_does_not_tell_has_memory() => Left([]).ShouldBe(1);

    [Fact]
    public void A_container_without_a_limit_counts_as_none() => Left(
        [("/proc/meminfo", Roomy), ("/sys/fs/cgroup/memory.max", "max\n"), ("/sys/fs/cgroup/memory.current", "99\n")]).ShouldBe(0.5, 0.001);

    /// <summary>What the kernel keeps of files it drops when memory is wanted.</summary>
    [Fact]
    public void Files_that_can_be_dropped_do_not_count() => Left(
        [
            ("/proc/meminfo", Roomy), ("/sys/fs/cgroup/memory.max", "1000\n"), ("/sys/fs/cgroup/memory.current", "950\n"),
            ("/sys/fs/cgroup/memory.stat", "anon 1\ninactive_file 250\n"),
        ]).ShouldBe(0.3, 0.001);

    [Fact]
    public void The_older_kind_of_groups_is_read_too() => Left(
        [
            ("/proc/meminfo", Roomy), ("/sys/fs/cgroup/memory/memory.limit_in_bytes", "1000"),
            ("/sys/fs/cgroup/memory/memory.usage_in_bytes", "990"), ("/sys/fs/cgroup/memory/memory.stat", "total_inactive_file 10"),
        ]).ShouldBe(0.02, 0.001);

    [Fact]
    public void What_cannot_be_read_is_passed_over() => Left(
        [("/proc/meminfo", "nonsense"), ("/sys/fs/cgroup/memory.max", "-"), ("/sys/fs/cgroup/memory.current", "")]).ShouldBe(1);

    /// <summary>
    /// What the last collection saw may be minutes old: so many questions in a row tell that it is not asked.
    /// </summary>
    [Fact]
    public void On_Linux_the_system_is_asked_and_not_the_last_collection()
    {
        if (!OperatingSystem.IsLinux()) return;
        int agreed = 0;
        Patience.Until(() => (agreed = IsAsBeforeAndAfter() ? agreed + 1 : 0) == 20);

        static bool IsAsBeforeAndAfter()
        {
            double before = MemoryLimit.ShareLeft(Read), left = MemoryLimit.ShareLeft(), after = MemoryLimit.ShareLeft(Read);
            return left >= Math.Min(before, after) && left <= Math.Max(before, after);
        }

        static string? Read(string path) => File.Exists(path) ? File.ReadAllText(path) : null;
    }

    private static double Left((string Path, string Text)[] files) =>
        MemoryLimit.ShareLeft(path => files.Where(file => file.Path == path).Select(static file => file.Text).FirstOrDefault());
}
