using System.Diagnostics;
using ThreadPoolDoctor.Tool.Collection.Symbols;

namespace ThreadPoolDoctor.Tool.Tests.Symbols;

/// <summary>Files that the target names: what is no regular file is not opened, and nothing is waited for.</summary>
public sealed class TargetFilesTests : IDisposable
{
    private static readonly TimeSpan s_limit = TimeSpan.FromSeconds(30);
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("tpdoctor-files-");

    public void Dispose() => _folder.Delete(recursive: true);

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_link_to_a_pipe_is_not_waited_for(bool throughRoot)
    {
        if (OperatingSystem.IsWindows()) return;
        string pipe = Path.Combine(_folder.FullName, "pipe"), link = Path.Combine(_folder.FullName, "Shop.pdb");
        using (Process make = Process.Start("mkfifo", pipe)) make.WaitForExit();
        File.CreateSymbolicLink(link, pipe);

        // What waits for somebody to write into the pipe waits for ever.
        (await Task.Run(() => Files(throughRoot).Read(link).Count()).WaitAsync(s_limit)).ShouldBe(0);
    }

    [Theory]
    [InlineData("/dev/zero")]
    [InlineData("/dev/tty")]
    [InlineData("/proc/self/mem")]
    [InlineData("/proc")]
    [InlineData("shop.pdb")]
    [InlineData("../shop.pdb")]
    [InlineData("")]
    [InlineData("/tmp/\0")]
    public void What_is_no_regular_file_of_a_known_place_is_not_read(string path) =>
        Files(throughRoot: true).Read(path).ShouldBeEmpty();

    [Theory]
    [InlineData(@"\\server\share\Shop.pdb", false)]
    [InlineData("//server/share/Shop.pdb", false)]
    [InlineData(@"\\?\UNC\server\share\Shop.pdb", false)]
    [InlineData(@"\\.\pipe\name", false)]
    [InlineData(@"\Shop.pdb", false)]
    [InlineData("C:Shop.pdb", false)]
    [InlineData(@"C:\app\Shop.pdb", true)]
    [InlineData("d:/app/Shop.pdb", true)]
    public void Under_Windows_only_a_drive_is_a_known_place(string path, bool openable) =>
        TargetFiles.IsOpenable(path, windows: true).ShouldBe(openable);

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void A_link_to_a_file_is_followed_and_read_to_its_end(bool throughRoot)
    {
        if (OperatingSystem.IsWindows()) return;
        string file = Path.Combine(_folder.FullName, "v42.pdb"), link = Path.Combine(_folder.FullName, "Shop.pdb");
        byte[] content = new byte[4_000];
        new Random(1).NextBytes(content);
        File.WriteAllBytes(file, content);
        File.CreateSymbolicLink(link, file);

        Files(throughRoot).Read(link).First().ShouldBe(content);
    }

    [Fact]
    public void What_is_read_counts_against_the_budget_until_it_is_full()
    {
        string file = Path.Combine(_folder.FullName, "large.pdb");
        using (FileStream stream = File.Create(file)) stream.SetLength(40 << 20);
        TargetFiles files = Files(throughRoot: false);

        files.Read(file).Count().ShouldBe(1);
        files.Read(file).Count().ShouldBe(1);
        files.Read(file).Count().ShouldBe(0);
        files.Budget.Taken.ShouldBe(80L << 20);
    }

    private static TargetFiles Files(bool throughRoot) => new(throughRoot ? Environment.ProcessId : null);
}
