namespace ThreadPoolDoctor.Governor.Tests.Simulation;

/// <summary>What came of a load.</summary>
/// <param name="Completed">Items that ended.</param>
/// <param name="MostThreads">Workers, at most.</param>
/// <param name="ProcessorsUsed">Share of all processors' time.</param>
/// <param name="Queue">How many items waited and were worked on, each twentieth of a second.</param>
internal sealed record LoadResult(
    long Completed, int MostThreads, double ProcessorsUsed, List<QueueSample> Queue)
{
    /// <summary>
    /// Whether the items were served as they came: those that have begun and not ended do not become more and more.
    /// </summary>
    public bool KeepsUp
    {
        get
        {
            int part = Queue.Count / 3;
            double middle = Queue.Skip(part).Take(part).Max(static sample => sample.Busy);
            return Queue.Skip(2 * part).Max(static sample => sample.Busy) <= 1.2 * middle + 5;
        }
    }

    /// <summary>Items that had arrived and not ended, on average.</summary>
    public double Unfinished => Queue.Average(static sample => sample.Unfinished);

    /// <summary>Share of all processors' time while items waited.</summary>
    public double UsedWhileWaiting
    {
        get
        {
            (double time, double used) = (0, 0);
            foreach ((QueueSample from, QueueSample to) in Queue.Zip(Queue.Skip(1)))
            {
                if (from.Waiting > 0) (time, used) = (time + to.At - from.At, used + to.Used - from.Used);
            }
            return time > 0 ? used / time : 0;
        }
    }

    /// <summary>The longest time for which items waited in each sample, in seconds.</summary>
    public double LongestQueue
    {
        get
        {
            double longest = 0, since = double.NaN;
            foreach ((double at, long waiting, _, _, _) in Queue)
            {
                if (waiting == 0) since = double.NaN;
                else if (double.IsNaN(since)) since = at;
                else longest = Math.Max(longest, at - since);
            }
            return longest;
        }
    }
}

/// <summary>How a pool stands.</summary>
/// <param name="At">When, in seconds.</param>
/// <param name="Waiting">Items in the queue.</param>
/// <param name="Busy">Workers with an item.</param>
/// <param name="Unfinished">Items that came from outside and have not ended.</param>
/// <param name="Used">Processor time so far, in seconds of all processors.</param>
internal readonly record struct QueueSample(double At, long Waiting, int Busy, long Unfinished, double Used);
