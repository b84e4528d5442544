using static ThreadPoolDoctor.PatientGenerator.Writing.Sickness;

namespace ThreadPoolDoctor.PatientGenerator.Writing;

/// <summary>A kind of patient, and how many of a hundred or so are of it.</summary>
internal sealed record Plan(string Kind, int Weight, Action<Draft> Compose)
{
    private static readonly Plan[] s_all =
    [
        new("healthy", 30, Healthy),
        new("starving", 30, draft => Starving(draft, 1)),
        new("starving-several", 12, draft => Starving(draft, draft.Random.Next(2, 4))),
        new("starving-warm", 8, Warm),
        new("stuck", 5, Stuck),
        new("intermittent", 8, Intermittent),
        new("loops", 5, Loops),
        new("convoy", 5, Convoy),
        new("compensated", 6, Compensated),
        new("waits", 5, Waits),
        new("cpu-bound", 4, CpuBound),
    ];

    private static readonly string[] s_withStarvation = ["TPD101", "TPD102", "TPD104", "TPD107"];

    public static IEnumerable<string> Kinds => s_all.Select(plan => plan.Kind);

    /// <summary>
    /// Writes the patient of this seed: always the same one. <paramref name="shared"/>: to stand beside others in one
    /// program.
    /// </summary>
    public static GeneratedPatient Write(int seed, bool shared = false)
    {
        Draft draft = new(seed, shared);
        int at = draft.Random.Next(s_all.Sum(plan => plan.Weight));
        Plan chosen = s_all.First(plan => (at -= plan.Weight) < 0);
        chosen.Compose(draft);
        return draft.Finish(chosen.Kind);
    }

    private static void Healthy(Draft draft)
    {
        List<Decoy> chosen = [.. Decoy.All.OrderBy(_ => draft.Random.Next()).Take(draft.Random.Next(1, 5))];
        if (!chosen.Exists(decoy => decoy.IsLively)) chosen.Add(draft.Any(Decoy.All.Where(decoy => decoy.IsLively).ToArray()));
        foreach (Decoy decoy in chosen) decoy.AddTo(draft);
        draft.Main("Session.ReadyWhenWarm(done: 60);");
    }

    private static void Starving(Draft draft, int causes)
    {
        Ill(draft);
        int minimum = Minimum(draft);
        double[] shares = Shares(draft, causes);
        foreach (double share in shares) draft.Main(Add(draft, Blocking(draft, minimum, share, pace: "")));
        draft.Main($"Session.ReadyWhenStarving(secondsMore: {draft.Random.Next(3)});");
    }

    /// <summary>All went well for long enough that the runtime compiled the work items into its own loop.</summary>
    private static void Warm(Draft draft)
    {
        Ill(draft);
        draft.Main("Slow.Pace = 0;");
        draft.Main(Add(draft, Blocking(draft, Minimum(draft), 1, pace: " * Slow.Pace")));
        draft.Main($"Thread.Sleep({draft.Random.Next(2, 5)}_000);");
        draft.Main("Slow.Pace = 1;");
        draft.Main($"Session.ReadyWhenStarving(secondsMore: {draft.Random.Next(2)});");
    }

    /// <summary>Whoever waits is never answered.</summary>
    private static void Stuck(Draft draft)
    {
        Ill(draft, alone: true);
        // Before an await, an item completes: it is stuck only in what goes on behind it.
        draft.MayHave.Add("TPD107");
        // A request of HTTP opens its connection with work items of its own, which complete.
        draft.Main(Add(draft, new(40, "600_000", 1), draft.Any(Statements.All.Where(statement => statement.Name != "http").ToArray())));
        draft.Main("Session.ReadyWhenStuck();");
    }

    private static void Intermittent(Draft draft)
    {
        Ill(draft);
        draft.LookSeconds = 6;
        draft.Main($"Phases.Alternate(wellMilliseconds: {draft.Random.Next(12, 20)}00, slowMilliseconds: {draft.Random.Next(15, 21)}00);");
        draft.Main(Add(draft, new(5, "Phases.Left", 1)
        {
            Condition = "{ if (Phases.Slow) []; else ThreadPool.QueueUserWorkItem(static state => Session.Done()); }",
        }));
        draft.Main("Session.ReadyAt(4);");
    }

    private static void Loops(Draft draft)
    {
        Ill(draft);
        string type = WriteClass(draft, new(0, "250", 1), draft.Any(Statements.Loops));
        draft.Main($"for (int i = 0; i < 200; i++) {type}.Start(i);");
        draft.Main("Session.Every(20, static () => ThreadPool.QueueUserWorkItem(static state => Session.Done()));");
        draft.Main("Session.ReadyWhenStarving(secondsMore: 0);");
    }

