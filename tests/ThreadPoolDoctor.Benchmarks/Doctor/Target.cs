using System.Diagnostics;
using System.Runtime.InteropServices;

namespace ThreadPoolDoctor.Benchmarks.Doctor;

/// <summary>A bundled patient that runs as a process of its own and reports its progress ten times a second.</summary>
internal sealed class Target : IDisposable
{
    private readonly Process _process;
    private long _progress;
    private long _reportedAt;

    private Target(Process process, bool apart)
    {
        _process = process;
        IsApart = apart;
    }

    /// <summary>It has the first processor only, so that the tool can have another.</summary>
    public bool IsApart { get; }

    public static string Dotnet { get; } = Path.GetFullPath(
        Path.Combine(RuntimeEnvironment.GetRuntimeDirectory(), "..", "..", "..", OperatingSystem.IsWindows() ? "dotnet.exe" : "dotnet"));

    public static string Tool { get; } = Built("dotnet-tpdoctor.dll");

    public string Id => _process.Id.ToString();

    public static Target Start(string patient, string[] options, bool apart)
    {
        string program = Built("patients", "ThreadPoolDoctor.Patients.dll");
        ProcessStartInfo start = Pinning.Start(apart ? 0 : null, Dotnet, ["exec", program, patient, .. options]);
        start.RedirectStandardInput = true;
        start.RedirectStandardOutput = true;
        Target target = new(Process.Start(start)!, apart);
        string? first = target._process.StandardOutput.ReadLine();
        if (first?.StartsWith("ready ") != true) throw new InvalidOperationException($"{patient} said '{first}' instead of being ready.");
        new Thread(target.Listen) { IsBackground = true }.Start();
        return target;
    }

    /// <summary>
    /// What it did per second, from the first report after the beginning to the first one after the end.
    /// </summary>
    public double ThroughputDuring(Action action)
    {
        (long before, long start) = NextReport();
        action();
        (long after, long end) = NextReport();
        return (after - before) / Stopwatch.GetElapsedTime(start, end).TotalSeconds;
    }

    public void Dispose()
    {
        _process.Kill();
        _process.WaitForExit();
        _process.Dispose();
    }

    private (long Progress, long At) NextReport()
    {
        lock (_process)
        {
            Monitor.Wait(_process);
            return (_progress, _reportedAt);
        }
    }

    private void Listen()
    {
        while (_process.StandardOutput.ReadLine() is { } line)
        {
            if (!line.StartsWith("progress ")) continue;
            lock (_process)
            {
                (_progress, _reportedAt) = (long.Parse(line["progress ".Length..]), Stopwatch.GetTimestamp());
                Monitor.PulseAll(_process);
            }
        }
    }

    private static string Built(params string[] path)
    {
        string configuration = new DirectoryInfo(AppContext.BaseDirectory).Name;
        return Path.GetFullPath(Path.Combine([AppContext.BaseDirectory, "..", "..", "ThreadPoolDoctor.Tool", configuration, .. path]));
    }
}
