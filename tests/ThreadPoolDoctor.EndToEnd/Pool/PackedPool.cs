using ThreadPoolDoctor.EndToEnd.Packages;

namespace ThreadPoolDoctor.EndToEnd.Pool;

/// <summary>The pool's two packages, and fresh programs that refer to one of them.</summary>
public sealed class PackedPool()
    : FreshFolder(Path.Combine("pool", "ThreadPoolDoctor.Pool"), Path.Combine("pool", "ThreadPoolDoctor.Pool.AspNetCore"))
{
    /// <summary>A fresh project folder that refers to one of the packages.</summary>
    public string Project(string name, string sdk, string package, string properties, string program, string framework = "net10.0") =>
        Project(name, sdk, $"\"{package}\"", $"""
            <OutputType>Exe</OutputType>
            <TargetFramework>{framework}</TargetFramework>
            <TreatWarningsAsErrors>true</TreatWarningsAsErrors>
            {properties}
            """, ("Program.cs", program));
}
