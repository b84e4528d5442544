using Microsoft.Diagnostics.Tracing;

namespace ThreadPoolDoctor.Tool.Collection.Recorded;

/// <summary>What a trace tells of the process that it is of.</summary>
internal sealed class TracedProcess
{
    private const string Provider = "Microsoft-DotNETCore-EventPipe";

    private static readonly string[] s_systems = ["linux", "windows", "macos"];

    private EventPipeEventSource? _source;

    public int Id { get; private set; }

    public string Name { get; private set; } = "unknown";

    public string OperatingSystem { get; private set; } = "unknown";

    public int Processors => _source?.NumberOfProcessors is > 0 and var told ? told : Environment.ProcessorCount;

    public void Listen(EventPipeEventSource source)
    {
        _source = source;
        source.Dynamic.All += OnEvent;
    }

    private void OnEvent(TraceEvent traceEvent)
    {
        if (traceEvent.ProviderName != Provider || traceEvent.EventName != "ProcessInfo") return;
        Id = traceEvent.ProcessID;
        // Of the command line only the program's name is kept: it may hold secrets.
        string[] arguments = (traceEvent.PayloadByName("CommandLine") as string ?? "").Split(' ');
        Name = DotNetProcesses.ProgramOf(arguments) ?? Name;
        string system = (traceEvent.PayloadByName("OSInformation") as string ?? "").ToLowerInvariant();
        OperatingSystem = s_systems.FirstOrDefault(known => system.Contains(known, StringComparison.Ordinal)) ?? OperatingSystem;
    }
}
