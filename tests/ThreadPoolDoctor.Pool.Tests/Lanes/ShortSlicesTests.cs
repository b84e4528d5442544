using System.Globalization;

namespace ThreadPoolDoctor.Pool.Tests.Lanes;

public class ShortSlicesTests
{
    [Fact]
    public void A_thread_gets_a_shorter_slice_where_the_system_has_them_and_goes_on_in_any_case()
    {
        double? before = null, after = null;
        var thread = new Thread(() =>
        {
            before = Slice();
            ShortSlices.AskFor();
            after = Slice();
        });
        thread.Start();
        thread.Join();
        // Linux since 6.12, if it tells at all.
        if (before is null || Environment.OSVersion.Version < new Version(6, 12)) return;
        after.ShouldNotBeNull().ShouldBe(100_000);
    }

    /// <summary>Nanoseconds, as the kernel shows them for debugging; null if it does not.</summary>
    private static double? Slice()
    {
        if (!OperatingSystem.IsLinux() || !File.Exists("/proc/thread-self/sched")) return null;
        string? line = File.ReadLines("/proc/thread-self/sched").FirstOrDefault(static l => l.StartsWith("se.slice", StringComparison.Ordinal));
        return line is null ? null : double.Parse(line[(line.IndexOf(':') + 1)..], CultureInfo.InvariantCulture);
    }
}
