namespace ThreadPoolDoctor.Tool.Collection.Launching;

/// <summary>
/// The programs of the SDK that run before and beside the user's when that is started by <c>dotnet test</c> or
/// <c>dotnet run</c>: nobody who launches a program wants a verdict on its compiler.
/// </summary>
internal static class BuildTools
{
    private static readonly HashSet<string> s_names = new(StringComparer.OrdinalIgnoreCase)
    {
        "dotnet", "MSBuild", "VBCSCompiler", "csc", "vstest.console", "datacollector", "rzc", "NuGet.Build.Tasks.Console",
    };

    public static bool Contains(string program) => s_names.Contains(program);
}
