using ThreadPoolDoctor.Tool.Collection;

namespace ThreadPoolDoctor.Tool.Tests.Collection;

public sealed class RuntimeFilesTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("tpd-runtime-files-").FullName;

    [Fact]
    public void Those_of_the_process_are_removed_and_all_others_stay()
    {
        string[] others =
        [
            "clr-debug-pipe-142-77-in", "clr-debug-pipe-4-77-out", "dotnet-diagnostic-142-77-socket", "dotnet-diagnostic-4-77-socket",
            "dotnet-diagnostic-42-77-socket.txt", "notes-42",
            // Of a process with the same id in another container.
            "clr-debug-pipe-42-78-in", "dotnet-diagnostic-42-78-socket",
        ];
        string[] own = ["clr-debug-pipe-42-77-in", "clr-debug-pipe-42-77-out", "dotnet-diagnostic-42-77-socket"];
        foreach (string name in (string[])[.. own, .. others]) File.WriteAllText(Path.Combine(_folder, name), "");
        RuntimeFiles.Remove(_folder, 42, 77);
        Directory.GetFiles(_folder).Select(Path.GetFileName).ShouldBe(others, ignoreOrder: true);
    }

    [Fact]
    public void A_folder_that_is_not_there_has_none() =>
        Should.NotThrow(() => RuntimeFiles.Remove(Path.Combine(_folder, "missing"), 42, 77));

    public void Dispose() => Directory.Delete(_folder, recursive: true);
}
