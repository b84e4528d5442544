using ThreadPoolDoctor.Benchmarks.Analyzers;
using ThreadPoolDoctor.Benchmarks.Analyzers.Adversary;
using ThreadPoolDoctor.Benchmarks.Analyzers.Damaged;

if (MissingFolders.In(args) is { } missing)
{
    Console.Error.WriteLine(missing);
    return 2;
}

return args switch
{
    ["tree", string folder, ..] => await SourceTree.Examine(folder, Value("--libraries"), Value("--without")?.Split(',') ?? [], args.Contains("--timing"), args.Contains("--ways"), args.Contains("--roots")),
    ["compare", string before, .. string[] folders] => await Comparison.Run(before, [.. folders.TakeWhile(folder => !folder.StartsWith("--"))], Value("--without")?.Split(',') ?? []),
    ["cost", string folder, .. string[] others] => await Cost.Measure(folder, [.. others.TakeWhile(each => !each.StartsWith("--"))], Value("--libraries"), Value("--without")?.Split(',') ?? [], Value("--summaries"),
        args.Contains("--together"), int.Parse(Value("--rounds") ?? "1")),
    ["fix", string folder, ..] => await ThreadPoolDoctor.Benchmarks.Analyzers.Fixing.Sweep.RunAsync(folder, new(
        Value("--libraries"), Value("--without")?.Split(',') ?? [], int.Parse(Value("--at-most") ?? "100"), int.Parse(Value("--seed") ?? "1"), Value("--diffs"), args.Contains("--all"), args.Contains("--public"), args.Contains("--emit"))),
    ["hunt", ..] when Value("--damaged") is { } folder => await DamagedMode.HuntAsync(
        folder, int.Parse(Value("--seed") ?? Random.Shared.Next().ToString()), int.Parse(Value("--programs") ?? "200"), int.Parse(Value("--most") ?? "1000"),
        TimeSpan.FromSeconds(int.Parse(Value("--shrink") ?? "60"))),
    ["hunt", ..] => await AdversaryMode.HuntAsync(
        int.Parse(Value("--seed") ?? Random.Shared.Next().ToString()), int.Parse(Value("--programs") ?? "200"), int.Parse(Value("--size") ?? AdversaryMode.UsualSize.ToString()),
        int.Parse(Value("--most") ?? "1000"), TimeSpan.FromSeconds(int.Parse(Value("--shrink") ?? "60")), args.Contains("--verbose"), args.Contains("--apart"), args.Contains("--old")),
    ["replay", string file, ..] => await AdversaryMode.ReplayAsync(File.ReadAllText(file), Value("--apart") is { } split ? int.Parse(split) : null),
    ["show", ..] => Show(int.Parse(Value("--seed") ?? "1"), int.Parse(Value("--size") ?? AdversaryMode.UsualSize.ToString())),
    ["speed", .. string[] sizes] => await Speed.Measure(sizes is [] ? [2_500, 12_500, 25_000, 50_000, 100_000] : [.. sizes.Select(int.Parse)], Rounds()),
    ["large", .. string[] size] => await Speed.MeasureLarge(size is [string lines] ? int.Parse(lines) : 20_000, Rounds()),
    ["curve"] => await Curve.Measure(Rounds()),
    ["build", .. string[] size] => await Building.Measure(size is [string lines, ..] && int.TryParse(lines, out int said) ? said : 100_000, Rounds(), int.Parse(Value("--turn") ?? "0"), args.Contains("--usual")),
    ["edit", .. string[] size] => await Editing.Measure(size is [string lines] ? int.Parse(lines) : 6_250, Rounds()),
    ["write", string folder, string lines] => Write(folder, int.Parse(lines)),
    _ => Usage(),
};

static int Write(string folder, int lines)
{
    Directory.CreateDirectory(folder);
    foreach ((int number, string text) in GeneratedCode.Files(lines).Index()) File.WriteAllText(Path.Combine(folder, $"File{number}.cs"), text);
    return 0;
}

static int Show(int seed, int size)
{
    Console.Write(ProgramWriter.Write(seed, size));
    return 0;
}

static int Rounds() => int.TryParse(Environment.GetEnvironmentVariable("TPDOCTOR_ROUNDS"), out int rounds) ? rounds : 5;

string? Value(string option) => MissingFolders.ValueOf(args, option);

static int Usage()
{
    Console.Error.WriteLine("""
        tree <folder>     examines every project under a folder and prints what is found; --libraries <folder> adds the assemblies
                          there that a project refers to, --without <word,word> leaves projects out, --timing prints the time
                          of each and its worst errors, --ways every step of the way from a finding to what blocks,
                          --roots tells what blocks in a helper once, as a build does
        compare <dll> <folder...>  what these rules say of the folders and those of another build's ThreadPoolDoctor.Analyzers.dll
                          do not, and the other way round; --without as above; ends with 1 when there is a difference
        cost <folder> <dll...>  the time that the compiler's driver counts for these rules on a checkout, and for what others' assemblies
                          say of blocking; --libraries and --without as above, --summaries <folder> has each project leave its
                          summary there, as a build does; each set in compilations of its own, and with --together all in one, as
                          in a build, with all rules of the others; --rounds <n> times in one process
        fix <folder>      asks for every fix of what is found there, applies each alone and says what is wrong with the result;
                          --libraries and --without as above, --at-most <n> findings chosen by --seed <s>, --diffs <folder> keeps
                          what each fix changed, --all adds Fix All in every document, project and in the solution, --public lets
                          the fixes change public methods of libraries, --emit also lowers what was changed
        hunt              writes programs by chance, runs them, and says which promise of the rules or fixes they break; --programs <n>
                          from --seed <s>, of about --size <n> productions, until --most <n> ways are found; a program that breaks
                          something is made smaller for --shrink <seconds>; --verbose says why others were not judged; --apart puts
                          each into several projects, by its seed; --old writes each for an older version of the language;
                          --damaged <folder> takes the texts under a folder instead and damages them, their references, files and
                          settings: no rule and no fix may throw, or go on for ever
        replay <file>     judges the program in a file as hunt does, and prints what is found in it; --apart <seed> as above
        show              prints the program of --seed <s> and --size <n>
        speed [lines...]  what the rules cost on generated code: share of the compilation, growth with size
        large [lines]     the same for one file of this size, 20,000 lines by default
        curve             how the rules' time and allocations grow with the size of a program and of a file, as exponents
        build [lines]     what a build pays: the SDK's compiler with the rules, without, and with an analyzer that does nothing;
                          --usual adds to each the analyzers that the SDK runs in every build, --turn <n> says who comes first
        edit [lines]      how long after an edit of a large file its diagnostics are there
        write <folder> <lines>  writes generated code, for measuring real builds

        TPDOCTOR_ROUNDS says how many rounds are measured, 5 by default.
        """);
    return 2;
}
