using System.Reflection;
using System.Text;
using ThreadPoolDoctor.Tests;

namespace ThreadPoolDoctor.Pool.Tests;

/// <summary>The public surface is a promise: a change shows here and is reviewed with the snapshot.</summary>
public class PublicApiTests
{
    [Fact]
    public Task The_public_surface_is_the_reviewed_one() => Verifier.Verify(Describe());

    private static string Describe()
    {
        var text = new StringBuilder();
        foreach (Type type in typeof(WorkPool).Assembly.GetExportedTypes().OrderBy(static t => t.FullName, StringComparer.Ordinal))
        {
            text.AppendLine($"{Kind(type)} {type.FullName}{Bases(type)}");
            IEnumerable<string> members = type
                .GetMembers(BindingFlags.Public | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly)
                .Where(static m => m is not MethodInfo { IsSpecialName: true } && m is not FieldInfo { IsSpecialName: true } && !m.Name.Contains('<'))
                .Select(static m => $"  {m}")
                .Order(StringComparer.Ordinal);
            foreach (string member in members)
            {
                text.AppendLine(member);
            }
        }
        return text.ToString();
    }

    private static string Kind(Type type) =>
        type.IsEnum ? "enum" : type.IsValueType ? "struct" : type.IsInterface ? "interface" : type.IsAbstract && type.IsSealed ? "static class" : type.IsSealed ? "sealed class" : "class";

    private static string Bases(Type type)
    {
        string[] interfaces = [.. type.GetInterfaces().Where(static i => i.IsPublic && i.Namespace is "System" or "ThreadPoolDoctor.Pool" && !i.IsGenericType)
            .Select(static i => i.Name).Where(static n => n is "IDisposable" or "IAsyncDisposable" or "IWorkQueue").Order(StringComparer.Ordinal)];
        return interfaces.Length == 0 ? "" : " : " + string.Join(", ", interfaces);
    }
}
