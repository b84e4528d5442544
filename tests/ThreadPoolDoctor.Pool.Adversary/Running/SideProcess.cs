using System.Diagnostics;
using System.Text;

namespace ThreadPoolDoctor.Pool.Adversary;

/// <summary>One process that runs programs on one side. Not for use by several threads.</summary>
internal sealed class SideProcess(Process process) : IDisposable
{
    // For a process that neither reports nor ends although its time is over.
    private static readonly TimeSpan s_grace = TimeSpan.FromSeconds(20);

    private readonly Task<string> _errors = process.StandardError.ReadToEndAsync();

    /// <summary>How many programs it has run.</summary>
    internal int Programs { get; private set; }

    /// <summary>
    /// Blocks until the program has ended, or its time in milliseconds is over: then the process is of no more use.
    /// </summary>
    internal RunReport Run(PoolProgram program, int limit)
    {
        Programs++;
        try
        {
            process.StandardInput.Write($"{program}{Child.Go}{limit}\n");
            process.StandardInput.Flush();
            string text = ReadReportAsync().WaitAsync(TimeSpan.FromMilliseconds(limit) + s_grace).Result;
            if (RunReport.FromText(text) is { } report)
            {
                return report;
            }
            process.WaitForExit(s_grace);
            string crash = $"exit code {process.ExitCode}: {FirstLines(_errors.Result)}";
            return new RunReport { Crash = crash, Silent = process.ExitCode == 0 };
        }
        catch (IOException)
        {
            return new RunReport { Crash = "the process ended before it could be told its program", Silent = true };
        }
        catch (AggregateException e) when (e.InnerException is TimeoutException)
        {
            return new RunReport { Crash = "the process does not answer", Silent = true };
        }
    }

    public void Dispose()
    {
        process.Kill();
        process.WaitForExit();
        process.Dispose();
    }

    private async Task<string> ReadReportAsync()
    {
        var text = new StringBuilder();
        while (await process.StandardOutput.ReadLineAsync().ConfigureAwait(false) is { } line)
        {
            text.Append(line).Append('\n');
            if (line == RunReport.LastLine)
            {
                break;
            }
        }
        return text.ToString();
    }

    private static string FirstLines(string text) =>
        string.Join(" | ", text.Split('\n', RunReport.Lines).Take(6));
}
