using System.Globalization;
using Microsoft.Diagnostics.NETCore.Client;

namespace ThreadPoolDoctor.Tool.Collection;

/// <summary>The process to look at: found, checked for everything that would make looking fail, and named.</summary>
internal sealed class Target
{
    private Target(int processId, string name, string runtime, int processors, DiagnosticsClient client)
    {
        ProcessId = processId;
        Name = name;
        Runtime = runtime;
        Processors = processors;
        Client = client;
    }

    public int ProcessId { get; }

    public string Name { get; }

    /// <summary>Version of its runtime, or <see cref="RuntimeVersion.Unknown"/>.</summary>
    public string Runtime { get; }

    public int Processors { get; }

    public DiagnosticsClient Client { get; }

    // Everything that is asked here is told by the kernel at once, unless a file system of the process stands still.
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(5);

    /// <summary>
    /// Finds a process by its id or by its program's name, and lets its runtime start. Throws ExpectedTrouble with the
    /// next step otherwise.
    /// </summary>
    public static async Task<Target> FindAsync(string idOrName)
    {
        // On a thread of its own: a file system that the process serves itself may hold it for as long as it likes.
        Task<Target> find = Task.Factory.StartNew(() => SearchAsync(idOrName), CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default).Unwrap();
        try
        {
            return await find.WaitAsync(s_patience);
        }
        catch (TimeoutException)
        {
            throw new ExpectedTrouble(
                $"What there is to know of process {idOrName} did not come within {Durations.Text(s_patience)}.",
                "See whether a file system that the process uses stands still (state D in ps), then attach again.");
        }
    }

    private static async Task<Target> SearchAsync(string idOrName)
    {
        int id = int.TryParse(idOrName, NumberStyles.None, CultureInfo.InvariantCulture, out int number)
            ? number
            : DotNetProcesses.FindByName(idOrName);
        string? port = Preflight.Check(id);
        // A runtime opens its port first of all.
        if (port is not null) await RuntimeStart.SettleAsync(id, File.GetLastWriteTimeUtc(port));
        return new(
            id,
            DotNetProcesses.NameOf(id),
            RuntimeVersion.Of(id),
            Collection.Processors.Of(id),
            port is null ? new DiagnosticsClient(id) : await ClientAtAsync(port));
    }

    /// <summary>
    /// A client of exactly this port: given an id it would search again, and take the newest of that name.
    /// </summary>
    private static async Task<DiagnosticsClient> ClientAtAsync(string port)
    {
        if (port.Contains(','))
        {
            throw new ExpectedTrouble(
                $"The diagnostics port {port} has a comma in its path, which the diagnostics client cannot name.",
                "Start the process with a TMPDIR without one.");
        }
        return (await DiagnosticsClientConnector.FromDiagnosticPort(port + ",connect", CancellationToken.None)).Instance;
    }
}
