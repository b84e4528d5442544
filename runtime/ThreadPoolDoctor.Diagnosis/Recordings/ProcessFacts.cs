namespace ThreadPoolDoctor.Diagnosis.Recordings;

/// <summary>Which implementation of System.Threading.ThreadPool the process runs.</summary>
public enum PoolKind
{
    Unknown,
    Portable,
    Windows,
}

/// <summary>What is known of the process without looking at its pool.</summary>
/// <param name="Id">Process id as the observer sees it.</param>
/// <param name="Name">Name of the program.</param>
/// <param name="Runtime">Version of the runtime, as in "10.0.12", or "unknown".</param>
/// <param name="OperatingSystem">As in "linux", "windows", "macos".</param>
/// <param name="Processors">Processors as the runtime counts them: affinity and quota, rounded up, or what
/// DOTNET_PROCESSOR_COUNT says.</param>
/// <param name="Pool">Which implementation of the pool it runs.</param>
/// <param name="MinWorkers">Minimum of the pool where known.</param>
/// <param name="MaxWorkers">Maximum of the pool where known.</param>
/// <param name="BundledPool">Whether it runs ThreadPoolDoctor's own pool.</param>
/// <param name="ProcessorLimit">
/// Processors that it can have at most, by affinity and quota, not rounded: 0.5 for half of one. Null where the system
/// does not tell.
/// </param>
public sealed record ProcessFacts(
    int Id,
    string Name,
    string Runtime,
    string OperatingSystem,
    int Processors,
    PoolKind Pool,
    int? MinWorkers = null,
    int? MaxWorkers = null,
    bool BundledPool = false,
    double? ProcessorLimit = null)
{
    /// <summary>What it can use at most, in processors.</summary>
    public double Capacity => ProcessorLimit is > 0 and var limit ? limit : Processors;
}
