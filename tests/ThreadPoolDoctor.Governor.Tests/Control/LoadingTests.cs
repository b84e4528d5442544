using System.Reflection;
using System.Runtime.CompilerServices;

namespace ThreadPoolDoctor.Governor.Tests.Control;

public class LoadingTests
{
    /// <summary>In a process that is relieved it would be the program's own governor, which no lease ends.</summary>
    [Fact]
    public void The_assembly_starts_nothing_when_it_is_loaded()
    {
        const BindingFlags Static = BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic;
        typeof(ThreadPoolGovernor).Assembly.GetTypes().SelectMany(static type => type.GetMethods(Static))
            .Where(static method => method.IsDefined(typeof(ModuleInitializerAttribute)))
            .ShouldBeEmpty();
    }
}
