using ThreadPoolDoctor.Tool.Collection.Symbols;

namespace ThreadPoolDoctor.Tool.Tests.Symbols;

public class RootedPathTests
{
    private readonly Dictionary<string, string> _links = [];

    [Theory]
    [InlineData("/app/shop.pdb", "/root/app/shop.pdb")]
    [InlineData("/app/./lib/../shop.pdb", "/root/app/shop.pdb")]
    [InlineData("/../../etc/passwd", "/root/etc/passwd")]
    public void Without_links_a_path_stays_below_the_root(string path, string expected) =>
        Resolve(path).ShouldBe(expected);

    [Fact]
    public void An_absolute_link_means_the_root_of_the_target()
    {
        _links["/root/app/shop.pdb"] = "/store/42/shop.pdb";

        Resolve("/app/shop.pdb").ShouldBe("/root/store/42/shop.pdb");
    }

    [Fact]
    public void A_relative_link_means_its_own_folder()
    {
        _links["/root/app"] = "releases/current";
        _links["/root/releases/current"] = "../v2";

        Resolve("/app/shop.pdb").ShouldBe("/root/v2/shop.pdb");
    }

    [Fact]
    public void Links_in_a_circle_lead_nowhere()
    {
        _links["/root/a"] = "b";
        _links["/root/b"] = "a";

        Resolve("/a").ShouldBeNull();
    }

    private string? Resolve(string path) => RootedPath.Resolve("/root", path, _links.GetValueOrDefault);
}
