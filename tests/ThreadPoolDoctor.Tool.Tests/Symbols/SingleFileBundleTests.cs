using System.IO.Compression;
using System.Text;
using ThreadPoolDoctor.Tool.Collection;
using ThreadPoolDoctor.Tool.Collection.Symbols;

namespace ThreadPoolDoctor.Tool.Tests.Symbols;

/// <summary>Single-file programs, made up after the description of their format, of every version and broken.</summary>
public sealed class SingleFileBundleTests : IDisposable
{
    private static readonly byte[] s_mark = Convert.FromHexString("8b1202b96a612038727b930214d7a03213f5b9e6efae3318ee3b2dce24b36aae");

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("tpdoctor-bundle-");

    private static readonly Dictionary<string, byte[]> s_files = new()
    {
        ["Shop.dll"] = [1, 2, 3, 4],
        ["Shop.pdb"] = [.. Enumerable.Range(0, 4_000).Select(i => (byte)(i % 7))],
        ["de/Shop.resources.dll"] = [9],
    };

    public void Dispose() => _folder.Delete(recursive: true);

    /// <summary>A host, the files, and the table of contents behind them.</summary>
    private static byte[] Bundle(uint major, IReadOnlyDictionary<string, byte[]> files, bool compressed = false, int host = 3_000_000)
    {
        using MemoryStream program = new();
        program.Write(new byte[host]);
        using MemoryStream table = new();
        using BinaryWriter writer = new(table, Encoding.UTF8);
        writer.Write(major);
        writer.Write(0u);
        writer.Write(files.Count);
        writer.Write("an-id-of-some-length");
        if (major >= 2) writer.Write(new byte[40]);
        foreach ((string name, byte[] bytes) in files)
        {
            byte[] stored = compressed ? Deflate(bytes) : bytes;
            writer.Write(program.Position);
            writer.Write((long)bytes.Length);
            if (major >= 6) writer.Write(compressed ? (long)stored.Length : 0L);
            writer.Write((byte)1);
            writer.Write(name);
            program.Write(stored);
        }
        long at = program.Position;
        program.Write(table.ToArray());
        byte[] whole = program.ToArray();
        // Across the border between two pieces of those that the mark is looked for in.
        int mark = (1 << 20) - 20;
        BitConverter.GetBytes(at).CopyTo(whole, mark - 8);
        s_mark.CopyTo(whole, mark);
        return whole;
    }

    private static byte[] Deflate(byte[] bytes)
    {
        using MemoryStream stored = new();
        using (DeflateStream deflate = new(stored, CompressionLevel.Optimal)) deflate.Write(bytes);
        return stored.ToArray();
    }

    private TargetFiles Program(byte[] bytes)
    {
        string path = Path.Combine(_folder.FullName, "shop");
        File.WriteAllBytes(path, bytes);
        return TargetFiles.OfProgram(path);
    }

    public class Silent : IDisposable
    {
        private readonly SingleFileBundleTests _outer = new();

        public void Dispose() => _outer.Dispose();

        [Fact]
        public void A_program_that_is_no_bundle_holds_no_files() =>
            _outer.Program(new byte[100_000]).ReadBundled("/app/Shop.dll").ShouldBeEmpty();

        [Fact]
        public void A_host_that_was_never_bundled_holds_no_files()
        {
            byte[] host = new byte[10_000];
            s_mark.CopyTo(host, 500);
            _outer.Program(host).ReadBundled("/app/Shop.dll").ShouldBeEmpty();
        }

        [Theory]
        [InlineData(long.MaxValue)]
        [InlineData(-1)]
        [InlineData(3_100_000)]
        public void A_table_that_is_not_in_the_file_is_not_read(long at)
        {
            byte[] program = Bundle(6, s_files);
            BitConverter.GetBytes(at).CopyTo(program, (1 << 20) - 28);
            _outer.Program(program).ReadBundled("/app/Shop.dll").ShouldBeEmpty();
        }

        [Fact]
        public void A_file_of_another_name_is_not_given() => _outer.Program(Bundle(6, s_files)).ReadBundled("/app/Other.dll").ShouldBeEmpty();

