using System.Text.Json;
using ThreadPoolDoctor.Diagnosis.Frames;
using ThreadPoolDoctor.Diagnosis.Reports;
using static ThreadPoolDoctor.Diagnosis.Tests.Case;

namespace ThreadPoolDoctor.Diagnosis.Tests.Reports;

/// <summary>Sources that the compiler recorded under another root than they have here.</summary>
public class SourceRootsTests
{
    private static SourceRoots Roots(params string[] texts) => SourceRoots.Parse(texts)!;

    [Theory]
    [InlineData("")]
    [InlineData("=src")]
    [InlineData("src")]
    public void A_text_of_another_kind_is_no_root(string text) => SourceRoots.Parse([text]).ShouldBeNull();

    [Theory]
    [InlineData("/build/Shop/Orders.cs")]
    [InlineData("/_shop/Orders.cs")]
    [InlineData("Orders.cs")]
    public void A_path_under_no_root_stays_as_it_is(string path) => Roots("/_/=src").Map(path).ShouldBe(path);

    [Theory]
    [InlineData("/_/=src", "/_/Shop/Orders.cs", "src/Shop/Orders.cs")]
    [InlineData("/_=src/", "/_/Shop/Orders.cs", "src/Shop/Orders.cs")]
    [InlineData("/_/=", "/_/Shop/Orders.cs", "Shop/Orders.cs")]
    [InlineData("/_/=/home/me/shop", "/_/Shop/Orders.cs", "/home/me/shop/Shop/Orders.cs")]
    [InlineData(@"D:\a\shop=src", @"D:\a\shop\Orders.cs", "src/Orders.cs")]
    public void A_path_under_a_root_is_told_as_it_is_here(string root, string path, string here) => Roots(root).Map(path).ShouldBe(here);

    [Fact]
    public void The_longest_root_counts() => Roots("/_/=a", "/_/lib/=b").Map("/_/lib/X.cs").ShouldBe("b/X.cs");

    private static PoolDiagnosis Diagnose(string file) => new Case()
        .Workers(3, On(Bcl("System.Threading.Thread", "Sleep"), User("Load") with { File = file })).Queue(2, 90, 91, 92).Diagnose();

    [Fact]
    public void All_causes_of_a_diagnosis_are_mapped() => Roots("/_/=src").Map(Diagnose("/_/Orders.cs"))
        .Findings.SelectMany(finding => finding.Causes).ShouldHaveSingleItem().File.ShouldBe("src/Orders.cs");

    [Theory]
    [InlineData("/_/src/My Orders.cs", "src/My%20Orders.cs", true)]
    [InlineData("/repositories/shop/src/Orders.cs", "src/Orders.cs", true)]
    [InlineData("src/Orders.cs", "src/Orders.cs", true)]
    [InlineData("/elsewhere/Orders.cs", "file:///elsewhere/Orders.cs", false)]
    [InlineData(@"C:\shop\Orders.cs", "file:///C:/shop/Orders.cs", false)]
    public void Code_scanning_gets_paths_relative_to_the_repository(string file, string uri, bool relative)
    {
        using JsonDocument log = JsonDocument.Parse(SarifReport.Write(Diagnose(file), "1.0.0", "/repositories/shop"));
        JsonElement location = log.RootElement.GetProperty("runs")[0].GetProperty("results")[0]
            .GetProperty("locations")[0].GetProperty("physicalLocation").GetProperty("artifactLocation");
        location.GetProperty("uri").GetString().ShouldBe(uri);
        location.TryGetProperty("uriBaseId", out _).ShouldBe(relative);
    }
}
