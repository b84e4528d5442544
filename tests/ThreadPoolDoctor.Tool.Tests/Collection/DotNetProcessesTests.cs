using System.Globalization;
using ThreadPoolDoctor.Tool.Collection;

namespace ThreadPoolDoctor.Tool.Tests.Collection;

public class DotNetProcessesTests
{
    [Fact]
    public void A_thread_is_no_process_though_it_has_files_under_its_id()
    {
        if (!ProcFiles.Available)
        {
            return;
        }
        int[] threads = [.. Directory.GetDirectories("/proc/self/task").Select(static path => int.Parse(Path.GetFileName(path), CultureInfo.InvariantCulture))];

        threads.Where(DotNetProcesses.Exists).ShouldBe([Environment.ProcessId]);
    }
}