        [Fact]
        public void A_file_that_inflates_to_more_than_there_is_room_for_is_not_read()
        {
            TargetFiles files = _outer.Program(Bundle(6, s_files, compressed: true));
            while (files.Budget.TryTake(1 << 10)) { }
            files.ReadBundled("/app/Shop.pdb").ShouldBeEmpty();
        }

        [Fact]
        public void Broken_tables_give_files_or_nothing()
        {
            int seed = Random.Shared.Next();
            Random random = new(seed);
            byte[] good = Bundle(6, s_files, compressed: true, host: 1_100_000);
            int table = good.Length - 200;
            for (int round = 0; round < 50; round++)
            {
                byte[] bad = [.. good];
                for (int i = random.Next(1, 20); i > 0; i--) bad[random.Next(table, bad.Length)] = (byte)random.Next(256);
                TargetFiles files = _outer.Program(bad);
                Should.NotThrow(() => s_files.Keys.Sum(name => files.ReadBundled(name).Count()), $"Seed {seed}, round {round}.");
            }
        }
    }

    [Theory]
    [InlineData(1u, false)]
    [InlineData(2u, false)]
    [InlineData(6u, false)]
    [InlineData(6u, true)]
    public void Files_of_every_version_are_read_by_their_names(uint major, bool compressed)
    {
        TargetFiles files = Program(Bundle(major, s_files, compressed));
        files.ReadBundled("/app/Shop.dll").ShouldHaveSingleItem().ShouldBe(s_files["Shop.dll"]);
        files.ReadBundled("/app/Shop.pdb").ShouldHaveSingleItem().ShouldBe(s_files["Shop.pdb"]);
        files.ReadBundled("Shop.resources.dll").ShouldHaveSingleItem().ShouldBe(s_files["de/Shop.resources.dll"]);
    }

    [Theory]
    [InlineData("""{ "runtimeOptions": { "includedFrameworks": [ { "name": "Microsoft.AspNetCore.App", "version": "9.0.1" } ] } }""")]
    [InlineData("""{ "runtimeOptions": { "includedFrameworks": [ { "name": "Microsoft.NETCore.App", "version": "8.0 (trust me)" } ] } }""")]
    [InlineData("""{ "runtimeOptions": { "framework": { "name": "Microsoft.NETCore.App", "version": "8.0.31" } } }""")]
    [InlineData("""{ "runtimeOptions": [] }""")]
    [InlineData("{")]
    public void A_configuration_that_includes_no_runtime_tells_no_version(string configuration) =>
        VersionWithin(configuration).ShouldBe(RuntimeVersion.Unknown);

    [Theory]
    [InlineData("8.0.31", "8.0.31")]
    [InlineData("11.0.0-preview.2.26101.1", "11.0.0")]
    public void A_single_file_tells_the_runtime_that_it_includes(string version, string told) => VersionWithin(
        $$"""{ "runtimeOptions": { "includedFrameworks": [ { "name": "Microsoft.NETCore.App", "version": "{{version}}" } ] } }""").ShouldBe(told);

    private string VersionWithin(string configuration) => RuntimeVersion.Within(
        Program(Bundle(6, new Dictionary<string, byte[]>(s_files) { ["Shop.runtimeconfig.json"] = Encoding.UTF8.GetBytes(configuration) })));

    [Theory]
    [InlineData("Debug", false)]
    [InlineData("Debug", true)]
    [InlineData("Release", true)]
    public void A_module_in_a_bundle_has_its_lines(string build, bool compressed)
    {
        string path = LiveStacks.ProgramOf(build);
        Dictionary<string, byte[]> inside = new() { [Path.GetFileName(path)] = File.ReadAllBytes(path) };
        string pdb = Path.ChangeExtension(path, ".pdb");
        if (File.Exists(pdb)) inside[Path.GetFileName(pdb)] = File.ReadAllBytes(pdb);
        ModuleImage image = UserModuleTests.ImageOf(path) with { Path = "/gone/" + Path.GetFileName(path), PdbPath = "" };
        var module = new UserModule(image, Program(Bundle(6, inside, compressed)));
        module.HasPdb.ShouldBeTrue();
        int load = module.Methods().Single(token => module.Name(token) == ("Shop.Orders", "Load"));
        module.LineOf(load, module.Calls(load).Single(call => call.Member == "Sleep"))!.Value.Line.ShouldBe(LiveStacks.LineOf("Orders.cs", "Load"));
    }
}
