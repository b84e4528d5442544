using System.Runtime.InteropServices;
using ThreadPoolDoctor.EndToEnd.Packages;

namespace ThreadPoolDoctor.EndToEnd.Governor;

/// <summary>
/// The governor's package as a user meets it: a fresh project that knows nothing but the package and its property.
/// </summary>
public sealed class GovernorPackageTests() : FreshFolder(Path.Combine("runtime", "ThreadPoolDoctor.Governor"))
{
    private const string Program = """
        using System;
        using System.IO;
        using ThreadPoolDoctor.Governor;

        Console.Write(ThreadPoolGovernor.Status.IsRunning ? "governed by " : "not governed by ");
        Console.WriteLine(Path.GetRelativePath(AppContext.BaseDirectory, typeof(ThreadPoolGovernor).Assembly.Location));
        """;

    [Theory]
    [InlineData("net10.0", "runtimes/linux-x64/lib/net10.0/")]
    [InlineData("net8.0", "")]
    public async Task One_property_starts_the_governor_which_was_compiled_ahead_of_time_for_NET_10_on_linux_x64(string framework, string place)
    {
        if (!OperatingSystem.IsLinux() || RuntimeInformation.ProcessArchitecture != Architecture.X64) place = "";
        string project = Project("Governed" + framework, "Microsoft.NET.Sdk", "\"ThreadPoolDoctor.Governor\"", $"""
            <OutputType>Exe</OutputType>
            <TargetFramework>{framework}</TargetFramework>
            <RollForward>Major</RollForward>
            <TreatWarningsAsErrors>true</TreatWarningsAsErrors>
            <UseThreadPoolGovernor>true</UseThreadPoolGovernor>
            """, ("Program.cs", Program));

        (await Dotnet.Must(project, "run")).Trim().ShouldBe($"governed by {place}ThreadPoolDoctor.Governor.dll");
    }

    [Fact]
    public async Task In_CSharp_7_3_which_has_no_module_initializers_the_property_starts_it_too()
    {
        string project = Project("Older", "Microsoft.NET.Sdk", "\"ThreadPoolDoctor.Governor\"", """
            <OutputType>Exe</OutputType>
            <TargetFramework>net10.0</TargetFramework>
            <LangVersion>7.3</LangVersion>
            <TreatWarningsAsErrors>true</TreatWarningsAsErrors>
            <UseThreadPoolGovernor>true</UseThreadPoolGovernor>
            """, ("Program.cs", """
            using System;
            using ThreadPoolDoctor.Governor;

            class Program
            {
                static void Main() { Console.WriteLine(ThreadPoolGovernor.Status.IsRunning); }
            }
            """));

        (await Dotnet.Must(project, "run")).Trim().ShouldBe("True");
    }
}
