using System.Text.Json;
using ThreadPoolDoctor.Diagnosis.Frames;

namespace ThreadPoolDoctor.Diagnosis.Recordings.Files;

/// <summary>
/// Reads what <see cref="RecordingWriter"/> wrote, or whatever else is in the file: each list has a limit, each number
/// a range, and each reference to another part is checked. Properties that it does not know are passed over.
/// </summary>
internal static class RecordingReader
{
    // Of one object that is read as a whole: a frame with its names is the largest.
    private const int LargestObject = 1 << 20;

    private static readonly JsonReaderOptions s_options = new() { MaxDepth = 16 };

    private static readonly DateTimeOffset s_earliest = new(2000, 1, 1, 0, 0, 0, TimeSpan.Zero);
    private static readonly DateTimeOffset s_latest = new(2200, 1, 1, 0, 0, 0, TimeSpan.Zero);

    private static readonly Dictionary<string, Part> s_parts = new()
    {
        ["schema"] = (ref Utf8JsonReader json, Draft draft) => draft.Schema = json.GetString(),
        ["process"] = (ref Utf8JsonReader json, Draft draft) => draft.Process = Whole(ref json, ProcessOf),
        ["observed"] = (ref Utf8JsonReader json, Draft draft) => draft.Cost = Whole(ref json, CostOf),
        ["ticks"] = (ref Utf8JsonReader json, Draft draft) => draft.Ticks = json.ReadList(RecordingLimits.Ticks, TickOf),
        ["adjustments"] = (ref Utf8JsonReader json, Draft draft) => draft.Adjustments = json.ReadList(RecordingLimits.Adjustments, AdjustmentOf),
        ["censuses"] = (ref Utf8JsonReader json, Draft draft) => draft.Censuses =
            json.ReadList(RecordingLimits.Censuses, (ref Utf8JsonReader item) => CensusOf(ref item, draft)),
        ["lockWaits"] = (ref Utf8JsonReader json, Draft draft) => draft.LockWaits = json.ReadList(RecordingLimits.LockWaits, LockWaitOf),
        ["timers"] = (ref Utf8JsonReader json, Draft draft) => draft.Timers = json.ReadList(RecordingLimits.Timers, TimerOf),
        ["queuedItems"] = (ref Utf8JsonReader json, Draft draft) => draft.QueuedItems = json.ReadList(RecordingLimits.QueuedItems, QueuedItemOf),
        ["queuers"] = (ref Utf8JsonReader json, Draft draft) => draft.Queuers = json.ReadList(RecordingLimits.Queuers, PairOf),
        ["throttling"] = (ref Utf8JsonReader json, Draft draft) =>
            draft.Throttling = Whole(ref json, item => new CpuThrottling(item.Long("periods"), item.Long("throttled"))),
        ["requests"] = (ref Utf8JsonReader json, Draft draft) => draft.Requests = Whole(ref json, RequestsOf),
        ["governor"] = (ref Utf8JsonReader json, Draft draft) => draft.Governor = Whole(ref json, GovernorOf),
        ["bundledPool"] = (ref Utf8JsonReader json, Draft draft) => draft.BundledPool = Whole(ref json, BundledPoolOf),
        ["frames"] = (ref Utf8JsonReader json, Draft draft) => draft.Frames =
            json.ReadList(RecordingLimits.Frames, (ref Utf8JsonReader item) => Whole(ref item, FrameOf)),
        ["calls"] = (ref Utf8JsonReader json, Draft draft) => draft.Calls = json.ReadList(RecordingLimits.Nodes, PairOf),
        ["waitRegistrations"] = (ref Utf8JsonReader json, Draft draft) => draft.Registrations =
            json.ReadList(RecordingLimits.Candidates, (ref Utf8JsonReader item) => item.GetInt32()),
        ["inlinedWork"] = (ref Utf8JsonReader json, Draft draft) => draft.InlinedWork = json.GetInt32(),
        ["snapshots"] = (ref Utf8JsonReader json, Draft draft) => draft.Snapshots =
            json.ReadList(RecordingLimits.Snapshots, (ref Utf8JsonReader item) => SnapshotOf(ref item, draft)),
        ["uncertainCallers"] = (ref Utf8JsonReader json, Draft draft) => draft.Callers =
            json.ReadList(RecordingLimits.Sentences, (ref Utf8JsonReader item) => Whole(ref item, CallerOf)),
        ["unseen"] = (ref Utf8JsonReader json, Draft draft) => draft.Unseen =
            json.ReadList(RecordingLimits.Sentences, (ref Utf8JsonReader item) => item.GetString() ?? ""),
    };

