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
/// <param name="Processors">Processors that the process may use: affinity and quota, rounded up as the runtime does.</param>
/// <param name="Pool">Which implementation of the pool it runs.</param>
/// <param name="MinWorkers">Minimum of the pool where known.</param>
/// <param name="MaxWorkers">Maximum of the pool where known.</param>
/// <param name="BundledPool">Whether it runs ThreadPoolDoctor's own pool.</param>
public sealed record ProcessFacts(
    int Id,
    string Name,
    string Runtime,
    string OperatingSystem,
    int Processors,
    PoolKind Pool,
    int? MinWorkers = null,
    int? MaxWorkers = null,
    bool BundledPool = false);
