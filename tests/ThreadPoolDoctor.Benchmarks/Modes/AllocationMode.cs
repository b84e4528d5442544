using ThreadPoolDoctor.Allocating;

namespace ThreadPoolDoctor.Benchmarks;

/// <summary>Bytes that each form of queueing allocates an item, beside ThreadPool's same form.</summary>
internal static class AllocationMode
{
    public static int Run()
    {
        Console.WriteLine(Machine.Description);
        Console.WriteLine("| form | WorkPool, bytes an item | ThreadPool |\n|---|---|---|");
        foreach (Allocations.Form form in Allocations.Forms)
        {
            (double ours, double theirs) = Allocations.Measure(form);
            Console.WriteLine($"| {form.Name} | {ours:F1} | {theirs:F1} |");
        }
        return 0;
    }
}