    private delegate void Part(ref Utf8JsonReader json, Draft draft);

    /// <summary>Throws InvalidDataException for anything that is no recording.</summary>
    public static Recording Read(ReadOnlyMemory<byte> document)
    {
        try
        {
            return Compose(Parse(document));
        }
        catch (Exception broken) when (broken is JsonException or FormatException or InvalidOperationException or OverflowException)
        {
            throw new InvalidDataException("it is damaged, or ends too early", broken);
        }
    }

    private static Draft Parse(ReadOnlyMemory<byte> document)
    {
        Utf8JsonReader json = new(document.Span, s_options);
        Draft draft = new();
        json.Read();
        json.Expect(JsonTokenType.StartObject);
        while (json.Read() && json.TokenType == JsonTokenType.PropertyName)
        {
            bool known = s_parts.TryGetValue(json.GetString()!, out Part? part);
            json.Read();
            if (known) part!(ref json, draft);
            else json.Skip();
            // First of all: what the rest of another version means is not known.
            if (draft.Schema != RecordingFile.Schema) throw new InvalidDataException(Foreign(draft.Schema));
        }
        json.Expect(JsonTokenType.EndObject);
        return draft;
    }

    private static string Foreign(string? schema) => schema?.StartsWith(RecordingFile.SchemaFamily, StringComparison.Ordinal) == true
        ? "it was made by another version of the tool"
        : "it is no recording";

    private static Recording Compose(Draft draft)
    {
        StoredStacks stacks = new(draft.Frames, draft.Calls);
        return new()
        {
            Process = draft.Process ?? throw new InvalidDataException("it does not say which process it is of"),
            Cost = draft.Cost ?? throw new InvalidDataException("it does not say when it was made"),
            Ticks = draft.Ticks,
            Adjustments = draft.Adjustments,
            Censuses = draft.Censuses,
            LockWaits = draft.LockWaits,
            Timers = draft.Timers,
            QueuedItems = draft.QueuedItems,
            Queuers = [.. draft.Queuers.Select(queuer => new QueuedStack(stacks.Stack(queuer.Call), queuer.Items))],
            Throttling = draft.Throttling,
            Requests = draft.Requests,
            Governor = draft.Governor,
            BundledPool = draft.BundledPool,
            WaitRegistrations = [.. draft.Registrations.Select(stacks.Frame)],
            InlinedWork = draft.InlinedWork is { } work ? stacks.Frame(work) : null,
            Snapshots = [.. draft.Snapshots.Select(snapshot => new StackSnapshot(
                snapshot.At, [.. snapshot.Threads.Select(thread => new ThreadStack(thread.OsId, stacks.Stack(thread.Call), thread.Cut))]))],
            UncertainCallers = draft.Callers,
            Unseen = draft.Unseen,
        };
    }

    private static ProcessFacts ProcessOf(JsonElement item) => new(
        item.Int("id"), item.Text("name"), item.Text("runtime"), item.Text("os"), item.Int("processors"), (PoolKind)item.Int("pool"),
        item.MaybeInt("minWorkers"), item.MaybeInt("maxWorkers"), item.Flag("bundledPool"), item.MaybeDouble("processorLimit"));

    private static ObservationCost CostOf(JsonElement item) => new(
        Started(item.Long("startedAt")), item.Double("seconds"), item.Long("lostEvents"), item.Int("suspensions"), item.Long("events"),
        item.Long("bytes"))
    {
        AskedSeconds = item.MaybeDouble("askedSeconds") ?? 0,
        PauseMilliseconds = item.Double("pauseMilliseconds"),
        ToolCpuSeconds = item.Double("toolCpuSeconds"),
    };

    /// <summary>Far from the ends of the calendar: other times are reckoned from it.</summary>
    private static DateTimeOffset Started(long ticks) => Time(ticks) is var at && at > s_earliest && at < s_latest
        ? at
        : throw new InvalidDataException("it was made at no time that can be");

    private static DateTimeOffset Time(long ticks) => new(Math.Clamp(ticks, 0, DateTime.MaxValue.Ticks), TimeSpan.Zero);

