using System.Diagnostics;

namespace ThreadPoolDoctor.EndToEnd.Doctor;

/// <summary>A program that ran to its end: what it said and how long it took.</summary>
internal sealed record Run(int ExitCode, string Output, string Errors, TimeSpan Took)
{
    private static readonly TimeSpan s_limit = TimeSpan.FromMinutes(3);

    /// <summary>What a program reads: nothing, or nothing for as long as it runs.</summary>
    public enum Input
    {
        /// <summary>The end, at once.</summary>
        Ends,

        /// <summary>It waits for ever.</summary>
        StaysOpen,
    }

    /// <summary>Runs the tool with the same .NET as these tests.</summary>
    public static Run Tool(params string[] arguments) =>
        Of(Start(House.Dotnet, ["exec", House.Tool, .. arguments]));

    public static ProcessStartInfo Start(string program, IEnumerable<string> arguments)
    {
        ProcessStartInfo start = new(program, arguments)
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        // The test runner's own settings must not reach what it tests.
        foreach (string name in start.Environment.Keys.Where(IsOurs).ToList()) start.Environment.Remove(name);
        return start;
    }

    /// <summary>Runs it to its end, within a generous limit.</summary>
    public static Run Of(ProcessStartInfo start, Action<Process>? meanwhile = null, Input input = Input.Ends)
    {
        long began = Stopwatch.GetTimestamp();
        using Process process = Process.Start(start)!;
        if (input == Input.Ends) process.StandardInput.Close();
        Task<string> output = process.StandardOutput.ReadToEndAsync();
        Task<string> errors = process.StandardError.ReadToEndAsync();
        meanwhile?.Invoke(process);
        if (!process.WaitForExit(s_limit))
        {
            process.Kill(entireProcessTree: true);
            throw new TimeoutException($"{start.FileName} {string.Join(' ', start.ArgumentList)} ran for {s_limit}.\n{output.Result}{errors.Result}");
        }
        TimeSpan took = Stopwatch.GetElapsedTime(began);
        return new(process.ExitCode, output.Result, errors.Result, took);
    }

    /// <summary>For the message of a failed test.</summary>
    public override string ToString() => $"exit code {ExitCode} after {Took.TotalSeconds:0.0} s\n--- output\n{Output}\n--- errors\n{Errors}";

    private static bool IsOurs(string variable) =>
        variable.StartsWith("MSBUILD", StringComparison.OrdinalIgnoreCase)
        || variable.StartsWith("VSTEST", StringComparison.OrdinalIgnoreCase)
        || variable is "DOTNET_ROOT_X64" or "DOTNET_HOST_PATH" or "DOTNET_CLI_UI_LANGUAGE" or "TESTINGPLATFORM_UI_LANGUAGE";
}
