using ThreadPoolDoctor.Diagnosis.Frames;
using ThreadPoolDoctor.Diagnosis.Recordings;
using ThreadPoolDoctor.Tool.Collection.Queues;
using ThreadPoolDoctor.Tool.Collection.Symbols;

namespace ThreadPoolDoctor.Tool.Collection;

/// <summary>The stacks of a look as methods and lines, and what else is read of the program's files.</summary>
internal sealed record StacksRead(
    IReadOnlyList<StackSnapshot> Snapshots, IReadOnlyList<Frame> Registrations, Frame? InlinedWork,
    IReadOnlyList<UncertainCaller> UncertainCallers,
    IReadOnlyList<QueuedItem> QueuedItems, IReadOnlyList<QueuedStack> Queuers)
{
    /// <summary>The snapshots alone, while the look goes on.</summary>
    public static StacksRead Of(IReadOnlyList<StackSnapshot> snapshots) => new(snapshots, [], null, [], [], []);

    /// <summary>
    /// From addresses to methods and lines. The files of the process may lie on a file system that it serves itself,
    /// and may be made to take long to read: what has not come in time is told without them.
    /// </summary>
    public static StacksRead From(StackBursts bursts, QueueLook queue, CensusBook censuses, Patience patience, NotSeen unseen)
    {
        bool manyWaits = TroubleSigns.ManyWaits(censuses.Latest);
        FrameResolver nameless = bursts.Resolver.WithoutFiles();
        bool came = TimeLimited.TryRun(
            "tpdoctor files",
            () =>
            {
                bursts.EndReadingAhead();
                return new StacksRead(
                    bursts.Snapshots(bursts.Resolver),
                    manyWaits ? WaitRegistrations.In(bursts.Resolver) : [],
                    bursts.Resolver.InlinedWork(),
                    [.. bursts.Resolver.UncertainCallers],
                    queue.Items,
                    queue.Queuers(bursts.Resolver));
            },
            patience.ForReadingFiles,
            out StacksRead? read);
        if (came) return read!;
        unseen.Add("source lines: the files of the program could not be read in time.");
        return new(bursts.Snapshots(nameless), [], null, [], queue.Items, queue.Queuers(nameless));
    }
}
