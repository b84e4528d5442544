using ThreadPoolDoctor.Diagnosis;
using ThreadPoolDoctor.Diagnosis.Causes;
using ThreadPoolDoctor.Diagnosis.Frames;
using ThreadPoolDoctor.Diagnosis.Signals;
using ThreadPoolDoctor.Diagnosis.Stacks;

namespace ThreadPoolDoctor.Monitoring.Blocks;

/// <summary>From samples to the places at which work items blocked. Pure.</summary>
internal static class BlockList
{
    // A single pause of the whole process (collection, a machine that is busy) lies between two samples.
    private const int LeastSamples = 3;

    private const string OwnNamespace = "ThreadPoolDoctor.Monitoring.";

    /// <summary>The longest first.</summary>
    public static IReadOnlyList<Block> Of(Samples samples, BlockingWatchOptions options)
    {
        Dictionary<int, Blockage?> known = [];
        return [.. samples.Stays
            .Where(thread => thread.Any(stay => IsWorker(samples.Frames(stay.Stack))))
            .SelectMany(thread => Waits(thread.Select(stay => (stay, Blockage(stay.Stack)))))
            .Where(wait => wait.Samples >= LeastSamples && wait.Milliseconds >= options.Shortest.TotalMilliseconds)
            .GroupBy(wait => PlaceOf(wait.Blockage))
            .Select(Told)
            .OrderByDescending(block => block.Longest)
            .ThenBy(block => block.Method, StringComparer.Ordinal)];

        Blockage? Blockage(int stack) => known.TryGetValue(stack, out Blockage? blockage)
            ? blockage
            : known[stack] = Judge(samples.Frames(stack), options);
    }

    private sealed record Wait(Blockage Blockage, double From, double To, int Samples)
    {
        public double Milliseconds => To - From;
    }

    /// <summary>The call on this stack that blocks, where it is one that the watch tells.</summary>
    private static Blockage? Judge(IReadOnlyList<Frame> stack, BlockingWatchOptions options)
    {
        if (StackReader.IsIdle(stack) || StackReader.Block(stack) is not { } blockage) return null;
        // A method that the program made while it ran has no author.
        if (blockage.User.IsFramework || blockage.User.IsMadeAtRunTime) return null;
        if ((blockage.User.IsPackage || TestRunners.Hold(blockage.User.Assembly)) && !options.IncludePackages) return null;
        // Of an asynchronous method of .NET's the caller has done what there is to do, whatever its beginning takes.
        if (stack.TakeWhile(frame => frame != blockage.User).Any(IsAsync)) return null;
        return stack.Any(frame => IsOwn(frame) || IsAllowed(frame, options)) ? null : blockage;
    }

    private static bool IsWorker(IReadOnlyList<Frame> stack) =>
        stack.Any(frame => Workers.IsWorkerBase(frame, bundled: false));

    private static bool IsAllowed(Frame frame, BlockingWatchOptions options) =>
        options.Allowed.Any(name => frame.DisplayName.StartsWith(name, StringComparison.Ordinal));

    private static bool IsAsync(Frame frame) =>
        frame.MethodName.Contains("Async", StringComparison.Ordinal) || frame.TypeName.Contains("Async>d", StringComparison.Ordinal);

    private static bool IsOwn(Frame frame) =>
        frame.Assembly == "ThreadPoolDoctor.Monitoring" && frame.TypeName.StartsWith(OwnNamespace, StringComparison.Ordinal);

    /// <summary>A wait spins, sleeps and looks again: as long as it is the same call, it is one.</summary>
    private static IEnumerable<Wait> Waits(IEnumerable<(Stay Stay, Blockage? Blockage)> stays)
    {
        Wait? wait = null;
        foreach ((Stay stay, Blockage? blockage) in stays)
        {
            if (wait is not null && (blockage is null || PlaceOf(blockage) != PlaceOf(wait.Blockage)))
            {
                yield return wait;
                wait = null;
            }
            if (blockage is null) continue;
            wait = wait is null
                ? new(blockage, stay.From, stay.To, stay.Samples)
                : wait with { To = stay.To, Samples = wait.Samples + stay.Samples };
        }
        if (wait is not null) yield return wait;
    }

    private static (string, string, string?, int?) PlaceOf(Blockage blockage) =>
        (blockage.Ailment, blockage.User.DisplayName, blockage.User.File, blockage.User.Line);

    private static Block Told(IEnumerable<Wait> waits)
    {
        List<Wait> all = [.. waits];
        Wait longest = all.MaxBy(wait => wait.Milliseconds)!;
        Cause cause = CauseList.Group([longest.Blockage])[0];
        return new()
        {
            Id = cause.Id,
            Method = cause.Method,
            File = cause.File,
            Line = cause.Line,
            Call = cause.Leaf,
            Cure = cause.Remedy,
            Times = all.Count,
            Longest = TimeSpan.FromMilliseconds(longest.Milliseconds),
            Stack = [.. longest.Blockage.Stack.Select(frame => frame.ToString())],
        };
    }
}
