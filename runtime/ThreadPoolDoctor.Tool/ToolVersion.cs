using System.Reflection;

namespace ThreadPoolDoctor.Tool;

/// <summary>The version of this tool, as reports name it.</summary>
internal static class ToolVersion
{
    public static string Text { get; } =
        typeof(ToolVersion).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?
            .InformationalVersion.Split('+')[0] ?? "unknown";
}
