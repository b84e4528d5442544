using System.Collections.Concurrent;
using System.Globalization;
using System.Text.Json;
using ThreadPoolDoctor.PatientGenerator;
using ThreadPoolDoctor.PatientGenerator.Looking;
using ThreadPoolDoctor.PatientGenerator.Writing;

// write --seeds 1-3 --out DIR                        writes and compiles programs, each in a folder of its seed
// project --seeds 1-12 --framework net8.0 --out DIR  writes them as one project, whose argument is the seed
// run --seeds 1-100 --out DIR --tool DLL             starts each, has the tool look at it, and compares
//     [--program COMMAND] [--id started|own|child]   what starts them instead; the seed is appended (see project)
//     [--together N] [--kind healthy,starving]       how many looks at once; only patients of these kinds
//     [--looks N]                                    a fault must show in N looks: luck of a busy machine does not count
//     [--methods N] [--threads N]                    makes each program large: methods that are compiled, threads that sleep
//     [--keep]                                       keeps what was right, too
Arguments arguments = Arguments.Read(args);
return arguments.Command switch
{
    "write" => Write(arguments),
    "project" => WriteProject(arguments),
    "run" => await RunAsync(arguments),
    _ => Usage(),
};

static int Usage()
{
    Console.Error.WriteLine("Usage: write --seeds 1-3 --out DIR | run --seeds 1-100 --out DIR --tool DLL [--together N] [--looks N] [--kind KINDS] [--keep]");
    return 2;
}

static int WriteProject(Arguments arguments)
{
    Project.Write(arguments.Seeds.Where(seed => arguments.Wants(Plan.Write(seed, shared: true).Truth.Kind)), arguments.Framework, arguments.Out);
    return 0;
}

static int Write(Arguments arguments)
{
    foreach (int seed in arguments.Seeds)
    {
        GeneratedPatient patient = Plan.Write(seed);
        if (!arguments.Wants(patient.Truth.Kind)) continue;
        string folder = arguments.FolderOf(seed);
        string program = Compiler.Compile(patient, folder);
        if (arguments.WithSources)
        {
            foreach ((string name, string text) in Compiler.Resources()) File.WriteAllText(Path.Combine(folder, name), text);
            if (patient.Library is not null) File.WriteAllText(Path.Combine(folder, "Vendor.cs.txt"), patient.Library);
        }
        File.WriteAllText(Path.Combine(folder, "truth.json"), JsonSerializer.Serialize(patient.Truth, new JsonSerializerOptions { WriteIndented = true }));
        Console.WriteLine($"{seed,5} {patient.Truth.Kind,-18} {program}  {patient.Truth.Description}");
    }
    return 0;
}

