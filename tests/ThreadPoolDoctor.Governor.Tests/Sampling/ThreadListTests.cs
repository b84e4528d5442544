using System.Runtime;
using System.Runtime.CompilerServices;
using ThreadPoolDoctor.Governor.Sampling;

namespace ThreadPoolDoctor.Governor.Tests.Sampling;

public class ThreadListTests
{
    // The list's own methods, three system calls with a method and a stub each among them, which this build holds as
    // IL.
    private const int OwnMethods = 8;

    private static long s_compiled;

    /// <summary>Before any test: a method is compiled once, and other tests have threads listed as well.</summary>
    [ModuleInitializer]
    internal static void ListForTheFirstTime()
    {
        if (!OperatingSystem.IsLinux()) return;
        List<int> threads = new(1_000);
        long before = JitInfo.GetCompiledMethodCount(currentThread: true);
        ThreadList.Read(threads);
        s_compiled = JitInfo.GetCompiledMethodCount(currentThread: true) - before;
    }

    /// <summary>
    /// The first listing is part of the first look at blocked workers: what the framework holds no code for, their
    /// items wait for.
    /// </summary>
    [Fact]
    public void Listing_has_nothing_of_the_framework_compiled() =>
        s_compiled.ShouldBeInRange(OperatingSystem.IsLinux() ? 1 : 0, OwnMethods);

    [Fact]
    public void The_threads_of_the_process_are_listed_once_each()
    {
        if (!OperatingSystem.IsLinux()) return;
        List<int> threads = [0];
        ThreadList.Read(threads);
        threads.ShouldContain(Environment.ProcessId);
        threads.ShouldNotContain(0);
        threads.ShouldBeUnique();
        threads.Count.ShouldBeGreaterThan(1);
    }
}
