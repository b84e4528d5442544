using ThreadPoolDoctor.Benchmarks.Analyzers;

return args switch
{
    ["tree", string folder, ..] => await SourceTree.Examine(folder, Value("--libraries"), Value("--without")?.Split(',') ?? [], args.Contains("--timing")),
    ["speed"] => await Speed.Measure(),
    ["edit"] => await Speed.MeasureEdit(),
    _ => Usage(),
};

string? Value(string option) => Array.IndexOf(args, option) is >= 0 and int at && at + 1 < args.Length ? args[at + 1] : null;

static int Usage()
{
    Console.Error.WriteLine("""
        tree <folder>   examines every project under a folder and prints what is found; --libraries <folder> adds the assemblies
                        there to the framework's, --without <word,word> leaves projects out, --timing prints the time of each and its worst errors
        speed           what the rules cost on generated code: share of the compilation, growth with size
        edit            how long after an edit of a large file its diagnostics are there
        """);
    return 2;
}
