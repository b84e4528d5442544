using System.Xml.Linq;
using ThreadPoolDoctor.EndToEnd.Doctor;

namespace ThreadPoolDoctor.EndToEnd.Packages;

/// <summary>What a gallery shows of a package before anybody has installed it.</summary>
public sealed class ReadmeTests
{
    public static TheoryData<string> Packages { get; } =
    [
        .. new[] { "analyzers", "pool", "runtime" }.SelectMany(part => Directory.EnumerateFiles(
                Path.Combine(House.Repository, part), "*.csproj", SearchOption.AllDirectories))
            .Where(project => XDocument.Load(project).Descendants("IsPackable").Any(packable => packable.Value == "true"))
            .Select(project => Path.GetRelativePath(House.Repository, project)),
    ];

    [Theory]
    [MemberData(nameof(Packages))]
    public void A_package_says_what_it_is_for(string project)
    {
        string path = Path.Combine(House.Repository, project);
        string name = XDocument.Load(path).Descendants("PackageId").SingleOrDefault()?.Value ?? Path.GetFileNameWithoutExtension(path);

        File.ReadLines(Path.Combine(Path.GetDirectoryName(path)!, "Package", "README.md")).First().ShouldBe("# " + name);
    }
}
