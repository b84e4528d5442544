using ThreadPoolDoctor.Pool.Tests;

namespace ThreadPoolDoctor.Monitoring.Tests;

/// <summary><c>ThreadPoolDoctor.Monitoring.Tests run</c>: for the lane on .NET 8, see <see cref="TestRun"/>.</summary>
internal static class Program
{
    public static int Main(string[] arguments)
    {
        int failed = 0;
        // What must hold ten times in a row is run so often.
        for (int time = 0; time < (arguments is [_, "ten-times", ..] ? 10 : 1); time++) failed += TestRun.Run(arguments);
        return failed;
    }
}
