using System.Text.Encodings.Web;
using System.Text.Json;
using ThreadPoolDoctor.Diagnosis.Frames;

namespace ThreadPoolDoctor.Diagnosis.Recordings.Files;

/// <summary>
/// Writes a recording as JSON. What comes by the thousand is written as rows of plain values, in the order that
/// docs/recording.md tells; times of threads are ticks of .NET, so that they are exact.
/// </summary>
internal static class RecordingWriter
{
    private static readonly JsonWriterOptions s_options = new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    /// <summary>Every number of the recording is plausible (<see cref="Plausible"/>).</summary>
    public static void Write(Stream stream, Recording recording, string toolVersion)
    {
        using Utf8JsonWriter json = new(stream, s_options);
        StackTree tree = new();
        (IReadOnlyList<StackSnapshot> snapshots, int leftOut) = Stored(recording.Snapshots, tree);
        List<(int Call, int Items)> queuers = [.. recording.Queuers
            .Take(RecordingLimits.Queuers)
            .Select(queued => (Call: tree.IdOf(queued.Stack), queued.Items))
            .Where(queued => queued.Call is not null)
            .Select(queued => (queued.Call!.Value, queued.Items))];
        int[] registrations = [.. recording.WaitRegistrations.Take(RecordingLimits.Candidates).Select(tree.IdOf)];
        int? inlined = recording.InlinedWork is { } work ? tree.IdOf(work) : null;
        json.WriteStartObject();
        json.WriteString("schema", RecordingFile.Schema);
        json.WriteString("toolVersion", toolVersion);
        WriteProcess(json, recording.Process);
        WriteCost(json, recording.Cost);
        WriteRows(json, "ticks", Newest(recording.Ticks, RecordingLimits.Ticks), WriteTick);
        WriteRows(json, "adjustments", Newest(recording.Adjustments, RecordingLimits.Adjustments), WriteAdjustment);
        WriteCensuses(json, recording.Censuses);
        WriteRows(json, "lockWaits", Newest(recording.LockWaits, RecordingLimits.LockWaits), WriteLockWait);
        WriteRows(json, "timers", Newest(recording.Timers, RecordingLimits.Timers), WriteTimer);
        WriteRows(json, "queuedItems", Newest(recording.QueuedItems, RecordingLimits.QueuedItems), WriteQueuedItem);
        WriteRequests(json, recording.Requests);
        WriteThrottling(json, recording.Throttling);
        WriteGovernor(json, recording.Governor);
        WriteBundledPool(json, recording.BundledPool);
        json.WriteStartArray("frames");
        foreach (Frame frame in tree.Frames) WriteFrame(json, frame);
        json.WriteEndArray();
        WriteRows(json, "calls", tree.Nodes, WriteNode);
        json.WriteStartArray("waitRegistrations");
        foreach (int frame in registrations) json.WriteNumberValue(frame);
        json.WriteEndArray();
        if (inlined is { } method) json.WriteNumber("inlinedWork", method);
        WriteSnapshots(json, snapshots, tree);
        WriteRows(json, "queuers", queuers, WriteQueuer);
        WriteCallers(json, recording.UncertainCallers);
        WriteStrings(json, "unseen", Sentences(recording.Unseen, leftOut));
        json.WriteEndObject();
    }

    /// <summary>Those whose stacks the file has room for, the newest first to get it; in their own order.</summary>
    private static (IReadOnlyList<StackSnapshot> Snapshots, int LeftOut) Stored(IReadOnlyList<StackSnapshot> snapshots, StackTree tree)
    {
        List<StackSnapshot> stored = [];
        int stacks = 0;
        foreach (StackSnapshot snapshot in snapshots.Reverse())
        {
            stacks += snapshot.Threads.Count;
            if (stored.Count == RecordingLimits.Snapshots || stacks > RecordingLimits.ThreadStacks
                || snapshot.Threads.Any(thread => tree.IdOf(thread.Stack) is null))
            {
                break;
            }
            stored.Add(snapshot);
        }
        stored.Reverse();
        return (stored, snapshots.Count - stored.Count);
    }

    private static IEnumerable<string> Sentences(IReadOnlyList<string> unseen, int leftOut) => leftOut == 0
        ? unseen.Take(RecordingLimits.Sentences)
        : unseen.Take(RecordingLimits.Sentences - 1).Append(
            $"stacks of {Words.Count(leftOut, "moment")}: the file has no room for more.");

    private static IEnumerable<T> Newest<T>(IReadOnlyList<T> items, int most) => items.Skip(Math.Max(0, items.Count - most));

