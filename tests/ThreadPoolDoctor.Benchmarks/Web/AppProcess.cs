using System.Diagnostics;
using System.Runtime.InteropServices;

namespace ThreadPoolDoctor.Benchmarks.Web;

/// <summary>
/// One process of tests/ThreadPoolDoctor.Benchmarks.Web; it listens on a port of its choice and writes a log.
/// </summary>
internal sealed class AppProcess : IDisposable
{
    private readonly Process _process;
    private int _heartbeatWarnings;
    private int _lateBeats;
    private int _otherLines;

    private AppProcess(string[] arguments)
    {
        string dotnet = Path.GetFullPath(Path.Combine(
            RuntimeEnvironment.GetRuntimeDirectory(), "..", "..", "..", OperatingSystem.IsWindows() ? "dotnet.exe" : "dotnet"));
        var start = new ProcessStartInfo(dotnet, ["exec", Built, .. arguments]) { RedirectStandardInput = true, RedirectStandardOutput = true };
        _process = Process.Start(start)!;
        string first = _process.StandardOutput.ReadLine() ?? "";
        if (!first.StartsWith("ready ")) throw new InvalidOperationException($"The app said '{first}' instead of being ready.");
        Port = int.Parse(first["ready ".Length..]);
        new Thread(ReadLog) { IsBackground = true }.Start();
    }

    public int Port { get; }

    /// <summary>
    /// Kestrel's warnings that its heartbeat, which has a thread to itself, ran for more than a second.
    /// </summary>
    public int HeartbeatWarnings => Volatile.Read(ref _heartbeatWarnings);

    /// <summary>
    /// Seconds that a heartbeat on .NET's pool, as Kestrel had it once, was late: that is starvation.
    /// </summary>
    public int LateBeats => Volatile.Read(ref _lateBeats);

    /// <summary>Lines of its log about anything else; there should be none.</summary>
    public int OtherLines => Volatile.Read(ref _otherLines);

    public TimeSpan ProcessorTime
    {
        get
        {
            _process.Refresh();
            return _process.TotalProcessorTime;
        }
    }

    public static AppProcess Backend() => new(["backend"]);

    public static AppProcess App(bool onPool, AppProcess backend) => new(["app", onPool ? "pool" : "plain", backend.Port.ToString()]);

    /// <summary>Its standard input ends, and so does it; a starved app may need to be told more firmly.</summary>
    public void Dispose()
    {
        _process.StandardInput.Close();
        if (!_process.WaitForExit(3_000)) _process.Kill();
        _process.WaitForExit();
        _process.Dispose();
    }

    private void ReadLog()
    {
        while (_process.StandardOutput.ReadLine() is { } line)
        {
            if (line == "late beat") Interlocked.Increment(ref _lateBeats);
            else if (line.Contains("heartbeat", StringComparison.OrdinalIgnoreCase)) Interlocked.Increment(ref _heartbeatWarnings);
            else Interlocked.Increment(ref _otherLines);
        }
    }

    private static string Built
    {
        get
        {
            string configuration = new DirectoryInfo(AppContext.BaseDirectory).Name;
            return Path.GetFullPath(Path.Combine(
                AppContext.BaseDirectory, "..", "..", "ThreadPoolDoctor.Benchmarks.Web", configuration, "ThreadPoolDoctor.Benchmarks.Web.dll"));
        }
    }
}
