using System.Diagnostics;
using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;
using ThreadPoolDoctor.Tool.Collection.Symbols;

namespace ThreadPoolDoctor.Tool.Tests.Symbols;

/// <summary>The user's files: beside each other, embedded, gone, replaced, broken.</summary>
public sealed class UserModuleTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("tpdoctor-symbols-");

    public void Dispose() => _folder.Delete(recursive: true);

    public class Silent : IDisposable
    {
        private readonly UserModuleTests _outer = new();

        public void Dispose() => _outer.Dispose();

        [Theory]
        [InlineData("Debug")]
        [InlineData("Release")]
        public void A_module_with_another_PDB_id_is_not_believed(string build)
        {
            ModuleImage image = _outer.Copy(build) with { PdbId = Guid.NewGuid() };
            var module = new UserModule(image, new TargetFiles(null));
            module.HasPdb.ShouldBeFalse();
            module.Methods().ShouldBeEmpty();
        }

        [Fact]
        public void A_PDB_of_another_build_is_not_believed()
        {
            ModuleImage image = _outer.Copy("Debug");
            byte[] pdb = File.ReadAllBytes(Path.ChangeExtension(image.Path, ".pdb"));
            int id = pdb.AsSpan().IndexOf(image.PdbId.ToByteArray());
            pdb[id] ^= 1;
            File.WriteAllBytes(Path.ChangeExtension(image.Path, ".pdb"), pdb);
            new UserModule(image with { PdbPath = "" }, new TargetFiles(null)).HasPdb.ShouldBeFalse();
        }

        [Theory]
        [InlineData("")]
        [InlineData("Shop.dll")]
        [InlineData("../Shop.dll")]
        [InlineData("/no/such/folder/Shop.dll")]
        [InlineData("/\0")]
        [InlineData("/dev/zero")]
        [InlineData("/proc/self/mem")]
        public void A_path_that_is_no_file_of_the_target_gives_nothing(string path)
        {
            var module = new UserModule(new ModuleImage(path, Guid.NewGuid(), path), new TargetFiles(Environment.ProcessId));
            module.HasPdb.ShouldBeFalse();
            module.Line(0x06000001, null).ShouldBeNull();
        }

        [Fact]
        public void A_module_without_symbols_is_not_believed_when_it_is_younger_than_the_process() =>
            new UserModule(_outer.CopyWithoutSymbols(), new TargetFiles(Environment.ProcessId)).Methods().ShouldBeEmpty();

        [Fact]
        public void A_named_pipe_is_not_waited_for()
        {
            if (OperatingSystem.IsWindows())
            {
                return;
            }
            string pipe = Path.Combine(_outer._folder.FullName, "Shop.dll");
            using var make = Process.Start("mkfifo", pipe);
            make.WaitForExit();
            new UserModule(new ModuleImage(pipe, Guid.NewGuid(), pipe), new TargetFiles(null)).HasPdb.ShouldBeFalse();
        }

        [Fact]
        public void Broken_files_give_no_answer_or_a_wrong_one_but_never_an_exception()
        {
            int seed = Environment.TickCount;
            try
            {
                var random = new Random(seed);
                for (int i = 0; i < 60; i++)
                {
                    ModuleImage image = _outer.Copy(i % 2 == 0 ? "Debug" : "Release");
                    Break(random, image.Path);
                    Break(random, Path.ChangeExtension(image.Path, ".pdb"));
                    AskEverything(new UserModule(image with { PdbPath = "" }, new TargetFiles(null)));
                }
            }
            catch (Exception e)
            {
                throw new InvalidOperationException($"Seed {seed}.", e);
            }
        }

        private static void Break(Random random, string path)
        {
            if (!File.Exists(path))
            {
                return;
            }
            byte[] bytes = File.ReadAllBytes(path);
            for (int i = random.Next(1, 200); i > 0; i--)
            {
                bytes[random.Next(bytes.Length)] = (byte)random.Next(256);
            }
            File.WriteAllBytes(path, random.Next(4) == 0 ? bytes[..random.Next(bytes.Length)] : bytes);
        }

        private static void AskEverything(UserModule module)
        {
            for (int token = 0x06000000; token < 0x06000080; token++)
            {
                module.Line(token, null);
                module.Line(token, new ILRange(3, 9, true));
                module.Name(token);
                module.Written(token, withParameters: true);
                module.MayBeInlined(token, UserModule.LargestInlined);
                module.Calls(token);
                module.Delegates(token);
            }
            module.Mentions("A.B");
        }
    }

    [Fact]
    public void A_module_without_symbols_that_is_older_than_the_process_tells_its_calls()
    {
        if (!OperatingSystem.IsLinux()) return;
        ModuleImage image = CopyWithoutSymbols();
        File.SetLastWriteTimeUtc(image.Path, DateTime.UtcNow.AddYears(-1));
        var module = new UserModule(image, new TargetFiles(Environment.ProcessId));
        module.Named("Shop.Orders", "Load").SelectMany(module.Calls).Select(call => call.Member).ShouldBe(["Sleep"]);
        module.HasPdb.ShouldBeFalse();
    }

    /// <summary>As a compiler writes it that was told to make none: without a debug directory.</summary>
    private ModuleImage CopyWithoutSymbols()
    {
        ModuleImage image = Copy("Release");
        byte[] bytes = File.ReadAllBytes(image.Path);
        using (PEReader reader = new(new MemoryStream(bytes)))
        {
            const int DebugDirectory = 6, EntrySize = 8;
            int directories = reader.PEHeaders.PEHeaderStartOffset + (reader.PEHeaders.PEHeader!.Magic == PEMagic.PE32 ? 96 : 112);
            bytes.AsSpan(directories + DebugDirectory * EntrySize, EntrySize).Clear();
        }
        File.WriteAllBytes(image.Path, bytes);
        return image with { PdbId = Guid.Empty, PdbPath = "" };
    }

    [Theory]
    [InlineData("Debug")]
    [InlineData("Release")]
    public void Lines_come_from_the_PDB_beside_the_module_or_inside_it(string build)
    {
        var module = new UserModule(Copy(build) with { PdbPath = "" }, new TargetFiles(null));
        int load = module.Methods().Single(token => module.Name(token) == ("Shop.Orders", "Load"));
        Call sleep = module.Calls(load).Single(call => call.Member == "Sleep");
        sleep.ToString().ShouldBe("System.Threading.Thread.Sleep");
        module.Line(load, new ILRange(sleep.Offset, sleep.Offset + 1, true)).ShouldNotBeNull().Line.ShouldBe(LiveStacks.LineOf("Orders.cs", "Load"));
    }

    [Theory]
    [InlineData("Debug")]
    [InlineData("Release")]
    public void The_GetResult_of_an_await_never_waits_and_one_that_a_person_wrote_does(string build)
    {
        var module = new UserModule(Copy(build), new TargetFiles(null));
        IEnumerable<Call> GetResults(Func<(string Type, string Member), bool> isMethod) =>
            from token in module.Methods()
            where module.Name(token) is { } name && isMethod(name)
            from call in module.Calls(token)
            where call.Member == "GetResult" && call.Type.Contains("Awaiter", StringComparison.Ordinal)
            select call;
        GetResults(name => name.Type.Contains("<LoadAsync>", StringComparison.Ordinal)).ShouldHaveSingleItem().MayBlock(_ => true).ShouldBeFalse();
        GetResults(name => name.Member == "Ask").ShouldHaveSingleItem().MayBlock(_ => true).ShouldBeTrue();
        GetResults(name => name.Member == "Ask").Single().MayBlock(_ => false).ShouldBeFalse();
    }

    [Theory]
    [InlineData("Debug")]
    [InlineData("Release")]
    public void Without_an_IL_offset_the_first_line_is_near(string build)
    {
        var module = new UserModule(Copy(build), new TargetFiles(null));
        int load = module.Methods().Single(token => module.Name(token) == ("Shop.Orders", "Load"));
        SourceLine line = module.Line(load, null).ShouldNotBeNull();
        line.Exact.ShouldBeFalse();
        line.Line.ShouldBeInRange(LiveStacks.LineOf("Orders.cs", "Load") - 1, LiveStacks.LineOf("Orders.cs", "Load"));
    }

    [Fact]
    public void Files_are_read_through_the_root_of_the_target() =>
        new UserModule(Copy("Debug"), new TargetFiles(Environment.ProcessId)).HasPdb.ShouldBeTrue();

    [Fact]
    public void A_PDB_that_was_put_in_its_place_by_a_link_is_read()
    {
        if (OperatingSystem.IsWindows()) return;
        ModuleImage image = Copy("Debug");
        string pdb = Path.ChangeExtension(image.Path, ".pdb"), elsewhere = Path.Combine(_folder.FullName, "elsewhere.pdb");
        File.Move(pdb, elsewhere);
        File.CreateSymbolicLink(pdb, elsewhere);
        new UserModule(image with { PdbPath = "" }, new TargetFiles(Environment.ProcessId)).HasPdb.ShouldBeTrue();
    }

    [Fact]
    public void PDBs_inside_of_modules_count_as_large_as_they_are_when_inflated()
    {
        ModuleImage image = Copy("Release");
        var files = new TargetFiles(null);
        new UserModule(image with { PdbPath = "" }, files).HasPdb.ShouldBeTrue();
        files.Budget.Taken.ShouldBeGreaterThan(new FileInfo(image.Path).Length);

        var full = new TargetFiles(null);
        while (full.Budget.TryTake(1 << 20)) { }
        full.Budget.Return(new FileInfo(image.Path).Length);
        new UserModule(image with { PdbPath = "" }, full).HasPdb.ShouldBeFalse("There is room for the module, but not for its PDB.");
    }

    /// <summary>A copy of the subject and its PDB, as a target would have loaded it.</summary>
    private ModuleImage Copy(string build)
    {
        string folder = Path.Combine(_folder.FullName, Path.GetRandomFileName());
        Directory.CreateDirectory(folder);
        string source = LiveStacks.ProgramOf(build);
        string path = Path.Combine(folder, Path.GetFileName(source));
        File.Copy(source, path);
        if (File.Exists(Path.ChangeExtension(source, ".pdb")))
        {
            File.Copy(Path.ChangeExtension(source, ".pdb"), Path.ChangeExtension(path, ".pdb"));
        }
        return ImageOf(path);
    }

    /// <summary>A module as a target would have loaded it from this file.</summary>
    internal static ModuleImage ImageOf(string path)
    {
        using var image = new PEReader(File.OpenRead(path));
        CodeViewDebugDirectoryData codeView = image.ReadCodeViewDebugDirectoryData(
            image.ReadDebugDirectory().First(entry => entry.Type == DebugDirectoryEntryType.CodeView));
        return new ModuleImage(path, codeView.Guid, codeView.Path);
    }
}
