using System.Diagnostics;

namespace ThreadPoolDoctor.Tool.Collection;

/// <summary>What the tool itself takes of the machine that it shares with the process.</summary>
internal static class OwnCost
{
    /// <summary>Processor time since the tool was started, in seconds.</summary>
    public static double CpuSeconds()
    {
        using Process self = Process.GetCurrentProcess();
        return self.TotalProcessorTime.TotalSeconds;
    }
}
