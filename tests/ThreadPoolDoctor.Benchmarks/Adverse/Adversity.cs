namespace ThreadPoolDoctor.Benchmarks.Adverse;

/// <summary>A program in which a pool is tempted to break a promise.</summary>
/// <param name="Name">What it is called.</param>
/// <param name="Run">Runs it on a pool and gives its figures, the most important one first.</param>
/// <param name="Promise">What the bundled pool's figures must be, given ThreadPool's, in words.</param>
/// <param name="Holds">Whether they are; ThreadPool's are empty where it has no part.</param>
internal sealed record Adversity(
    string Name, Func<Queueing, Figure[]> Run, string Promise, Func<IReadOnlyList<double>, IReadOnlyList<double>, bool> Holds)
{
    /// <summary>Whether ThreadPool runs it too, for comparison.</summary>
    public bool Compared { get; init; } = true;

    /// <summary>The most that the collector's heap may hold, in bytes; 0 for no limit.</summary>
    public long HeapLimit { get; init; }
}

/// <summary>One figure.</summary>
internal readonly record struct Figure(double Value, string Unit);

/// <summary>Queues an action to the pool under test.</summary>
internal delegate void Queueing(Action action, bool preferLocal = false);
