namespace ThreadPoolDoctor.Pool.Adversary;

/// <summary>What our side may be worse by. How the numbers were found: docs/measurements/pool-adversary.md.</summary>
internal sealed record Limits
{
    /// <summary>
    /// Our delays, and our time to the end, may be as many times theirs, and a disposal as many times that of plain
    /// threads...
    /// </summary>
    internal double Factor { get; init; } = 3;

    /// <summary>...and so many milliseconds more.</summary>
    internal double Slack { get; init; } = 100;

    /// <summary>Our threads may be as many times theirs...</summary>
    internal double ThreadFactor { get; init; } = 2;

    /// <summary>
    /// ...and so many more, and as many more as were useful. A lock that is held for milliseconds looks like items that
    /// wait for one another until some have ended: growth has tried 2, 4, ... 32 and perhaps 64 workers by then.
    /// </summary>
    internal int ThreadSlack { get; init; } = 64;

    /// <summary>A program that their side has not ended after so many milliseconds says nothing.</summary>
    internal int TheirLimit { get; init; } = 6000;

    /// <summary>
    /// Milliseconds for each thread that is refused, to our side only: when no thread can be had, the pool tries again
    /// after 5 ms.
    /// </summary>
    internal double Refusal { get; init; } = 5;

    /// <summary>The limits for a program in which so many threads are refused.</summary>
    internal Limits WithRefusals(int count) => this with { Slack = Slack + count * Refusal };

    internal double Delay(double theirs) => theirs * Factor + Slack;

    internal double Threads(double theirs, int useful) => theirs * ThreadFactor + ThreadSlack + useful;
}
