using System.Globalization;
using System.Text;

namespace ThreadPoolDoctor.Pool.Adversary;

/// <summary>The process that runs programs on one side: a program comes in, its report goes out.</summary>
internal static class Child
{
    /// <summary>The first argument of a child.</summary>
    internal const string Command = "child";

    // Every way through this program and the pool once, so that the JIT is done before the clock runs. One worker is
    // enough for it, since a side may have no more.
    private const string WarmUp = """
        queue 20 { compute 1us lock 0 { compute 1us } gate 0 { compute 1us } read 0 { compute 1us } write 0 { compute 1us } }
        queue 1 { poll 1ms parallel 4 { compute 1us } }
        queue 4 local { queue 2 flow dirty }
        relay 2 1us 2ms local
        relay 2 1us 2ms
        async 1 0ms
        async 1 1ms
        yields 2 1us 2ms
        turns 2 0 { compute 1us }
        join 2 { compute 1us }
        cancel 1
        timer 1ms
        wait 1ms
        """;

    private const int WarmUpLimit = 5000;

    internal static IReadOnlyList<string> SideNames => [.. s_sides.Keys];

    private static readonly Dictionary<string, Func<PoolProgram, IPoolSide>> s_sides = new()
    {
        ["threadpool"] = static _ => new ThreadPoolSide(),
        ["workpool"] = static program => new WorkPoolSide(program),
    };

    /// <summary>What follows a program's text: that, and how many milliseconds it has.</summary>
    internal const string Go = "go ";

    /// <summary>
    /// The arguments: the side, rounds of work in a microsecond. Programs come one after the other until the input
    /// ends, or until one has not ended in time: what it left behind would disturb the next.
    /// </summary>
    internal static int Run(string[] arguments)
    {
        Func<PoolProgram, IPoolSide> side = s_sides[arguments[0]];
        Work.RoundsPerMicrosecond = double.Parse(arguments[1], CultureInfo.InvariantCulture);
        var warmUp = PoolProgram.Parse("queue 1 { " + WarmUp.ReplaceLineEndings(" ") + " }");
        bool goesOn = RunOn(side, warmUp, WarmUpLimit).Complete;
        if (!goesOn)
        {
            Console.Error.WriteLine("the first steps have not ended");
        }
        while (goesOn && Read(out int limit) is { } program)
        {
            RunReport report = RunOn(side, program, limit);
            Console.Out.Write(report.ToText());
            Console.Out.Flush();
            goesOn = report.Complete;
        }
        // Workers may be inside items for ever, and foreground threads if items made them so.
        Environment.Exit(0);
        return 0;
    }

    private static RunReport RunOn(Func<PoolProgram, IPoolSide> make, PoolProgram program, int limit)
    {
        IPoolSide side = make(program);
        RunReport report = new ProgramRun(side, program).Run(limit);
        side.Forget();
        return report;
    }

    /// <summary>Null at the end of the input.</summary>
    private static PoolProgram? Read(out int limit)
    {
        var text = new StringBuilder();
        while (Console.In.ReadLine() is { } line)
        {
            if (line.StartsWith(Go, StringComparison.Ordinal))
            {
                limit = int.Parse(line.AsSpan(Go.Length), CultureInfo.InvariantCulture);
                return PoolProgram.Parse(text.ToString());
            }
            text.AppendLine(line);
        }
        limit = 0;
        return null;
    }
}
