namespace ThreadPoolDoctor.Benchmarks;

/// <summary>
/// One row of the table: a program that any rival can run, and what the WorkPool should make of it. The elapsed
/// milliseconds are the program's own, so set-up is not measured.
/// </summary>
internal abstract class Shape
{
    public abstract string Name { get; }

    /// <summary>Whether the row is one of the seed cases.</summary>
    public virtual bool IsSeed => false;

    /// <summary>How many times as fast as ThreadPool; 0.95 is the promise for every shape.</summary>
    public virtual double Goal => 0.95;

    /// <summary>One run, in milliseconds.</summary>
    public abstract double Run<TRival>(TRival rival) where TRival : struct, IRival;

    /// <summary>The same work without a pool, in milliseconds, where that is measured; NaN if not.</summary>
    public virtual double Floor() => double.NaN;

    /// <summary>
    /// From the medians of ThreadPool, WorkPool and floor to the figure that is compared with the goal.
    /// </summary>
    public virtual double Score(double theirs, double ours, double floor) => theirs / ours;

    /// <summary>What the figure is.</summary>
    public virtual string Unit => "x faster";
}
