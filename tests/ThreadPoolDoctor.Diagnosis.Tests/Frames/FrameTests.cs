using ThreadPoolDoctor.Diagnosis.Frames;

namespace ThreadPoolDoctor.Diagnosis.Tests.Frames;

public class FrameTests
{
    [Fact]
    public void Equal_places_are_equal() =>
        new Frame("Shop", "Shop.Orders", "Load") { File = "a.cs", Line = 3 }
            .ShouldBe(new Frame("Shop", "Shop.Orders", "Load") { File = "a.cs", Line = 3 });

    [Fact]
    public void Another_line_is_another_frame() =>
        new Frame("Shop", "Shop.Orders", "Load") { File = "a.cs", Line = 3 }
            .ShouldNotBe(new Frame("Shop", "Shop.Orders", "Load") { File = "a.cs", Line = 4 });

    [Fact]
    public void An_approximate_line_is_marked() =>
        new Frame("Shop", "Shop.Orders", "Load") { File = "/src/a.cs", Line = 3, Approximate = true }.ToString()
            .ShouldBe("Shop.Orders.Load in ~a.cs:3");

    [Theory]
    [InlineData("/usr/share/dotnet/shared/Microsoft.NETCore.App/10.0.0/Shop.dll", true)]
    [InlineData(@"C:\Program Files\dotnet\shared\Microsoft.AspNetCore.App\10.0.0\Shop.dll", true)]
    [InlineData("/app/Shop.dll", false)]
    [InlineData("", false)]
    public void A_shared_framework_is_known_by_its_folder(string path, bool expected) =>
        FrameworkAssemblies.IsShared(path).ShouldBe(expected);

    [Theory]
    [InlineData("System.Private.CoreLib", true)]
    [InlineData("Microsoft.AspNetCore.Http", true)]
    [InlineData("SystemShop", false)]
    [InlineData("", false)]
    public void The_frameworks_packages_are_known_by_their_names(string assembly, bool expected) =>
        FrameworkAssemblies.HasFrameworkName(assembly).ShouldBe(expected);
}
