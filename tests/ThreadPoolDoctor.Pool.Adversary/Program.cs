using System.Globalization;

namespace ThreadPoolDoctor.Pool.Adversary;

/// <summary>The console program; <c>--help</c> tells how it is called.</summary>
internal static class Program
{
    private const string Help = """
        Random programs on two sides, one process each; a promise that our side breaks is shrunk and printed.
          hunt     programs of many seeds            --seed N --programs N --most N (catches) --longest MS --time S
          show     prints programs of many seeds     --seed N --programs N
          replay   tries one program, shrinks it     --seed N, or its text from standard input
          measure  how far two sides lie apart       --seed N --programs N --longest MS; also a side and itself
        Both sides: --theirs NAME --ours NAME (threadpool, workpool), --theirs-env NAME=VALUE --ours-env NAME=VALUE
        Judging:    --factor N --slack MS --thread-factor N --thread-slack N --repeat N --without PROMISE,PROMISE
        Shrinking:  --shrink SECONDS (0: not at all)
        Ends with 0 if all promises were kept, 1 if not, 2 if it was called wrongly.
        """;

    private static int Main(string[] arguments)
    {
        if (arguments is [Child.Command, .. { } rest])
        {
            return Child.Run(rest);
        }
        try
        {
            return Run(arguments);
        }
        catch (FormatException e)
        {
            Console.Error.WriteLine(e.Message);
            return 2;
        }
    }

    private static int Run(string[] arguments)
    {
        if (arguments is not [{ } command, .. { } rest] || command == "--help")
        {
            Console.WriteLine(Help);
            return arguments.Length == 0 ? 2 : 0;
        }
        var options = new Options(rest);
        Func<int> run = command switch
        {
            "hunt" => () => RunHunt(options),
            "show" => () => Show(options),
            "replay" => () => Replay(options),
            "measure" => () => Measure(options),
            _ => throw new FormatException($"There is no command '{command}'; --help lists them."),
        };
        return run();
    }

    private static int RunHunt(Options options)
    {
        long seed = options.Number("seed", Random.Shared.Next());
        int programs = (int)options.Number("programs", 200);
        int most = (int)options.Number("most", int.MaxValue);
        int longest = (int)options.Number("longest", int.MaxValue);
        var time = TimeSpan.FromSeconds(options.Number("time", 1_000_000));
        Hunt hunt = MakeHunt(options) with { LongestTime = longest, Time = time };
        using Trial trial = hunt.Trial;
        Console.WriteLine($"{programs} programs from seed {seed}: {trial.Title}");
        long since = System.Diagnostics.Stopwatch.GetTimestamp();
        IReadOnlyList<Catch> catches = hunt.Run(seed, programs, most);
        double seconds = System.Diagnostics.Stopwatch.GetElapsedTime(since).TotalSeconds;
        Console.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"{hunt.Programs} programs, {seconds:F0} s: {catches.Count} break a promise, {hunt.Unjudged} not judged"));
        return catches.Count == 0 ? 0 : 1;
    }

    private static int Show(Options options)
    {
        long seed = options.Number("seed", 0);
        int programs = (int)options.Number("programs", 1);
        options.CheckAllUsed();
        for (long last = seed + programs; seed < last; seed++)
        {
            Console.Write($"seed {seed}\n{ProgramGenerator.FromSeed(seed)}");
        }
        return 0;
    }

    private static int Replay(Options options)
    {
        long seed = options.Number("seed", -1);
        PoolProgram program = seed >= 0
            ? ProgramGenerator.FromSeed(seed)
            : PoolProgram.Parse(Console.In.ReadToEnd());
        Hunt hunt = MakeHunt(options);
        using Trial trial = hunt.Trial;
        Verdict verdict = trial.Try(program);
        foreach (Violation violation in verdict.Violations)
        {
            Console.WriteLine($"{violation.Promise}: {violation.Text}");
        }
        if (!verdict.Holds && hunt.ShrinkTime > TimeSpan.Zero)
        {
            Console.WriteLine("smallest program found:");
            Console.Write(Shrinking.Smallest(program, verdict.Violations, trial, hunt.ShrinkTime).Program);
        }
        Console.WriteLine(!verdict.Judged ? "not judged" : verdict.Holds ? "all promises kept" : "broken");
        return verdict.Holds ? 0 : 1;
    }

    private static int Measure(Options options)
    {
        long seed = options.Number("seed", Random.Shared.Next());
        int programs = (int)options.Number("programs", 200);
        int longest = (int)options.Number("longest", int.MaxValue);
        using Trial trial = MakeHunt(options).Trial;
        var calibration = new Calibration();
        for (long last = seed + programs; seed < last; seed++)
        {
            PoolProgram program = ProgramGenerator.FromSeed(seed);
            if (program.LongestTime <= longest && trial.RunOnce(program) is { } pair)
            {
                calibration.Add(pair.Theirs, pair.Ours);
            }
        }
        Console.Write($"{trial.Title}\n{calibration}");
        return 0;
    }

    private static Hunt MakeHunt(Options options)
    {
        var defaults = new Limits();
        var trial = new Trial(
            Side(options, "theirs", "threadpool"),
            Side(options, "ours", "workpool"),
            new Limits
            {
                Factor = options.Number("factor", (long)defaults.Factor),
                Slack = options.Number("slack", (long)defaults.Slack),
                ThreadFactor = options.Number("thread-factor", (long)defaults.ThreadFactor),
                ThreadSlack = (int)options.Number("thread-slack", defaults.ThreadSlack),
            },
            (int)options.Number("repeat", Trial.Repetitions),
            options.Promises("without"));
        TimeSpan shrinkTime = TimeSpan.FromSeconds(options.Number("shrink", 60));
        options.CheckAllUsed();
        Work.RoundsPerMicrosecond = Work.Measure();
        return new Hunt(trial, shrinkTime, Console.WriteLine);
    }

    private static Side Side(Options options, string which, string otherwise)
    {
        string name = options.Text(which, otherwise);
        return Child.SideNames.Contains(name)
            ? new Side(name, options.Pairs(which + "-env"))
            : throw new FormatException($"There is no side '{name}'; there are {string.Join(", ", Child.SideNames)}.");
    }
}
