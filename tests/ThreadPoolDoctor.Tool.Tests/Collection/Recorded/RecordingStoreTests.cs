using System.Diagnostics;
using System.IO.Compression;
using System.Text;
using ThreadPoolDoctor.Tool.Collection.Recorded;

namespace ThreadPoolDoctor.Tool.Tests.Collection.Recorded;

/// <summary>Files that are no recordings: one sentence and what to do, whatever they are.</summary>
public sealed class RecordingStoreTests : IDisposable
{
    private static readonly TimeSpan s_limit = TimeSpan.FromSeconds(20);

    private readonly string _folder = Directory.CreateTempSubdirectory("tpd").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public void A_file_that_is_not_there() => Explains(Path.Combine(_folder, "none.tpdoctor"), "There is no file");

    [Fact]
    public void A_folder() => Explains(_folder, "There is no file");

    [Theory]
    [InlineData("", "empty")]
    [InlineData("x", "neither of the tool nor of dotnet-trace")]
    [InlineData("{\"schema\":\"tpdoctor/1\"}", "neither of the tool nor of dotnet-trace")]
    [InlineData("Nettrace", "no events")]
    [InlineData("Nettrace\u0014\0\0\0!FastSerialization.1", "no events")]
    public void A_foreign_file(string content, string says) => Explains(Written(Encoding.Latin1.GetBytes(content)), says);

    [Fact]
    public void A_compressed_file_of_something_else()
    {
        using MemoryStream file = new();
        using (GZipStream stream = new(file, CompressionLevel.Fastest, leaveOpen: true)) stream.Write("hello"u8);

        Explains(Written(file.ToArray()), "damaged");
        Explains(Written(file.ToArray()[..12]), "damaged");
    }

    [Theory]
    [InlineData("x")]
    [InlineData("{\"schema\":\"tpdoctor-recording/1\"}")]
    [InlineData("\u001f\u008b")]
    public void What_can_not_be_compared(string content)
    {
        string file = Written(Encoding.Latin1.GetBytes(content));

        ExpectedTrouble trouble = Should.Throw<ExpectedTrouble>(() => RecordingStore.ReadFacts(new FileInfo(file), CancellationToken.None));

        trouble.Message.ShouldContain(Path.GetFileName(file));
        trouble.Message.ShouldNotContain("\n");
    }

    [Fact]
    public void A_device_or_a_pipe_is_not_waited_for()
    {
        if (OperatingSystem.IsWindows()) return;
        Explains("/dev/zero", "no regular file");
        string pipe = Path.Combine(_folder, "pipe");
        using (Process make = Process.Start("mkfifo", [pipe])) make.WaitForExit();
        Explains(pipe, "no regular file");
    }

    private string Written(byte[] content)
    {
        string file = Path.Combine(_folder, Guid.NewGuid().ToString("N"));
        File.WriteAllBytes(file, content);
        return file;
    }

    private static void Explains(string file, string says)
    {
        Task<ExpectedTrouble> read = Task.Run(() => Should.Throw<ExpectedTrouble>(() => RecordingStore.Read(new FileInfo(file), CancellationToken.None)));
        read.Wait(s_limit).ShouldBeTrue("It must end.");
        read.Result.Message.ShouldContain(says);
        read.Result.Message.ShouldContain(Path.GetFileName(file));
        read.Result.Message.ShouldNotContain("\n");
        read.Result.Remedy.ShouldNotBeNullOrWhiteSpace();
    }
}
