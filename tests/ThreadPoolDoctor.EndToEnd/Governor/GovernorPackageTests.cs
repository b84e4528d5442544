using System.Runtime.InteropServices;
using ThreadPoolDoctor.EndToEnd.Analyzers;
using ThreadPoolDoctor.EndToEnd.Doctor;

namespace ThreadPoolDoctor.EndToEnd.Governor;

/// <summary>The governor's package as a user meets it: a fresh project that knows nothing but the package and its property.</summary>
public sealed class GovernorPackageTests
{
    private const string Version = "0.1.0-endtoend";

    private const string Program = """
        using System;
        using System.IO;
        using ThreadPoolDoctor.Governor;

        Console.Write(ThreadPoolGovernor.Status.IsRunning ? "governed by " : "not governed by ");
        Console.WriteLine(Path.GetRelativePath(AppContext.BaseDirectory, typeof(ThreadPoolGovernor).Assembly.Location));
        """;

    [Fact]
    public async Task One_property_starts_the_governor_and_on_linux_x64_with_NET_10_it_was_compiled_ahead_of_time()
    {
        using ScratchFolder root = new();
        string feed = Path.Combine(root.Path, "feed"), packages = Path.Combine(root.Path, "packages");
        await Dotnet.Must(
            Path.Combine(House.Repository, "runtime", "ThreadPoolDoctor.Governor"), packages,
            "pack", "-c", "Release", "-o", feed, "-v", "q", $"-p:Version={Version}", $"-p:ArtifactsPath={Path.Combine(root.Path, "artifacts")}");
        bool isCompiled = OperatingSystem.IsLinux() && RuntimeInformation.ProcessArchitecture == Architecture.X64;

        (await Run("net10.0")).ShouldBe($"governed by {(isCompiled ? "runtimes/linux-x64/lib/net10.0/" : "")}ThreadPoolDoctor.Governor.dll");
        (await Run("net8.0")).ShouldBe("governed by ThreadPoolDoctor.Governor.dll");

        async Task<string> Run(string framework)
        {
            string project = Directory.CreateDirectory(Path.Combine(root.Path, framework)).FullName;
            File.WriteAllText(Path.Combine(project, "Program.cs"), Program);
            File.WriteAllText(Path.Combine(project, "Fresh.csproj"), $"""
                <Project Sdk="Microsoft.NET.Sdk">
                  <PropertyGroup>
                    <OutputType>Exe</OutputType>
                    <TargetFramework>{framework}</TargetFramework>
                    <RollForward>Major</RollForward>
                    <TreatWarningsAsErrors>true</TreatWarningsAsErrors>
                    <NuGetAudit>false</NuGetAudit>
                    <RestoreAdditionalProjectSources>{feed}</RestoreAdditionalProjectSources>
                    <UseThreadPoolGovernor>true</UseThreadPoolGovernor>
                  </PropertyGroup>
                  <ItemGroup>
                    <PackageReference Include="ThreadPoolDoctor.Governor" Version="{Version}" />
                  </ItemGroup>
                </Project>
                """);
            return (await Dotnet.Must(project, packages, "run")).Trim();
        }
    }
}
