using System.Diagnostics;
using System.Globalization;
using System.Runtime.InteropServices;
using ThreadPoolDoctor.Benchmarks.Doctor;

namespace ThreadPoolDoctor.Benchmarks.Compare;

/// <summary>A running <see cref="VariantProcess"/>, as the comparing process sees it.</summary>
internal sealed class VariantClient : IDisposable
{
    private readonly Process _process;

    /// <exception cref="InvalidOperationException">The process ended instead of being ready.</exception>
    public VariantClient(string pool, int? workers, int? processor)
    {
        string dotnet = Path.GetFullPath(Path.Combine(
            RuntimeEnvironment.GetRuntimeDirectory(), "..", "..", "..", OperatingSystem.IsWindows() ? "dotnet.exe" : "dotnet"));
        List<string> arguments = ["exec", typeof(VariantClient).Assembly.Location, "compare-child", pool];
        if (workers is { } count) arguments.Add(count.ToString(CultureInfo.InvariantCulture));
        ProcessStartInfo start = Pinning.Start(processor, dotnet, arguments);
        start.RedirectStandardInput = start.RedirectStandardOutput = true;
        _process = Process.Start(start)!;
        Greeting = Read();
        if (!Greeting.StartsWith("ready ", StringComparison.Ordinal))
        {
            throw new InvalidOperationException($"The variant {pool} said '{Greeting}' instead of being ready.");
        }
    }

    /// <summary>Processors it sees, and which assembly it has loaded.</summary>
    public string Greeting { get; }

    public void WarmUp(int shape) => Ask("warm", shape);

    public double Run(int shape) => Ask("run", shape);

    public void Dispose()
    {
        _process.StandardInput.Close();
        if (!_process.WaitForExit(3_000)) _process.Kill();
        _process.WaitForExit();
        _process.Dispose();
    }

    private double Ask(string what, int shape)
    {
        _process.StandardInput.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{what} {shape}"));
        _process.StandardInput.Flush();
        return double.Parse(Read(), CultureInfo.InvariantCulture);
    }

    private string Read() => _process.StandardOutput.ReadLine()
        ?? throw new InvalidOperationException("A variant's process has ended; what it said stands above.");
}
