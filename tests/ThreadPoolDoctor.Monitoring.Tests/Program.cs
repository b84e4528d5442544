using ThreadPoolDoctor.Monitoring.Tests.Hosting;
using ThreadPoolDoctor.Pool.Tests;

namespace ThreadPoolDoctor.Monitoring.Tests;

/// <summary>
/// <c>run</c>: the tests by themselves, for the lane on .NET 8, see <see cref="TestRun"/>. <c>starving-host</c>: a
/// program that a test starts.
/// </summary>
internal static class Program
{
    public static int Main(string[] arguments)
    {
        if (arguments is ["starving-host", .. var collector]) return StarvingHost.Run(collector.FirstOrDefault());
        int failed = 0;
        // What must hold ten times in a row is run so often.
        for (int time = 0; time < (arguments is [_, "ten-times", ..] ? 10 : 1); time++) failed += TestRun.Run(arguments);
        return failed;
    }
}
