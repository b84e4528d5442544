using System.Reflection;

namespace ThreadPoolDoctor.Pool.Tests.Swap;

public class SurfaceTests
{
    private const BindingFlags Public = BindingFlags.Public | BindingFlags.Static | BindingFlags.DeclaredOnly;

    /// <summary>Signatures with the types' plain names; the registration is the one type that has to differ.</summary>
    private static string Describe(MethodInfo method) =>
        $"{Name(method.ReturnType)} {method.Name}{(method.IsGenericMethod ? "<>" : "")}("
        + string.Join(", ", method.GetParameters().Select(p => $"{(p.IsOut ? "out " : "")}{Name(p.ParameterType)} {p.Name}")) + ")";

    private static string Name(Type type) => type.ToString().Replace(
        "ThreadPoolDoctor.Pool.PoolRegisteredWaitHandle", "System.Threading.RegisteredWaitHandle", StringComparison.Ordinal);

    [Fact]
    public void The_facade_has_every_public_method_of_ThreadPool_and_no_other() =>
        typeof(DoctorThreadPool).GetMethods(Public).Select(Describe).Order().ShouldBe(
            typeof(ThreadPool).GetMethods(Public).Select(Describe).Order());

    [Fact]
    public void The_facade_has_every_public_property_of_ThreadPool_and_no_other() =>
        typeof(DoctorThreadPool).GetProperties(Public).Select(p => $"{p.PropertyType} {p.Name} {p.CanWrite}").Order().ShouldBe(
            typeof(ThreadPool).GetProperties(Public).Select(p => $"{p.PropertyType} {p.Name} {p.CanWrite}").Order());

    [Fact]
    public void A_registration_has_every_public_method_of_ThreadPools() =>
        typeof(PoolRegisteredWaitHandle).GetMethods(BindingFlags.Public | BindingFlags.Instance | BindingFlags.DeclaredOnly)
            .Select(Describe).ShouldBe(
            typeof(RegisteredWaitHandle).GetMethods(BindingFlags.Public | BindingFlags.Instance | BindingFlags.DeclaredOnly)
                .Select(Describe));
}
