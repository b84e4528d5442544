namespace ThreadPoolDoctor.PatientGenerator.Writing;

/// <summary>A way to block, as one statement; a line that begins with '!' is the one to blame.</summary>
/// <param name="Name">For the table of results.</param>
/// <param name="Ids">The ailments that it may be called.</param>
/// <param name="Code">Its lines; {ms} stands for how long it blocks.</param>
internal sealed record Statement(string Name, string[] Ids, string Code)
{
    /// <summary>Ids of the symptoms that belong to it beside starvation.</summary>
    public string[] MayHave { get; init; } = [];

    /// <summary>Fields of the class that it needs.</summary>
    public string Fields { get; init; } = "";

    public IReadOnlyList<string> Lines(string milliseconds) => Code.Replace("{ms}", milliseconds, StringComparison.Ordinal).Split('\n');
}

internal static class Statements
{
    public static readonly Statement[] All =
    [
        Task("result", "_ = Slow.AskAsync({ms}).Result;"),
        Task("result-of-timer", "_ = Slow.LoadAsync({ms}).Result;"),
        Task("wait", "Slow.AskAsync({ms}).Wait();"),
        Task("wait-delay", "Task.Delay({ms}).Wait();"),
        Task("getresult", "Slow.AskAsync({ms}).GetAwaiter().GetResult();"),
        Task("configured-getresult", "_ = Slow.AskAsync({ms}).ConfigureAwait(false).GetAwaiter().GetResult();"),
        Task("valuetask-result", "_ = Slow.CountAsync({ms}).AsTask().Result;"),
        Task("wait-all", "Task.WaitAll(Slow.AskAsync({ms}), Slow.AskAsync({ms} / 2));"),
        Task("wait-any", "Task.WaitAny(Slow.AskAsync({ms}), Slow.AskAsync(2 * {ms}));"),

        Sleep("sleep", "Thread.Sleep({ms});"),
        Sleep("sleep-span", "Thread.Sleep(TimeSpan.FromMilliseconds({ms}));"),

        Io("socket", "using (Socket socket = Slow.Connect({ms}))\n{\n!    socket.Receive(new byte[1]);\n}"),
        Io("network-stream", "using (NetworkStream stream = Slow.Network({ms}))\n{\n!    _ = stream.ReadByte();\n}"),
        Io("reader", "using (StreamReader reader = new(Slow.Network({ms})))\n{\n!    _ = reader.ReadLine();\n}"),
        Io("pipe", "using (Stream pipe = Slow.Pipe({ms}))\n{\n!    _ = pipe.ReadByte();\n}"),
        Io("http", "using (HttpResponseMessage answer = Slow.Http.Send(Slow.Request({ms})))\n{\n    GC.KeepAlive(answer);\n}", first: true),

        Signal("handle", "Slow.Event({ms}).WaitOne();"),
        Signal("handles", "WaitHandle.WaitAny([Slow.Event({ms}), Slow.Event(2 * {ms})]);"),
        Signal("event-slim", "Slow.Slim({ms}).Wait();"),
        Signal("semaphore", "Slow.Semaphore({ms}).Wait();"),
        Signal("countdown", "Slow.Countdown({ms}).Wait();"),
        Signal("barrier", "Slow.Barrier({ms}).SignalAndWait();"),
        Signal("take", "_ = Slow.Queue({ms}).Take();"),
        Signal("join", "Slow.Worker({ms}).Join();"),
        Signal("pulse", "object gate = Slow.Pulse({ms});\nlock (gate)\n{\n!    Monitor.Wait(gate, {ms});\n}"),
        Signal("reader-lock", "ReaderWriterLockSlim written = Slow.KeptByWriter({ms});\n!written.EnterReadLock();\nwritten.ExitReadLock();"),
    ];

    /// <summary>The lock that all take in turn; {ms} is how long one turn lasts.</summary>
    public static readonly Statement Lock = new("lock", ["TPD004"], "!lock (s_gate)\n{\n?    Thread.Sleep({ms});\n}\nSession.Left();")
    {
        MayHave = ["TPD105"],
        Fields = "private static readonly object s_gate = new();",
    };

    /// <summary>Loops that hold a worker for good.</summary>
    public static readonly Statement[] Loops =
    [
        new("polling", ["TPD005", "TPD002"], "while (Session.GoesOn)\n{\n!    Thread.Sleep({ms});\n}"),
        new("consumer", ["TPD005", "TPD004"], "!foreach (int element in Slow.Queue(600_000).GetConsumingEnumerable())\n{\n    GC.KeepAlive(element);\n}"),
    ];

    /// <summary>A wait that is registered, and answered a minute and a half later.</summary>
    public static readonly Statement Register = new(
        "register", ["TPD006"], "!ThreadPool.RegisterWaitForSingleObject(Slow.Event(90_000), static (state, late) => { }, null, {ms}, executeOnlyOnce: true);");

    /// <summary>Computing for so many milliseconds.</summary>
    public static readonly Statement Burn = new(
        "burn", ["TPD005", "TPD106"], "ulong sum = 1;\n!for (long step = Processor.Steps({ms}); step > 0; step--) sum = sum * 31 + (ulong)step;\nGC.KeepAlive(sum);");

    private static Statement Task(string name, string code) => new(name, ["TPD001"], "!" + code);

    private static Statement Sleep(string name, string code) => new(name, ["TPD002"], "!" + code);

    private static Statement Io(string name, string code, bool first = false) => new(name, ["TPD003"], first ? "!" + code : code);

    private static Statement Signal(string name, string code) => new(name, ["TPD004"], code.Contains('!') ? code : "!" + code);
}
