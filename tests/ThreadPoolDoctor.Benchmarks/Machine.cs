using System.Runtime.InteropServices;

namespace ThreadPoolDoctor.Benchmarks;

/// <summary>What the figures were measured on.</summary>
internal static class Machine
{
    public static string Description =>
        $"{Processor}, {Environment.ProcessorCount} processors, {RuntimeInformation.OSDescription}, {RuntimeInformation.FrameworkDescription}";

    public static string Command => $"dotnet run -c Release --project tests/ThreadPoolDoctor.Benchmarks -- {string.Join(' ', Environment.GetCommandLineArgs()[1..])}";

    private static string Processor
    {
        get
        {
            try
            {
                string? line = File.ReadLines("/proc/cpuinfo").FirstOrDefault(static l => l.StartsWith("model name", StringComparison.Ordinal));
                return line?[(line.IndexOf(':') + 2)..] ?? RuntimeInformation.ProcessArchitecture.ToString();
            }
            catch (IOException)
            {
                return RuntimeInformation.ProcessArchitecture.ToString();
            }
        }
    }
}
