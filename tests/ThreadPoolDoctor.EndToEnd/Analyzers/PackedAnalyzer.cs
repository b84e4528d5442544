using ThreadPoolDoctor.EndToEnd.Packages;

namespace ThreadPoolDoctor.EndToEnd.Analyzers;

/// <summary>The analyzer's package, and fresh projects that refer to it.</summary>
public sealed class PackedAnalyzer() : FreshFolder(Path.Combine("analyzers", "ThreadPoolDoctor.CodeFixes"))
{
    internal string Package => Path.Combine(OwnPackages.Feed, $"ThreadPoolDoctor.Analyzers.{OwnPackages.Version}.nupkg");

    /// <summary>A fresh project folder that refers to the package.</summary>
    public string Project(string name, string sdk, string properties, params (string File, string Text)[] files) =>
        Project(name, sdk, "\"ThreadPoolDoctor.Analyzers\" PrivateAssets=\"all\"", $"""
            <TargetFramework>net10.0</TargetFramework>
            <ImplicitUsings>enable</ImplicitUsings>
            <Nullable>enable</Nullable>
            {properties}
            """, files);
}