    private static GovernorFacts GovernorOf(JsonElement item) => new(
        item.Int("added"), item.Int("minimum"), item.Int("asked"), item.MaybeLong("since") is { } since ? Time(since) : null);

    private static RequestFacts RequestsOf(JsonElement item) => new(
        item.Double("seconds"), item.Long("underWay"), item.Long("queuedConnections"),
        [.. item.Rows("routes", RecordingLimits.Routes, values: 6).Select(row => new RouteFacts(
            row[0].GetString() ?? "", row[1].GetString() ?? "", row[2].GetInt64(), row[3].GetInt64(), row[4].GetDouble(), row[5].GetDouble()))]);

    private static BundledPoolFacts BundledPoolOf(JsonElement item) => new(
        [.. item.Rows("ticks", RecordingLimits.Ticks, values: 6).Select(row => new CounterTick(
            row[0].GetDouble(), row[1].GetInt32(), row[2].GetInt64(), row[3].GetDouble(), row[4].GetDouble(), row[5].GetInt32()))],
        item.Int("blocked"),
        new(item.Long("high"), item.Long("normal"), item.Long("low")));

    private static UncertainCaller CallerOf(JsonElement item) => new(
        item.Text("called"), [.. item.Items("candidates", RecordingLimits.Candidates).Select(name => name.GetString() ?? "")]);

    private static Frame FrameOf(JsonElement item) =>
        Frame.Restored(item.Text("assembly"), item.Text("type"), item.Text("method"), item.Text("signature"), item.Text("name")) with
        {
            File = item.MaybeText("file"),
            Line = item.MaybeInt("line"),
            Approximate = item.Flag("approximate"),
            CalledHere = item.MaybeText("calledHere"),
            CallsNearby = item.MaybeText("callsNearby"),
            Waits = item.Maybe("waits") is { } waits ? WaitsOf(waits) : null,
            IsAssumed = item.Flag("assumed"),
            IsBelowUnnamed = item.Flag("belowUnnamed"),
            IsFramework = item.Flag("framework"),
            IsPackage = item.Flag("package"),
        };

    private static WaitFacts WaitsOf(JsonElement item) => new()
    {
        Lock = item.MaybeText("lock"),
        LockIsStatic = item.Flag("static"),
        Held = item.MaybeText("held"),
        TaskOf = item.MaybeText("taskOf"),
        CompletedBy = item.MaybeText("completedBy"),
    };

    private static CounterTick TickOf(ref Utf8JsonReader json)
    {
        json.Expect(JsonTokenType.StartArray);
        CounterTick tick = new(json.NextDouble(), json.NextInt(), json.NextLong(), json.NextDouble(), json.NextDouble(), json.NextInt());
        json.EndRow();
        return tick;
    }

    private static WorkerAdjustment AdjustmentOf(ref Utf8JsonReader json)
    {
        json.Expect(JsonTokenType.StartArray);
        WorkerAdjustment change = new(json.NextDouble(), json.NextInt(), (AdjustmentReason)json.NextInt());
        json.EndRow();
        return change;
    }

    private static LockWait LockWaitOf(ref Utf8JsonReader json)
    {
        json.Expect(JsonTokenType.StartArray);
        LockWait wait = new(json.NextDouble(), json.NextInt(), json.NextUnsigned(), json.NextLong());
        json.EndRow();
        return wait;
    }

    private static TimerShot TimerOf(ref Utf8JsonReader json)
    {
        json.Expect(JsonTokenType.StartArray);
        TimerShot shot = new(json.NextDouble(), json.NextDouble());
        json.EndRow();
        return shot;
    }

    private static QueuedItem QueuedItemOf(ref Utf8JsonReader json)
    {
        json.Expect(JsonTokenType.StartArray);
        QueuedItem item = new(json.NextDouble(), json.NextDouble(), json.NextFlag());
        json.EndRow();
        return item;
    }

    private static (int, int) PairOf(ref Utf8JsonReader json)
    {
        json.Expect(JsonTokenType.StartArray);
        (int, int) pair = (json.NextInt(), json.NextInt());
        json.EndRow();
        return pair;
    }

    private static ThreadSight ThreadOf(ref Utf8JsonReader json)
    {
        json.Expect(JsonTokenType.StartArray);
        ThreadSight thread = new(
            json.NextInt(), (ThreadRole)json.NextInt(), Time(json.NextLong()), json.NextFlag(), json.NextDouble(), json.NextDouble());
        json.EndRow();
        return thread;
    }

