namespace ThreadPoolDoctor.EndToEnd.Analyzers;

/// <summary>The analyzer's package, packed once for all tests of this class, with a cache of packages that nobody else uses.</summary>
public sealed class PackedAnalyzer : IAsyncLifetime
{
    public const string Version = "0.1.0-endtoend";

    public string Root { get; } = Directory.CreateTempSubdirectory("tpd-analyzers-").FullName;

    public string Feed => Path.Combine(Root, "feed");

    // A cache of its own: a stale package of the same version in the machine's cache would lie.
    public string Packages => Path.Combine(Root, "packages");

    public string Package => Path.Combine(Feed, $"ThreadPoolDoctor.Analyzers.{Version}.nupkg");

    public async Task InitializeAsync()
    {
        string project = Path.Combine(Repository(), "analyzers", "ThreadPoolDoctor.CodeFixes");
        await Dotnet.Must(project, Packages, "pack", "-c", "Release", "-o", Feed, "-v", "q", $"-p:Version={Version}", $"-p:ArtifactsPath={Path.Combine(Root, "artifacts")}");
    }

    public Task DisposeAsync()
    {
        Directory.Delete(Root, recursive: true);
        return Task.CompletedTask;
    }

    /// <summary>A fresh project folder that refers to the package.</summary>
    public string Project(string name, string sdk, string properties, params (string File, string Text)[] files)
    {
        string folder = Directory.CreateDirectory(Path.Combine(Root, name)).FullName;
        File.WriteAllText(Path.Combine(folder, name + ".csproj"), $"""
            <Project Sdk="{sdk}">
              <PropertyGroup>
                <TargetFramework>net10.0</TargetFramework>
                <ImplicitUsings>enable</ImplicitUsings>
                <Nullable>enable</Nullable>
                <NuGetAudit>false</NuGetAudit>
                <RestoreAdditionalProjectSources>{Feed}</RestoreAdditionalProjectSources>
                {properties}
              </PropertyGroup>
              <ItemGroup>
                <PackageReference Include="ThreadPoolDoctor.Analyzers" Version="{Version}" PrivateAssets="all" />
              </ItemGroup>
            </Project>
            """);
        foreach ((string file, string text) in files) File.WriteAllText(Path.Combine(folder, file), text);
        return folder;
    }

    private static string Repository()
    {
        DirectoryInfo folder = new(AppContext.BaseDirectory);
        while (!File.Exists(Path.Combine(folder.FullName, "ThreadPoolDoctor.sln"))) folder = folder.Parent!;
        return folder.FullName;
    }
}
