using System.Diagnostics;

namespace ThreadPoolDoctor.Benchmarks.Doctor;

/// <summary>Starts programs on one processor, with taskset where there is one.</summary>
internal static class Pinning
{
    private const string TaskSet = "/usr/bin/taskset";

    public static bool IsPossible { get; } = File.Exists(TaskSet) && Environment.ProcessorCount > 1;

    public static int Last { get; } = Environment.ProcessorCount - 1;

    /// <summary>Started as taskset execs it, so that the process id is the program's own.</summary>
    public static ProcessStartInfo Start(int? processor, string program, IEnumerable<string> arguments) => processor is { } number
        ? new(TaskSet, ["--cpu-list", number.ToString(), program, .. arguments])
        : new(program, arguments);
}
