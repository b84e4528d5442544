using System.Reflection;
using System.Runtime.Loader;
using System.Diagnostics;
using System.Globalization;

namespace ThreadPoolDoctor.Benchmarks.Compare;

/// <summary>
/// Inside a process that runs one variant: this assembly is loaded once more, into a context where the name of the
/// pool's assembly means the variant's file, and obeys the lines of standard input there.
/// </summary>
internal static class VariantProcess
{
    // So long is a shape run before it counts: the JIT compiles in steps. Then so long for one answer.
    private const int WarmUp = 80, OneAnswer = 35;

    public static int Run(string pool, int? workers)
    {
        Assembly program = new Variant(Path.GetFullPath(pool)).LoadFromAssemblyName(typeof(VariantProcess).Assembly.GetName());
        MethodInfo obey = program.GetType(typeof(VariantProcess).FullName!)!.GetMethod(nameof(Obey), BindingFlags.NonPublic | BindingFlags.Static)!;
        obey.Invoke(null, [workers]);
        return 0;
    }

    /// <summary>
    /// Lines: "warm N" and "run N" with a shape's number; each is answered by one line of milliseconds.
    /// </summary>
    private static void Obey(int? workers)
    {
        ComparedPool.Workers = workers;
        Assembly pool = typeof(ThreadPoolDoctor.Pool.WorkPool).Assembly;
        Console.WriteLine($"ready {Environment.ProcessorCount} {pool.ManifestModule.ModuleVersionId} {pool.Location}");
        while (Console.ReadLine() is { } line)
        {
            string[] words = line.Split(' ');
            ComparedShape shape = ComparedShape.All[int.Parse(words[1], CultureInfo.InvariantCulture)];
            bool isWarmUp = words[0] == "warm";
            double answer = !shape.IsLong ? Repeat(shape, isWarmUp ? WarmUp : OneAnswer) : isWarmUp ? 0 : shape.Run();
            Console.WriteLine(answer.ToString("R", CultureInfo.InvariantCulture));
        }
    }

    private static double Repeat(ComparedShape shape, int milliseconds)
    {
        GC.Collect();
        GC.WaitForPendingFinalizers();
        List<double> times = [];
        long start = Stopwatch.GetTimestamp();
        do
        {
            times.Add(shape.Run());
        }
        while (Stopwatch.GetElapsedTime(start).TotalMilliseconds < milliseconds);
        return Stats.Median(times);
    }

    private sealed class Variant(string pool) : AssemblyLoadContext("variant")
    {
        protected override Assembly? Load(AssemblyName name) =>
            name.Name == typeof(VariantProcess).Assembly.GetName().Name ? LoadFromAssemblyPath(typeof(VariantProcess).Assembly.Location)
            : name.Name == "ThreadPoolDoctor.Pool" ? LoadFromAssemblyPath(pool)
            : null;
    }
}
