using System.Collections.Concurrent;
using System.Diagnostics;
using System.Runtime.InteropServices;
using ThreadPoolDoctor.Governor;

namespace ThreadPoolDoctor.Benchmarks.Governed;

/// <summary>
/// .NET's own pool with the governor and without it: each case in a process of its own, plain and governed in turns.
/// </summary>
internal static class GovernedMode
{
    private const int MostSteps = 12;

    public static int Run(int rounds, string only)
    {
        Console.WriteLine(Machine.Description);
        Console.WriteLine(Machine.Command);
        foreach (GovernedCase @case in GovernedCases.All.Where(c => c.Name.Contains(only, StringComparison.OrdinalIgnoreCase)))
        {
            for (int round = 0; round < rounds; round++)
            {
                if (!@case.OnlyGoverned) Console.WriteLine($"{@case.Name,-14} plain     {Child(@case.Name, governed: false)}");
                Console.WriteLine($"{@case.Name,-14} governed  {Child(@case.Name, governed: true)}");
            }
        }
        return 0;
    }

    /// <summary>One case in this process; prints one line, and another for the first steps of the governor.</summary>
    public static int RunCase(string name, bool governed)
    {
        // Told afterwards: to format one is time on the governor's thread, just when items begin to wait.
        ConcurrentQueue<(TimeSpan After, GovernorStep Step)> steps = new();
        long start = Stopwatch.GetTimestamp();
        if (governed)
        {
            ThreadPoolGovernor.StepTaken += step => steps.Enqueue((Stopwatch.GetElapsedTime(start), step));
            ThreadPoolGovernor.Start();
        }
        Console.WriteLine(GovernedCases.All.Single(c => c.Name == name).Run());
        foreach ((TimeSpan after, GovernorStep step) in steps.Take(MostSteps)) Console.WriteLine($"{"",26}{Told(after, step)}");
        return 0;
    }

    private static string Told(TimeSpan after, GovernorStep step) =>
        $"{after.TotalMilliseconds:0} ms {step.Reason} {step.From} -> {step.To} ({step.Waiting} wait, {step.Blocked}/{step.Workers} blocked)";

    private static string Child(string name, bool governed)
    {
        string dotnet = Path.GetFullPath(Path.Combine(
            RuntimeEnvironment.GetRuntimeDirectory(), "..", "..", "..", OperatingSystem.IsWindows() ? "dotnet.exe" : "dotnet"));
        ProcessStartInfo start = new(dotnet, ["exec", typeof(GovernedMode).Assembly.Location, "governed-case", name, governed ? "governed" : "plain"])
        {
            RedirectStandardOutput = true,
        };
        using Process process = Process.Start(start)!;
        string said = process.StandardOutput.ReadToEnd().Trim();
        process.WaitForExit();
        return said;
    }
}
