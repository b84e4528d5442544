using System.Diagnostics;
using System.Globalization;
using System.Text.RegularExpressions;

namespace ThreadPoolDoctor.Benchmarks.Web;

/// <summary>What one window of load saw.</summary>
/// <param name="PerSecond">Requests answered with 200, per second.</param>
/// <param name="P99">Milliseconds within which 99 of 100 answers came.</param>
/// <param name="Errors">Answers that were not 200, broken connections and time-outs.</param>
internal sealed record LoadResult(double PerSecond, double P99, long Errors);

/// <summary>
/// Keeps a number of connections busy: with wrk where it is installed, otherwise with a client of our own.
/// </summary>
internal static partial class Load
{
    private static string? s_wrk =
        new[] { "/usr/bin/wrk", "/usr/local/bin/wrk" }.FirstOrDefault(File.Exists);

    /// <summary>Takes the client of our own though wrk is there.</summary>
    public static void UseOwnClient() => s_wrk = null;

    public static string Client => s_wrk ?? "own client";

    public static LoadResult Run(int port, string path, int connections, int seconds) => s_wrk is { } wrk
        ? Wrk(wrk, port, path, connections, seconds)
        : OwnClient.Run(port, path, connections, TimeSpan.FromSeconds(seconds));

    private static LoadResult Wrk(string wrk, int port, string path, int connections, int seconds)
    {
        var start = new ProcessStartInfo(wrk, ["-t1", $"-c{connections}", $"-d{seconds}s", "--latency", $"http://127.0.0.1:{port}{path}"])
        {
            RedirectStandardOutput = true,
        };
        using Process process = Process.Start(start)!;
        string output = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        if (process.ExitCode != 0) throw new InvalidOperationException($"wrk failed: {output}");
        long errors = 0;
        if (SocketErrors().Match(output) is { Success: true } broken) errors += broken.Groups.Values.Skip(1).Sum(static g => long.Parse(g.Value));
        if (OtherAnswers().Match(output) is { Success: true } other) errors += long.Parse(other.Groups[1].Value);
        return new LoadResult(Number(PerSecond().Match(output).Groups[1].Value), Milliseconds(NinetyNinth().Match(output)), errors);
    }

    private static double Milliseconds(Match time) => !time.Success ? double.NaN : Number(time.Groups[1].Value) * time.Groups[2].Value switch
    {
        "us" => 0.001,
        "ms" => 1,
        "s" => 1_000,
        _ => 60_000,
    };

    private static double Number(string text) => double.Parse(text, CultureInfo.InvariantCulture);

    [GeneratedRegex(@"Requests/sec:\s+([\d.]+)")]
    private static partial Regex PerSecond();

    [GeneratedRegex(@"99%\s+([\d.]+)(us|ms|s|m)")]
    private static partial Regex NinetyNinth();

    [GeneratedRegex(@"Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)")]
    private static partial Regex SocketErrors();

    [GeneratedRegex(@"Non-2xx or 3xx responses: (\d+)")]
    private static partial Regex OtherAnswers();
}
