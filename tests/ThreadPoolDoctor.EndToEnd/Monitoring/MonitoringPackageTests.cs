using ThreadPoolDoctor.EndToEnd.Packages;

namespace ThreadPoolDoctor.EndToEnd.Monitoring;

/// <summary>
/// The monitoring package as a user meets it: packed, and referred to by a fresh project that knows nothing but the
/// package.
/// </summary>
public sealed class MonitoringPackageTests() : FreshFolder(Path.Combine("runtime", "ThreadPoolDoctor.Monitoring"))
{
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

    [Fact]
    public async Task A_fresh_project_finds_what_blocks_with_the_package_alone()
    {
        string project = Project("Fresh", "Microsoft.NET.Sdk", "\"ThreadPoolDoctor.Monitoring\"", """
            <OutputType>Exe</OutputType>
            <TargetFramework>net10.0</TargetFramework>
            <TreatWarningsAsErrors>true</TreatWarningsAsErrors>
            """, ("Program.cs", Program));

        string said = await Dotnet.Must(project, "run");

        said.ShouldContain("TPD002 Orders.Load()");
        said.ShouldContain("Program.cs");
    }
}
