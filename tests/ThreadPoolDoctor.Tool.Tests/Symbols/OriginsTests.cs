using ThreadPoolDoctor.Tool.Collection.Symbols;

namespace ThreadPoolDoctor.Tool.Tests.Symbols;

/// <summary>Whose code a module is, as the file beside the program tells.</summary>
public sealed class OriginsTests : IDisposable
{
    private const string Dependencies = """
        {
          "targets": { ".NETCoreApp,Version=v10.0": {
            "Microsoft.Shop/1.0.0": { "runtime": { "Microsoft.Shop.dll": {} } },
            "Microsoft.Shop.Data/1.0.0": { "runtime": { "Microsoft.Shop.Data.dll": {} } },
            "Dapper/2.1.0": { "runtime": { "lib/net8.0/Dapper.dll": {} } },
            "Native/1.0.0": { "runtimeTargets": { "runtimes/linux/lib/net8.0/Native.Managed.dll": {} } },
            "Microsoft.Extensions.Http/10.0.0": { "runtime": { "lib/net10.0/Microsoft.Extensions.Http.dll": {} } }
          } },
          "libraries": {
            "Microsoft.Shop/1.0.0": { "type": "project" },
            "Microsoft.Shop.Data/1.0.0": { "type": "project" },
            "Dapper/2.1.0": { "type": "package" },
            "Native/1.0.0": { "type": "package" },
            "Microsoft.Extensions.Http/10.0.0": { "type": "package" }
          }
        }
        """;

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("tpdoctor-origins-");

    public void Dispose() => _folder.Delete(recursive: true);

    private Origin Of(string assembly, string? dependencies)
    {
        if (dependencies is not null) File.WriteAllText(Path.Combine(_folder.FullName, "Microsoft.Shop.deps.json"), dependencies);
        ModuleImage module = Module(assembly);
        return new Origins(new TargetFiles(null), () => [Module("Microsoft.Shop"), module]).Of(module);
    }

    private ModuleImage Module(string assembly) => new(Path.Combine(_folder.FullName, assembly + ".dll"), Guid.NewGuid(), "");

    [Theory]
    [InlineData("")]
    [InlineData("[1, 2")]
    [InlineData("""{ "libraries": 3 }""")]
    [InlineData("""{ "libraries": { "Dapper/1": { "type": [] } }, "targets": {} }""")]
    public void A_broken_file_tells_nothing(string dependencies)
    {
        Of("Dapper", dependencies).ShouldBe(Origin.Own);
        Of("Microsoft.Extensions.Http", dependencies).ShouldBe(Origin.Framework);
    }

    [Theory]
    [InlineData("Shop", nameof(Origin.Own))]
    [InlineData("System.Text.Json", nameof(Origin.Framework))]
    [InlineData("ThreadPoolDoctor.Pool", nameof(Origin.Framework))]
    [InlineData("ThreadPoolDoctor.Governor", nameof(Origin.Framework))]
    [InlineData("ThreadPoolDoctor.Monitoring", nameof(Origin.Framework))]
    public void Without_the_file_the_name_decides(string assembly, string expected) => Of(assembly, null).ToString().ShouldBe(expected);

    [Theory]
    [InlineData("Microsoft.Shop", nameof(Origin.Own))]
    [InlineData("Microsoft.Shop.Data", nameof(Origin.Own))]
    [InlineData("Dapper", nameof(Origin.Package))]
    [InlineData("Native.Managed", nameof(Origin.Package))]
    [InlineData("Microsoft.Extensions.Http", nameof(Origin.Framework))]
    [InlineData("System.Private.CoreLib", nameof(Origin.Framework))]
    [InlineData("Plugin", nameof(Origin.Own))]
    public void With_it_projects_are_the_programs_own_and_packages_are_not(string assembly, string expected) =>
        Of(assembly, Dependencies).ToString().ShouldBe(expected);

    [Fact]
    public void A_module_from_memory_has_no_folder_to_ask()
    {
        ModuleImage module = new("Plugin.dll", Guid.NewGuid(), "");
        new Origins(new TargetFiles(null), () => [module]).Of(module).ShouldBe(Origin.Own);
    }
}
