using System.Diagnostics;
using Microsoft.CodeAnalysis;

namespace ThreadPoolDoctor.Benchmarks.Analyzers;

/// <summary>
/// What a build pays: the SDK's own compiler, started anew each time, on generated code with nullable analysis; without
/// analyzers, with one that does nothing, with the rules; or, for a project as <c>dotnet new</c> makes it, with the
/// analyzers and generators that the SDK runs in every build, at the severities of its default analysis level, and with
/// the rules beside them. They take turns.
/// </summary>
internal static class Building
{
    private static readonly string s_rules = typeof(ThreadPoolDoctor.Analyzers.Rule).Assembly.Location;

    /// <param name="lines">How much code.</param>
    /// <param name="rounds">How often.</param>
    /// <param name="turn">Which side comes first in the first round, for whoever runs the rounds one by one.</param>
    /// <param name="usual">Beside the SDK's analyzers instead of alone.</param>
    public static async Task<int> Measure(int lines, int rounds, int turn, bool usual)
    {
        DirectoryInfo folder = Directory.CreateTempSubdirectory("tpdoctor");
        try
        {
            string sdk = await Sdk();
            string compiler = Path.Combine(sdk, "Roslyn", "bincore", "csc.dll");
            string[] nothing = ["/analyzer:" + typeof(Idle).Assembly.Location], rules = ["/analyzer:" + s_rules];
            string[] own = usual ? [.. Usual(sdk)] : [];
            string common = Path.Combine(folder.FullName, "common.rsp");
            await File.WriteAllLinesAsync(common, Arguments(folder.FullName, lines));
            (string Name, string[] Analyzers)[] sides = usual
                ? [("the SDK's own", own), ("with one that does nothing", [.. own, .. nothing]), ("with the rules", [.. own, .. rules])]
                : [("no analyzer", []), ("one that does nothing", nothing), ("the rules", rules)];
            List<(double Elapsed, double Processor)>[] times = [.. sides.Select(_ => new List<(double, double)>())];
            for (int round = 0; round < rounds; round++)
            {
                // Whoever comes first is another one each time.
                foreach (int index in Enumerable.Range(turn + round, sides.Length).Select(at => at % sides.Length)) times[index].Add(await Run(compiler, common, sides[index].Analyzers));
                Console.WriteLine($"round {round}: " + string.Join(", ", sides.Zip(times, (side, all) => $"{side.Name} {all[^1].Elapsed:0} ms, {all[^1].Processor:0} ms of processors")));
            }
            Console.WriteLine($"{lines} lines, {rounds} rounds in turns; medians, and the share above the first side round by round: median (least to most)");
            foreach ((int index, (string name, string[] _)) in sides.Index())
            {
                Console.WriteLine($"{name,-27} {Speed.Median([.. times[index].Select(time => time.Elapsed)]),6:0} ms elapsed {Share(times, index, time => time.Elapsed),-28} "
                    + $"{Speed.Median([.. times[index].Select(time => time.Processor)]),6:0} ms of processors {Share(times, index, time => time.Processor)}");
            }
            return 0;
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    private static string Share(List<(double Elapsed, double Processor)>[] times, int index, Func<(double Elapsed, double Processor), double> of)
    {
        double[] shares = [.. times[index].Zip(times[0], (with, without) => of(with) / of(without) - 1)];
        return $"{Speed.Median(shares),6:P1} ({shares.Min():P1} to {shares.Max():P1})";
    }

    private static IEnumerable<string> Arguments(string folder, int lines)
    {
        foreach ((int number, string text) in GeneratedCode.Files(lines).Index()) File.WriteAllText(Path.Combine(folder, $"File{number}.cs"), text);
        string[] fixedOnes = ["/noconfig", "/nostdlib+", "/nologo", "/target:library", "/nullable:enable", "/debug:portable", "/langversion:latest", "/warn:0", $"/out:{folder}/out.dll"];
        IEnumerable<string> references = SourceTree.Framework.Where(reference => reference.Display!.Contains("Microsoft.NETCore.App")).Select(reference => $"/reference:\"{reference.Display}\"");
        return [.. fixedOnes, .. references, $"\"{folder}/*.cs\""];
    }

    // What the compiler is given in a project that says nothing of analyzers.
    private static IEnumerable<string> Usual(string sdk)
    {
        string analyzers = Path.Combine(sdk, "Sdks", "Microsoft.NET.Sdk", "analyzers");
        string packs = Path.Combine(Path.GetDirectoryName(Environment.ProcessPath)!, "packs", "Microsoft.NETCore.App.Ref");
        string[] files =
        [
            .. Directory.GetFiles(analyzers, "*.NetAnalyzers.dll").Where(path => !path.Contains("VisualBasic")),
            .. Directory.GetFiles(Path.Combine(Directory.GetDirectories(packs).Order().Last(), "analyzers", "dotnet", "cs"), "*.dll"),
        ];
        string level = $"analysislevel_{Environment.Version.Major}_default.globalconfig";
        return [.. files.Select(file => "/analyzer:" + file), "/analyzerconfig:" + Path.Combine(analyzers, "build", "config", level)];
    }

    private static async Task<string> Sdk()
    {
        using Process asked = Process.Start(new ProcessStartInfo(Environment.ProcessPath!, "--version") { RedirectStandardOutput = true })!;
        string version = (await asked.StandardOutput.ReadToEndAsync()).Trim();
        return Path.Combine(Path.GetDirectoryName(Environment.ProcessPath)!, "sdk", version);
    }

    private static async Task<(double Elapsed, double Processor)> Run(string compiler, string arguments, string[] analyzers)
    {
        ProcessStartInfo start = new(Environment.ProcessPath!, ["exec", compiler, "@" + arguments, .. analyzers]) { RedirectStandardOutput = true };
        Stopwatch watch = Stopwatch.StartNew();
        using Process process = Process.Start(start)!;
        Task<string> output = process.StandardOutput.ReadToEndAsync();
        TimeSpan used = default;
        // What a process has used is gone when it has ended: the last reading is at most this old.
        while (!process.WaitForExit(5)) used = Used(process) ?? used;
        double elapsed = watch.Elapsed.TotalMilliseconds;
        if (process.ExitCode != 0) throw new InvalidOperationException("the compiler failed: " + await output);
        return (elapsed, used.TotalMilliseconds);
    }

    private static TimeSpan? Used(Process process)
    {
        try
        {
            process.Refresh();
            return process.TotalProcessorTime;
        }
        catch (InvalidOperationException)
        {
            return null;
        }
    }
}