static async Task<int> RunAsync(Arguments arguments)
{
    ConcurrentBag<Judgement> judged = [];
    Lock console = new();
    (int Seed, GeneratedPatient Patient)[] patients = [.. arguments.Seeds
        .Select(seed => (seed, Ballast.Under(Plan.Write(seed, shared: arguments.Program is not null), arguments.Methods, arguments.Threads)))
        .Where(one => arguments.Wants(one.Item2.Truth.Kind))];
    // Those that use up the processors come last, one at a time.
    await Parallel.ForEachAsync(
        patients.Where(one => !one.Patient.Truth.IsBusy), new ParallelOptions { MaxDegreeOfParallelism = arguments.Together }, (one, _) => LookAsync(one.Patient));
    foreach ((_, GeneratedPatient patient) in patients.Where(one => one.Patient.Truth.IsBusy)) await LookAsync(patient);

    Judgement[] all = [.. judged.OrderBy(one => one.Truth.Seed)];
    Console.WriteLine();
    foreach (string line in Matrix.Lines(all)) Console.WriteLine(line);
    return all.All(one => one.Wrong.Count == 0) ? 0 : 1;

    async ValueTask LookAsync(GeneratedPatient patient)
    {
        string folder = arguments.FolderOf(patient.Truth.Seed);
        Directory.CreateDirectory(folder);
        IReadOnlyList<string> program = arguments.Program is { } command
            ? [.. command, patient.Truth.Seed.ToString(CultureInfo.InvariantCulture)]
            : [Trial.Dotnet, "exec", Compiler.Compile(patient, folder)];
        Trial trial = await Trial.RunAsync(patient.Truth, program, arguments.Tool, arguments.Id, Path.Combine(folder, "recording"));
        Judgement judgement = Judgement.Of(trial);
        for (int look = 1; look < arguments.Looks && judgement.Wrong.Count > 0; look++)
        {
            trial = await Trial.RunAsync(patient.Truth, program, arguments.Tool, arguments.Id, Path.Combine(folder, "recording"));
            judgement = Judgement.Of(trial);
        }
        judged.Add(judgement);
        if (trial.Report is { } report) await File.WriteAllTextAsync(Path.Combine(folder, "report.json"), report.ToString());
        lock (console)
        {
            Console.WriteLine($"{(judgement.Wrong.Count == 0 ? "ok   " : "WRONG")} seed {patient.Truth.Seed,-6} {patient.Truth.Kind,-18} {judgement.Verdict,-12} {patient.Truth.Description}");
            foreach (string wrong in judgement.Wrong) Console.WriteLine($"        {wrong}");
        }
        if (judgement.Wrong.Count == 0 && !arguments.KeepsAll) Directory.Delete(folder, recursive: true);
    }
}

/// <summary>The command line.</summary>
internal sealed record Arguments(string Command, IReadOnlyDictionary<string, string> Options)
{
    public static Arguments Read(string[] args)
    {
        Dictionary<string, string> options = [];
        for (int i = 1; i < args.Length; i++)
        {
            bool hasValue = i + 1 < args.Length && !args[i + 1].StartsWith("--", StringComparison.Ordinal);
            options[args[i]] = hasValue ? args[++i] : "";
        }
        return new(args.Length == 0 ? "" : args[0], options);
    }

    /// <summary>"1-10,15" as numbers.</summary>
    public IEnumerable<int> Seeds => Value("--seeds").Split(',').SelectMany(part =>
    {
        int[] ends = [.. part.Split('-').Select(number => int.Parse(number, CultureInfo.InvariantCulture))];
        return Enumerable.Range(ends[0], ends[^1] - ends[0] + 1);
    });

    public int Together => Number("--together");

    public int Looks => Number("--looks");

    public int Methods => Number("--methods", otherwise: 0);

    public int Threads => Number("--threads", otherwise: 0);

    public bool WithSources => Options.ContainsKey("--sources");

    public bool KeepsAll => Options.ContainsKey("--keep");

    public IReadOnlyList<string> Tool => Value("--tool") is var tool && tool.EndsWith(".dll", StringComparison.Ordinal)
        ? [Trial.Dotnet, "exec", tool]
        : tool.Split(' ');

    /// <summary>What starts a program when the seed is appended; null to compile each one.</summary>
    public IReadOnlyList<string>? Program => Options.TryGetValue("--program", out string? command) ? command.Split(' ') : null;

    /// <summary>Which process is the program: see <see cref="Trial.RunAsync"/>.</summary>
    public string Id => Options.GetValueOrDefault("--id", "started");

    public string Framework => Value("--framework");

    public string Out => Value("--out");

    public string FolderOf(int seed) => Path.Combine(Out, seed.ToString(CultureInfo.InvariantCulture));

    public bool Wants(string kind) => !Options.TryGetValue("--kind", out string? kinds) || kinds.Split(',').Contains(kind);

    private int Number(string option, int otherwise = 1) =>
        Options.TryGetValue(option, out string? number) ? int.Parse(number, CultureInfo.InvariantCulture) : otherwise;

    private string Value(string option) => Options.TryGetValue(option, out string? value) && value.Length > 0
        ? value
        : throw new ArgumentException($"{option} is missing.");
}
