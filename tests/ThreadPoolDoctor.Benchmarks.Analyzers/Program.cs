using ThreadPoolDoctor.Benchmarks.Analyzers;

return args switch
{
    ["tree", string folder, ..] => await SourceTree.Examine(folder, args.Contains("--timing")),
    ["speed"] => await Speed.Measure(),
    ["edit"] => await Speed.MeasureEdit(),
    _ => Usage(),
};

static int Usage()
{
    Console.Error.WriteLine("""
        tree <folder>   examines every project under a folder, with the framework as its only library, and prints what is found
        speed           what the rules cost on generated code: share of the compilation, growth with size
        edit            how long after an edit of a large file its diagnostics are there
        """);
    return 2;
}