    /// <summary>
    /// Many threads for one lock: with arrivals that never stop a starvation, with a fixed number in turn only a risk.
    /// </summary>
    private static void Convoy(Draft draft)
    {
        draft.Verdicts = draft.Chance(0.5) ? ["starving"] : ["at-risk"];
        draft.Symptoms.Add("TPD105");
        draft.MayHave.AddRange(s_withStarvation);
        draft.Main("ThreadPool.SetMinThreads(24, 24);");
        if (draft.Verdicts[0] == "starving")
        {
            draft.Symptoms.Add("TPD101");
            draft.Main(Add(draft, new(10, "20", 1), Statements.Lock));
            draft.Main("Session.ReadyWhenStarving(secondsMore: 0);");
            return;
        }
        string type = WriteClass(draft, new(0, "20", 1), Statements.Lock);
        // Twelve under way at any time: a thread of the program's own queues the next as soon as one has left.
        draft.Main($"for (int i = 0; i < 12; i++) {type}.Start(i);");
        draft.Main($"Session.EveryLeft(() => {type}.Start(Session.Next()));");
        draft.Main("Session.ReadyAt(2);");
    }

    private static void Compensated(Draft draft)
    {
        draft.Verdicts = ["compensated"];
        draft.Main("ThreadPool.SetMinThreads(80, 80);");
        int milliseconds = draft.Random.Next(3, 12) * 100;
        double threads = draft.Random.Next(12, 30);
        draft.Main(Add(draft, new(Math.Round(milliseconds / threads, 1), $"{milliseconds}", 1)));
        draft.MayHave.AddRange(["TPD001", "TPD002", "TPD003", "TPD004"]);
        draft.Main("Session.ReadyAt(3);");
    }

    private static void Waits(Draft draft)
    {
        draft.Verdicts = ["at-risk"];
        draft.Symptoms.Add("TPD103");
        draft.Main(Add(draft, new(3, "60_000", 1), Statements.Register));
        draft.Main("Session.ReadyWhen(static () => Session.Number > 63 * 10);");
    }

    private static void CpuBound(Draft draft)
    {
        draft.Verdicts = ["cpu-bound"];
        // Timers that come due are late indeed; the verdict must say why all the same.
        draft.MayHave.AddRange(["TPD104", "TPD106"]);
        draft.IsBusy = true;
        int milliseconds = draft.Chance(0.5) ? draft.Random.Next(5, 30) : draft.Random.Next(3, 6) * 100;
        draft.Main("Processor.Measure();");
        string type = WriteClass(draft, new(0, $"{milliseconds}", 1), Statements.Burn);
        // Four times what the processors can do, for how quick they are is not told surely where others use them, too;
        // and never more than two seconds of it at once.
        draft.Main($"Session.Every({milliseconds} / 4.0 / Environment.ProcessorCount, static () =>\n{{\n"
            + $"if (ThreadPool.PendingWorkItemCount < {Math.Max(3, 2_000 / milliseconds)} * Environment.ProcessorCount) {type}.Start(Session.Next());\n}});");
        draft.Main("Session.ReadyAt(4);");
    }

    /// <summary>Ill, and most often not alone: decoys, and items that complete as soon as they get a worker.</summary>
    private static void Ill(Draft draft, bool alone = false)
    {
        draft.Verdicts = ["starving"];
        draft.Symptoms.Add("TPD101");
        draft.MayHave.AddRange(s_withStarvation);
        if (alone) return;
        if (draft.Chance(0.3)) draft.Any(Decoy.All.Where(decoy => !decoy.Blocks).ToArray()).AddTo(draft);
        if (draft.Chance(0.5)) draft.Main("Session.Every(20, static () => ThreadPool.QueueUserWorkItem(static state => Session.Done()));");
    }

    private static int Minimum(Draft draft)
    {
        int minimum = draft.Chance(0.5) ? 0 : draft.Any((int[])[8, 16, 32]);
        if (minimum > 0) draft.Main($"ThreadPool.SetMinThreads({minimum}, {minimum});");
        return minimum;
    }

    /// <summary>Needs more threads than the pool will add while anybody looks; tasks make it add them faster.</summary>
    private static Load Blocking(Draft draft, int minimum, double share, string pace)
    {
        int milliseconds = draft.Random.Next(3, 15) * 100;
        double threads = (draft.Random.Next(150, 220) + minimum) * share;
        return new(Math.Round(milliseconds / threads, 2), $"{milliseconds}{pace}", share);
    }

    private static double[] Shares(Draft draft, int count)
    {
        double[] parts = [.. Enumerable.Range(0, count).Select(_ => 1 + 2 * draft.Random.NextDouble())];
        return [.. parts.Select(part => part / parts.Sum())];
    }
}
