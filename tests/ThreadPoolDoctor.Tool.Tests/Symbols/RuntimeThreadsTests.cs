using ThreadPoolDoctor.Tool.Collection.Symbols;

namespace ThreadPoolDoctor.Tool.Tests.Symbols;

/// <summary>
/// A type that the runtime has renamed would go unnoticed: each look would ask for the names of all methods twice.
/// </summary>
public class RuntimeThreadsTests
{
    public static TheoryData<string> Loops() => new(RuntimeThreads.Loops);

    [Theory]
    [MemberData(nameof(Loops))]
    public void Each_loop_is_a_type_of_this_runtime(string type)
    {
        string[] assemblies = ["System.Private.CoreLib", "System.Diagnostics.DiagnosticSource"];
        assemblies.Select(assembly => Type.GetType($"{type}, {assembly}")).ShouldContain(found => found != null);
    }
}
