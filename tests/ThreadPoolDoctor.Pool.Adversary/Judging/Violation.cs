namespace ThreadPoolDoctor.Pool.Adversary;

/// <summary>The promises that are judged.</summary>
internal enum Promise
{
    /// <summary>The process goes on.</summary>
    Survival,

    /// <summary>Each item once, drains that end when they may, tasks that end as they should.</summary>
    ExactlyOnce,

    /// <summary>Items find the thread and the context that they find on ThreadPool.</summary>
    Context,

    /// <summary>Items begin about when they begin on ThreadPool.</summary>
    Delay,

    /// <summary>No item begins much later than one that the same thread has queued after it.</summary>
    Order,

    /// <summary>Threads are about as many, but for those that let items go on.</summary>
    Threads,

    /// <summary>The program ends about when it ends on ThreadPool.</summary>
    End,

    /// <summary>A pool with nothing to do ends at once.</summary>
    Disposal,
}

/// <summary>A promise that has been seen broken.</summary>
/// <param name="Promise">Which.</param>
/// <param name="Node">The step whose items it befell; -1 for the whole program.</param>
/// <param name="Text">What was seen, with both sides' figures.</param>
internal sealed record Violation(Promise Promise, int Node, string Text)
{
    /// <summary>Timing is judged by several runs; the others cannot be noise.</summary>
    internal bool MayBeNoise => Promise >= Promise.Delay;
}
