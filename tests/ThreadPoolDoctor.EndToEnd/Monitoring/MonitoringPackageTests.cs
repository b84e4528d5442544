using ThreadPoolDoctor.EndToEnd.Analyzers;
using ThreadPoolDoctor.EndToEnd.Doctor;

namespace ThreadPoolDoctor.EndToEnd.Monitoring;

/// <summary>The monitoring package as a user meets it: packed, and referred to by a fresh project that knows nothing but the package.</summary>
public sealed class MonitoringPackageTests
{
    private const string Version = "0.1.0-endtoend";

    private const string Program = """
        using System;
        using System.Threading;
        using System.Threading.Tasks;
        using ThreadPoolDoctor.Monitoring;

        using (BlockingWatch watch = BlockingWatch.Start())
        {
            await Task.Run(async () => await Task.Delay(200));
            watch.AssertNone();
        }
        using (BlockingWatch watch = BlockingWatch.Start())
        {
            await Task.Run(Orders.Load);
            try
            {
                watch.AssertNone();
                Console.WriteLine("nothing found");
            }
            catch (BlockingFoundException found)
            {
                Console.WriteLine(found.Message);
            }
        }

        internal static class Orders
        {
            public static void Load() => Thread.Sleep(400);
        }
        """;

    // What the package refers to need not be fetched again; the package itself is in nobody's cache.
    private static string OfThisUser { get; } = Environment.GetEnvironmentVariable("NUGET_PACKAGES")
        ?? Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.UserProfile), ".nuget", "packages");

    [Fact]
    public async Task A_fresh_project_finds_what_blocks_with_the_package_alone()
    {
        using ScratchFolder root = new();
        string feed = Path.Combine(root.Path, "feed"), packages = Path.Combine(root.Path, "packages"), project = Path.Combine(root.Path, "Fresh");
        await Dotnet.Must(
            Path.Combine(House.Repository, "runtime", "ThreadPoolDoctor.Monitoring"), OfThisUser,
            "pack", "-c", "Release", "-o", feed, "-v", "q", $"-p:Version={Version}",
            "-p:RunAnalyzers=false", $"-p:ArtifactsPath={Path.Combine(root.Path, "artifacts")}");
        Directory.CreateDirectory(project);
        File.WriteAllText(Path.Combine(project, "Program.cs"), Program);
        File.WriteAllText(Path.Combine(project, "Fresh.csproj"), $"""
            <Project Sdk="Microsoft.NET.Sdk">
              <PropertyGroup>
                <OutputType>Exe</OutputType>
                <TargetFramework>net10.0</TargetFramework>
                <TreatWarningsAsErrors>true</TreatWarningsAsErrors>
                <NuGetAudit>false</NuGetAudit>
                <RestoreAdditionalProjectSources>{feed}</RestoreAdditionalProjectSources>
                <RestoreFallbackFolders>{OfThisUser}</RestoreFallbackFolders>
              </PropertyGroup>
              <ItemGroup>
                <PackageReference Include="ThreadPoolDoctor.Monitoring" Version="{Version}" />
              </ItemGroup>
            </Project>
            """);

        string said = await Dotnet.Must(project, packages, "run");

        said.ShouldContain("TPD002 Orders.Load()");
        said.ShouldContain("Program.cs");
    }
}
