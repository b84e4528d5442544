using ThreadPoolDoctor.Diagnosis.Frames;
using ThreadPoolDoctor.Diagnosis.Recordings;
using ThreadPoolDoctor.Diagnosis.Stacks;

namespace ThreadPoolDoctor.Diagnosis.Evidence;

/// <summary>Who queues the work: by the nearest code of the user's on the stacks of threads that queue.</summary>
internal static class Queuers
{
    private const int MostPlaces = 10;

    // What every way into the queue goes through, and so tells nothing.
    private static readonly string[] s_ways =
        ["System.Threading.", "System.Runtime.CompilerServices.", "System.Diagnostics.Tracing.", "System.Threading.Tasks."];

    /// <summary>Most items first; empty where none was seen.</summary>
    public static IReadOnlyList<Queuer> Of(Recording recording)
    {
        double total = Math.Max(1, recording.Queuers.Sum(stack => (double)stack.Items));
        return [.. recording.Queuers
            .Where(stack => stack.Stack.Count > 0)
            .Select(stack => (Frame: Place(stack.Stack), stack.Stack, stack.Items))
            .GroupBy(queued => (queued.Frame.DisplayName, queued.Frame.File, queued.Frame.Line))
            .Select(place => Told([.. place.OrderByDescending(queued => queued.Items)], total))
            .OrderByDescending(queuer => queuer.Items)
            .ThenBy(queuer => queuer.Method, StringComparer.Ordinal)
            .Take(MostPlaces)];
    }

    /// <summary>Where none of the user's code is on the stack, the part of .NET that queues: sockets, timers, Kestrel.</summary>
    private static Frame Place(IReadOnlyList<Frame> stack) =>
        StackReader.UserFrame(stack)
        ?? stack.FirstOrDefault(frame => !Array.Exists(s_ways, way => frame.TypeName.StartsWith(way, StringComparison.Ordinal)))
        ?? stack.FirstOrDefault(frame => frame.TypeName.StartsWith("System.Threading.TimerQueue", StringComparison.Ordinal))
        ?? stack[^1];

    private static Queuer Told(IReadOnlyList<(Frame Frame, IReadOnlyList<Frame> Stack, int Items)> queued, double total)
    {
        (Frame frame, IReadOnlyList<Frame> stack, _) = queued[0];
        int items = (int)Math.Min(int.MaxValue, queued.Sum(one => (long)one.Items));
        return new()
        {
            Method = frame.DisplayName,
            File = frame.File,
            Line = frame.Line,
            Approximate = frame.Approximate,
            Items = items,
            Share = Math.Round(Math.Min(1, items / total), 2),
            Stack = [.. stack.Select(one => one.DisplayName)],
        };
    }
}
