using System.Reflection;
using System.Runtime.Loader;

namespace ThreadPoolDoctor.Benchmarks.Analyzers.Adversary;

/// <summary>What a run of a generated program did.</summary>
/// <param name="Trace">Everything that it noted, in order, and how it ended.</param>
/// <param name="Waits">The waits that it came to, and whether on a thread of the pool.</param>
internal sealed record Run(string Trace, IReadOnlyDictionary<int, bool> Waits);

/// <summary>Runs generated programs in this process; each is unloaded afterwards.</summary>
internal sealed class Execution : IDisposable
{
    private readonly string _file = Path.GetTempFileName();

    private static readonly TimeSpan s_longest = TimeSpan.FromSeconds(10);

    // The programs hold threads of this process's pool, some for ever.
    static Execution() => ThreadPool.SetMinThreads(64, 64);

    /// <summary>
    /// Runs a program of assemblies that each refer to those before, whose file operations are all about one file. Null
    /// if it has no beginning.
    /// </summary>
    public async Task<Run?> RunAsync(IReadOnlyList<byte[]> assemblies)
    {
        await File.WriteAllTextAsync(_file, "one line\nanother line\n");
        AssemblyLoadContext context = new("generated", isCollectible: true);
        try
        {
            Assembly[] loaded = [.. assemblies.Select(each => context.LoadFromStream(new MemoryStream(each)))];
            Type support = loaded[0].GetType("Support")!;
            support.GetProperty("ScratchFile")!.SetValue(null, _file);
            if (loaded[^1].GetType("Program")?.GetMethod("Run") is not { ReturnType.Name: "Task" } begin) return null;
            var run = begin.CreateDelegate<Func<Task>>();
            string end = await EndAsync(Task.Run(run));
            string[] waits = (string[])support.GetMethod("Waits")!.Invoke(null, null)!;
            return new(
                $"{support.GetMethod("Trace")!.Invoke(null, null)}\n{end}",
                waits.Select(wait => wait.Split(' ')).ToDictionary(wait => int.Parse(wait[0]), wait => wait[1] == "pool"));
        }
        finally
        {
            context.Unload();
        }
    }

    public void Dispose() => File.Delete(_file);

    private static async Task<string> EndAsync(Task run)
    {
        try
        {
            await run.WaitAsync(s_longest);
            return "ended";
        }
        catch (TimeoutException)
        {
            return "does not end";
        }
        catch (Exception exception)
        {
            // What a program lets out may be wrapped by one way of waiting and not by the other.
            return $"{exception.GetBaseException().GetType().Name}: {exception.GetBaseException().Message}";
        }
    }
}
