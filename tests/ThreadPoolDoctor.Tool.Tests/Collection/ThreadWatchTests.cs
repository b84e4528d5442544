using System.Text;
using ThreadPoolDoctor.Diagnosis.Recordings;
using ThreadPoolDoctor.Tool.Collection;

namespace ThreadPoolDoctor.Tool.Tests.Collection;

/// <summary>A census of a made-up /proc.</summary>
public sealed class ThreadWatchTests : IDisposable
{
    private static readonly DateTimeOffset s_now = new(2026, 1, 1, 12, 0, 0, TimeSpan.Zero);
    private readonly DirectoryInfo _proc = Directory.CreateTempSubdirectory("tpdoctor-proc-");

    public void Dispose() => _proc.Delete(recursive: true);

    [Fact]
    public void A_process_that_is_gone_has_no_census()
    {
        if (!OperatingSystem.IsLinux()) return;
        Census().ShouldBeNull();
    }

    [Fact]
    public void Threads_that_vanish_while_they_are_read_are_left_out()
    {
        if (!OperatingSystem.IsLinux()) return;
        Process("shop", cpu: 100);
        Thread(70, "shop", 'S', cpu: 10, start: 5_000);
        Directory.CreateDirectory(Path.Combine(_proc.FullName, "70", "task", "71"));

        Census()!.Threads.ShouldHaveSingleItem().OsId.ShouldBe(70);
    }

    [Fact]
    public void Roles_states_times_and_waits_are_told()
    {
        if (!OperatingSystem.IsLinux()) return;
        Process("a (strange) name) ", cpu: 1234);
        Thread(71, ".NET TP Worker", 'S', cpu: 31, start: 90_000, waited: 2_500_000_000);
        Thread(72, ".NET TP Wait", 'R', cpu: 0, start: 90_000);
        Thread(73, "TPD Worker", 'D', cpu: 0, start: 90_000);
        Thread(74, "a) R 1 (", 'S', cpu: 0, start: 90_000);

        ThreadCensus census = Census()!;

        census.At.ShouldBe(3);
        census.ProcessCpuSeconds.ShouldBe(12.34);
        census.Threads.OrderBy(thread => thread.OsId).ShouldBe(
        [
            new ThreadSight(71, ThreadRole.Worker, s_now.AddSeconds(-100), Asleep: true, 0.31, 2.5),
            new ThreadSight(72, ThreadRole.WaitThread, s_now.AddSeconds(-100), Asleep: false, 0),
            new ThreadSight(73, ThreadRole.BundledWorker, s_now.AddSeconds(-100), Asleep: false, 0),
            new ThreadSight(74, ThreadRole.Other, s_now.AddSeconds(-100), Asleep: true, 0),
        ]);
    }

    [Theory]
    [InlineData("")]
    [InlineData("1")]
    [InlineData("1 (x")]
    [InlineData("1 (x)")]
    [InlineData("1 (x) ")]
    [InlineData("1 (x) S 1 2 3")]
    [InlineData("1 (x) S 1 2 3 4 5 6 7 8 9 10 y 12 13 14 15 16 17 18 19 20 21")]
    public void Broken_lines_tell_nothing(string line) => StatLine.Parse(Encoding.UTF8.GetBytes(line)).ShouldBeNull();

    [Fact]
    public void A_start_time_is_never_in_the_future_whatever_the_uptime_says()
    {
        // In a container lxcfs shows the uptime of the container, while start times count from the boot of the machine.
        BootClock clock = new(s_now, SinceBoot: 60);

        clock.At(86_400).ShouldBe(s_now);
        clock.At(50).ShouldBe(s_now.AddSeconds(-10));
    }

    [Fact]
    public void The_clock_of_the_kernel_agrees_with_when_this_process_was_started()
    {
        if (!OperatingSystem.IsLinux()) return;
        ThreadCensus census = new ThreadWatch(Environment.ProcessId).Read(0, BootClock.Read())!;
        DateTimeOffset main = census.Threads.Single(thread => thread.OsId == Environment.ProcessId).StartedAt;
        using var self = System.Diagnostics.Process.GetCurrentProcess();
        main.ShouldBe(self.StartTime, TimeSpan.FromSeconds(2));
    }

    private ThreadCensus? Census() => new ThreadWatch(70, _proc.FullName).Read(3, new BootClock(s_now, SinceBoot: 1_000));

    private void Process(string name, ulong cpu) => Write("70/stat", Stat(70, name, 'S', cpu, start: 0));

    private void Thread(int id, string name, char state, ulong cpu, ulong start, ulong? waited = null)
    {
        Write($"70/task/{id}/stat", Stat(id, name, state, cpu, start));
        if (waited is { } time) Write($"70/task/{id}/schedstat", $"123 {time} 9\n");
    }

    private static string Stat(int id, string name, char state, ulong cpu, ulong start) =>
        $"{id} ({name}) {state} 1 2 3 4 5 6 7 8 9 10 {cpu} 0 13 14 15 16 17 18 {start} 20 21 22 23\n";

    private void Write(string path, string text)
    {
        string file = Path.Combine(_proc.FullName, path);
        Directory.CreateDirectory(Path.GetDirectoryName(file)!);
        File.WriteAllText(file, text);
    }
}
