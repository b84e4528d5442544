using ThreadPoolDoctor.EndToEnd.Analyzers;

namespace ThreadPoolDoctor.EndToEnd.Pool;

/// <summary>The pool's two packages, packed once for all tests of this class, with a cache of packages that nobody else uses.</summary>
public sealed class PackedPool : IAsyncLifetime
{
    private const string Version = "0.1.0-endtoend";

    private readonly string _root = Directory.CreateTempSubdirectory("tpd-pool-").FullName;

    private string Feed => Path.Combine(_root, "feed");

    public string Packages => Path.Combine(_root, "packages");

    public async Task InitializeAsync()
    {
        foreach (string project in new[] { "ThreadPoolDoctor.Pool", "ThreadPoolDoctor.Pool.AspNetCore" })
        {
            await Dotnet.Must(
                Path.Combine(Repository(), "pool", project), Packages, "pack", "-c", "Release", "-o", Feed, "-v", "q",
                $"-p:Version={Version}", $"-p:ArtifactsPath={Path.Combine(_root, "artifacts")}");
        }
    }

    public Task DisposeAsync()
    {
        Directory.Delete(_root, recursive: true);
        return Task.CompletedTask;
    }

    /// <summary>A fresh project folder that refers to one of the packages.</summary>
    public string Project(string name, string sdk, string package, string properties, string program, string framework = "net10.0")
    {
        string folder = Directory.CreateDirectory(Path.Combine(_root, name)).FullName;
        File.WriteAllText(Path.Combine(folder, name + ".csproj"), $"""
            <Project Sdk="{sdk}">
              <PropertyGroup>
                <OutputType>Exe</OutputType>
                <TargetFramework>{framework}</TargetFramework>
                <TreatWarningsAsErrors>true</TreatWarningsAsErrors>
                <NuGetAudit>false</NuGetAudit>
                <RestoreAdditionalProjectSources>{Feed}</RestoreAdditionalProjectSources>
                {properties}
              </PropertyGroup>
              <ItemGroup>
                <PackageReference Include="{package}" Version="{Version}" />
              </ItemGroup>
            </Project>
            """);
        File.WriteAllText(Path.Combine(folder, "Program.cs"), program);
        return folder;
    }

    private static string Repository()
    {
        DirectoryInfo folder = new(AppContext.BaseDirectory);
        while (!File.Exists(Path.Combine(folder.FullName, "ThreadPoolDoctor.sln"))) folder = folder.Parent!;
        return folder.FullName;
    }
}
