using ThreadPoolDoctor.Diagnosis.Frames;
using ThreadPoolDoctor.Diagnosis.Recordings;
using ThreadPoolDoctor.Diagnosis.Signals;
using ThreadPoolDoctor.Diagnosis.Stacks;

namespace ThreadPoolDoctor.Diagnosis.Evidence;

/// <summary>Who queues the work: by the nearest code of the user's on the stacks of threads that queue.</summary>
internal static class Queuers
{
    private const int MostPlaces = 10;

    private const string AThread = "a thread whose method was inlined";

    // What every way into the queue goes through, and so tells nothing.
    private static readonly string[] s_ways =
        ["System.Threading.", "System.Runtime.CompilerServices.", "System.Diagnostics.Tracing.", "System.Threading.Tasks."];

    /// <summary>Code that queues, and its frame where it is known.</summary>
    private sealed record Place(string Name, Frame? Frame);

    /// <summary>Most items first; empty where none was seen.</summary>
    public static IReadOnlyList<Queuer> Of(Recording recording)
    {
        double total = Math.Max(1, recording.Queuers.Sum(stack => (double)stack.Items));
        return [.. recording.Queuers
            .Where(stack => stack.Stack.Count > 0)
            .Select(stack => new { Place = PlaceOf(stack.Stack), Queued = stack })
            .GroupBy(queued => new { queued.Place.Name, queued.Place.Frame?.File, queued.Place.Frame?.Line })
            .Select(place => Told(
                place.First().Place, [.. place.Select(one => one.Queued).OrderByDescending(queued => queued.Items)], total))
            .OrderByDescending(queuer => queuer.Items)
            .ThenBy(queuer => queuer.Method, StringComparer.Ordinal)
            .Take(MostPlaces)];
    }

    /// <summary>
    /// Where none of the user's code is on the stack, the part of .NET that queues: sockets, timers, Kestrel. Where
    /// nothing but the way into the queue is left, what the thread was is all that can be told: the code was inlined.
    /// </summary>
    private static Place PlaceOf(IReadOnlyList<Frame> stack)
    {
        Frame? frame = StackReader.UserFrame(stack)
            ?? stack.FirstOrDefault(frame => !Array.Exists(s_ways, way => frame.TypeName.StartsWith(way, StringComparison.Ordinal)))
            ?? stack.FirstOrDefault(frame => frame.TypeName.StartsWith("System.Threading.TimerQueue", StringComparison.Ordinal));
        if (frame is not null) return new(frame.DisplayName, frame);
        bool worker = stack.Any(one => Workers.IsWorkerBase(one, bundled: false) || one.TypeName == "System.Threading.ThreadPoolWorkQueue" && one.MethodName == "Dispatch");
        return new(worker ? Words.InlinedWorkItem : AThread, null);
    }

    private static Queuer Told(Place place, IReadOnlyList<QueuedStack> queued, double total)
    {
        (string name, Frame? frame) = place;
        int items = (int)Math.Min(int.MaxValue, queued.Sum(one => (long)one.Items));
        return new()
        {
            Method = name,
            File = frame?.File,
            Line = frame?.Line,
            Approximate = frame?.Approximate ?? true,
            Items = items,
            Share = Math.Round(Math.Min(1, items / total), 2),
            Stack = [.. queued[0].Stack.Select(one => one.DisplayName)],
        };
    }
}