    private static void WriteProcess(Utf8JsonWriter json, ProcessFacts process)
    {
        json.WriteStartObject("process");
        json.WriteNumber("id", process.Id);
        json.WriteString("name", process.Name);
        json.WriteString("runtime", process.Runtime);
        json.WriteString("os", process.OperatingSystem);
        json.WriteNumber("processors", process.Processors);
        json.WriteNumber("pool", (int)process.Pool);
        if (process.MinWorkers is { } min) json.WriteNumber("minWorkers", min);
        if (process.MaxWorkers is { } max) json.WriteNumber("maxWorkers", max);
        json.WriteBoolean("bundledPool", process.BundledPool);
        if (process.ProcessorLimit is { } limit) json.WriteNumber("processorLimit", limit);
        json.WriteEndObject();
    }

    private static void WriteCost(Utf8JsonWriter json, ObservationCost cost)
    {
        json.WriteStartObject("observed");
        json.WriteNumber("startedAt", cost.StartedAt.UtcTicks);
        json.WriteNumber("seconds", cost.Seconds);
        json.WriteNumber("askedSeconds", cost.AskedSeconds);
        json.WriteNumber("lostEvents", cost.LostEvents);
        json.WriteNumber("suspensions", cost.Suspensions);
        json.WriteNumber("events", cost.Events);
        json.WriteNumber("bytes", cost.Bytes);
        json.WriteNumber("pauseMilliseconds", cost.PauseMilliseconds);
        json.WriteNumber("toolCpuSeconds", cost.ToolCpuSeconds);
        json.WriteEndObject();
    }

    private static void WriteTick(Utf8JsonWriter json, CounterTick tick)
    {
        json.WriteNumberValue(tick.At);
        json.WriteNumberValue(tick.Workers);
        json.WriteNumberValue(tick.QueueLength);
        json.WriteNumberValue(tick.CompletedPerSecond);
        json.WriteNumberValue(tick.CpuUsage);
        json.WriteNumberValue(tick.ActiveTimers);
    }

    private static void WriteAdjustment(Utf8JsonWriter json, WorkerAdjustment change)
    {
        json.WriteNumberValue(change.At);
        json.WriteNumberValue(change.Workers);
        json.WriteNumberValue((int)change.Reason);
    }

    private static void WriteLockWait(Utf8JsonWriter json, LockWait wait)
    {
        json.WriteNumberValue(wait.At);
        json.WriteNumberValue(wait.OsId);
        json.WriteNumberValue(wait.LockId);
        json.WriteNumberValue(wait.OwnerOsId);
    }

    private static void WriteTimer(Utf8JsonWriter json, TimerShot shot)
    {
        json.WriteNumberValue(shot.DueAt);
        json.WriteNumberValue(shot.FiredAt);
    }

    private static void WriteQueuedItem(Utf8JsonWriter json, QueuedItem item)
    {
        json.WriteNumberValue(item.QueuedAt);
        json.WriteNumberValue(item.SeenUntil);
        json.WriteBooleanValue(item.Started);
    }

    private static void WriteQueuer(Utf8JsonWriter json, (int Call, int Items) queuer)
    {
        json.WriteNumberValue(queuer.Call);
        json.WriteNumberValue(queuer.Items);
    }

    private static void WriteNode(Utf8JsonWriter json, (int Frame, int Caller) node)
    {
        json.WriteNumberValue(node.Frame);
        json.WriteNumberValue(node.Caller);
    }

    private static void WriteCensuses(Utf8JsonWriter json, IReadOnlyList<ThreadCensus> censuses)
    {
        json.WriteStartArray("censuses");
        int threads = 0;
        foreach (ThreadCensus census in Newest(censuses, RecordingLimits.Censuses))
        {
            threads += census.Threads.Count;
            if (threads > RecordingLimits.ThreadSights) break;
            json.WriteStartObject();
            json.WriteNumber("at", census.At);
            json.WriteNumber("processCpuSeconds", census.ProcessCpuSeconds);
            WriteRows(json, "threads", census.Threads, WriteThread);
            json.WriteEndObject();
        }
        json.WriteEndArray();
    }

    private static void WriteThread(Utf8JsonWriter json, ThreadSight thread)
    {
        json.WriteNumberValue(thread.OsId);
        json.WriteNumberValue((int)thread.Role);
        json.WriteNumberValue(thread.StartedAt.UtcTicks);
        json.WriteBooleanValue(thread.Asleep);
        json.WriteNumberValue(thread.CpuSeconds);
        json.WriteNumberValue(thread.CpuWaitSeconds);
    }

    private static void WriteRequests(Utf8JsonWriter json, RequestFacts? requests)
    {
        if (requests is null) return;
        json.WriteStartObject("requests");
        json.WriteNumber("seconds", requests.Seconds);
        json.WriteNumber("underWay", requests.UnderWay);
        json.WriteNumber("queuedConnections", requests.QueuedConnections);
        WriteRows(json, "routes", requests.Routes.Take(RecordingLimits.Routes), (row, route) =>
        {
            row.WriteStringValue(route.Method);
            row.WriteStringValue(route.Route);
            row.WriteNumberValue(route.Ended);
            row.WriteNumberValue(route.Failed);
            row.WriteNumberValue(route.MeanSeconds);
            row.WriteNumberValue(route.SlowestSeconds);
        });
        json.WriteEndObject();
    }