    private static StoredThread StackOf(ref Utf8JsonReader json)
    {
        json.Expect(JsonTokenType.StartArray);
        StoredThread thread = new(json.NextInt(), json.NextInt(), json.NextFlag());
        json.EndRow();
        return thread;
    }

    private static ThreadCensus CensusOf(ref Utf8JsonReader json, Draft draft)
    {
        double at = 0;
        double cpu = 0;
        IReadOnlyList<ThreadSight> threads = [];
        json.Expect(JsonTokenType.StartObject);
        while (json.NextProperty() is { } name)
        {
            if (name == "at") at = json.GetDouble();
            else if (name == "processCpuSeconds") cpu = json.GetDouble();
            else if (name == "threads") threads = EachOnce(json.ReadList(RecordingLimits.ThreadSights - draft.ThreadSights, ThreadOf), thread => thread.OsId);
            else json.Skip();
        }
        draft.ThreadSights += threads.Count;
        return new(at, threads, cpu);
    }

    private static StoredSnapshot SnapshotOf(ref Utf8JsonReader json, Draft draft)
    {
        double at = 0;
        IReadOnlyList<StoredThread> threads = [];
        json.Expect(JsonTokenType.StartObject);
        while (json.NextProperty() is { } name)
        {
            if (name == "at") at = json.GetDouble();
            else if (name == "threads") threads = EachOnce(json.ReadList(RecordingLimits.ThreadStacks - draft.ThreadStacks, StackOf), thread => thread.OsId);
            else json.Skip();
        }
        draft.ThreadStacks += threads.Count;
        return new(at, threads);
    }

    /// <summary>A thread is seen once in a moment; the rules look threads up by their ids.</summary>
    private static IReadOnlyList<T> EachOnce<T>(IReadOnlyList<T> threads, Func<T, int> id) => threads.Select(id).Distinct().Count() == threads.Count
        ? threads
        : throw new InvalidDataException("it tells of one thread twice at the same moment");

    /// <summary>An object that is small in every recording, as a whole.</summary>
    private static T Whole<T>(ref Utf8JsonReader json, Func<JsonElement, T> read)
    {
        json.Expect(JsonTokenType.StartObject);
        Utf8JsonReader ahead = json;
        ahead.Skip();
        if (ahead.BytesConsumed - json.TokenStartIndex > LargestObject) throw new InvalidDataException("a part of it is larger than in any recording");
        using JsonDocument part = JsonDocument.ParseValue(ref json);
        return read(part.RootElement);
    }

    private sealed record StoredThread(int OsId, int Call, bool Cut);

    private sealed record StoredSnapshot(double At, IReadOnlyList<StoredThread> Threads);

    /// <summary>What has been read so far.</summary>
    private sealed class Draft
    {
        public string? Schema { get; set; }

        public ProcessFacts? Process { get; set; }

        public ObservationCost? Cost { get; set; }

        public IReadOnlyList<CounterTick> Ticks { get; set; } = [];

        public IReadOnlyList<WorkerAdjustment> Adjustments { get; set; } = [];

        public IReadOnlyList<ThreadCensus> Censuses { get; set; } = [];

        public IReadOnlyList<LockWait> LockWaits { get; set; } = [];

        public IReadOnlyList<TimerShot> Timers { get; set; } = [];

        public IReadOnlyList<QueuedItem> QueuedItems { get; set; } = [];

        public IReadOnlyList<(int Call, int Items)> Queuers { get; set; } = [];

        public CpuThrottling? Throttling { get; set; }

        public RequestFacts? Requests { get; set; }

        public GovernorFacts? Governor { get; set; }

        public BundledPoolFacts? BundledPool { get; set; }

        public IReadOnlyList<Frame> Frames { get; set; } = [];

        public IReadOnlyList<(int Frame, int Caller)> Calls { get; set; } = [];

        public IReadOnlyList<int> Registrations { get; set; } = [];

        public int? InlinedWork { get; set; }

        public IReadOnlyList<StoredSnapshot> Snapshots { get; set; } = [];

        public IReadOnlyList<UncertainCaller> Callers { get; set; } = [];

        public IReadOnlyList<string> Unseen { get; set; } = [];

        public int ThreadSights { get; set; }

        public int ThreadStacks { get; set; }
    }
}
