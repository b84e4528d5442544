using ThreadPoolDoctor.Diagnosis.Recordings;

namespace ThreadPoolDoctor.Tool.Collection.Waiting;

/// <summary>What the cheap tiers tell of a process at one moment.</summary>
/// <param name="Tick">The newest reading of its pool; null before the first.</param>
/// <param name="Bundled">The newest of the bundled pool; null where there is none.</param>
/// <param name="Census">Its threads; null where the system does not show them.</param>
/// <param name="Injected">Whether the pool said lately that it adds threads because of starvation.</param>
/// <param name="Processors">Processors as its runtime counts them.</param>
internal sealed record WatchSample(CounterTick? Tick, CounterTick? Bundled, ThreadCensus? Census, bool Injected, int Processors);
