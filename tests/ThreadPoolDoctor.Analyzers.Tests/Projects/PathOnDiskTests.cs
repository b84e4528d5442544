using ThreadPoolDoctor.Benchmarks.Analyzers;

namespace ThreadPoolDoctor.Analyzers.Tests.Projects;

/// <summary>
/// How the sweeps over real code find projects whose references were written where cases are not told apart.
/// </summary>
public sealed class PathOnDiskTests : IDisposable
{
    private readonly string _root = Directory.CreateTempSubdirectory("tpdoctor").FullName;

    public PathOnDiskTests()
    {
        Directory.CreateDirectory(Path.Combine(_root, "Web", "Data"));
        File.WriteAllText(Path.Combine(_root, "Web", "Data", "Shop.Data.csproj"), "");
    }

    public void Dispose() => Directory.Delete(_root, recursive: true);

    [Theory]
    [InlineData("Web/Other/Shop.Data.csproj")]
    [InlineData("Web/Data/Shop.csproj")]
    [InlineData("Web/Data/Shop.Data.csproj/more")]
    public void What_is_spelled_in_no_case_is_not_there(string path) => Of(path).ShouldBeNull();

    [Theory]
    [InlineData("Web/Data/Shop.Data.csproj")]
    [InlineData("web/data/shop.data.csproj")]
    [InlineData("WEB/Data/SHOP.DATA.CSPROJ")]
    [InlineData("web/data/../Data/shop.Data.csproj")]
    public void What_is_spelled_otherwise_is_found_as_it_is_on_disk(string path) =>
        Path.GetRelativePath(_root, Of(path)!).Replace('\\', '/').ShouldBe("Web/Data/Shop.Data.csproj");

    private string? Of(string path) => PathOnDisk.Of(Path.GetFullPath(Path.Combine(_root, path)));
}