    private static void WriteThrottling(Utf8JsonWriter json, CpuThrottling? throttling)
    {
        if (throttling is not { } known) return;
        json.WriteStartObject("throttling");
        json.WriteNumber("periods", known.Periods);
        json.WriteNumber("throttled", known.Throttled);
        json.WriteEndObject();
    }

    private static void WriteGovernor(Utf8JsonWriter json, GovernorFacts? governor)
    {
        if (governor is null) return;
        json.WriteStartObject("governor");
        json.WriteNumber("added", governor.Added);
        json.WriteNumber("minimum", governor.Minimum);
        json.WriteNumber("asked", governor.Asked);
        if (governor.Since is { } since) json.WriteNumber("since", since.UtcTicks);
        json.WriteEndObject();
    }

    private static void WriteBundledPool(Utf8JsonWriter json, BundledPoolFacts? pool)
    {
        if (pool is null) return;
        json.WriteStartObject("bundledPool");
        json.WriteNumber("blocked", pool.Blocked);
        json.WriteNumber("high", pool.Lanes.High);
        json.WriteNumber("normal", pool.Lanes.Normal);
        json.WriteNumber("low", pool.Lanes.Low);
        WriteRows(json, "ticks", Newest(pool.Ticks, RecordingLimits.Ticks), WriteTick);
        json.WriteEndObject();
    }

    private static void WriteFrame(Utf8JsonWriter json, Frame frame)
    {
        json.WriteStartObject();
        json.WriteString("assembly", frame.Assembly);
        json.WriteString("type", frame.TypeName);
        json.WriteString("method", frame.MethodName);
        json.WriteString("signature", frame.Signature);
        json.WriteString("name", frame.DisplayName);
        if (frame.File is { } file) json.WriteString("file", file);
        if (frame.Line is { } line) json.WriteNumber("line", line);
        if (frame.Approximate) json.WriteBoolean("approximate", true);
        if (frame.CalledHere is { } called) json.WriteString("calledHere", called);
        if (frame.CallsNearby is { } nearby) json.WriteString("callsNearby", nearby);
        if (frame.Waits is { } waits) WriteWaits(json, waits);
        if (frame.IsAssumed) json.WriteBoolean("assumed", true);
        if (frame.IsBelowUnnamed) json.WriteBoolean("belowUnnamed", true);
        if (frame.IsFramework) json.WriteBoolean("framework", true);
        if (frame.IsPackage) json.WriteBoolean("package", true);
        json.WriteEndObject();
    }

    private static void WriteWaits(Utf8JsonWriter json, WaitFacts waits)
    {
        json.WriteStartObject("waits");
        if (waits.Lock is { } taken) json.WriteString("lock", taken);
        if (waits.LockIsStatic) json.WriteBoolean("static", true);
        if (waits.Held is { } held) json.WriteString("held", held);
        if (waits.TaskOf is { } task) json.WriteString("taskOf", task);
        if (waits.CompletedBy is { } completed) json.WriteString("completedBy", completed);
        json.WriteEndObject();
    }

    private static void WriteSnapshots(Utf8JsonWriter json, IReadOnlyList<StackSnapshot> snapshots, StackTree tree)
    {
        json.WriteStartArray("snapshots");
        foreach (StackSnapshot snapshot in snapshots)
        {
            json.WriteStartObject();
            json.WriteNumber("at", snapshot.At);
            WriteRows(json, "threads", snapshot.Threads, (_, thread) =>
            {
                json.WriteNumberValue(thread.OsId);
                json.WriteNumberValue(tree.IdOf(thread.Stack)!.Value);
                json.WriteBooleanValue(thread.Cut);
            });
            json.WriteEndObject();
        }
        json.WriteEndArray();
    }

    private static void WriteCallers(Utf8JsonWriter json, IReadOnlyList<UncertainCaller> callers)
    {
        json.WriteStartArray("uncertainCallers");
        foreach (UncertainCaller caller in callers.Take(RecordingLimits.Sentences))
        {
            json.WriteStartObject();
            json.WriteString("called", caller.Called);
            WriteStrings(json, "candidates", caller.Candidates.Take(RecordingLimits.Candidates));
            json.WriteEndObject();
        }
        json.WriteEndArray();
    }

    private static void WriteStrings(Utf8JsonWriter json, string name, IEnumerable<string> texts)
    {
        json.WriteStartArray(name);
        foreach (string text in texts) json.WriteStringValue(text);
        json.WriteEndArray();
    }

    private static void WriteRows<T>(Utf8JsonWriter json, string name, IEnumerable<T> rows, Action<Utf8JsonWriter, T> values)
    {
        json.WriteStartArray(name);
        foreach (T row in rows)
        {
            json.WriteStartArray();
            values(json, row);
            json.WriteEndArray();
        }
        json.WriteEndArray();
    }
}
