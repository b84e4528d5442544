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
    [InlineData("System.Private.CoreLib", null, true)]
    [InlineData("System", null, true)]
    [InlineData("Microsoft.AspNetCore.Http", null, true)]
    [InlineData("SystemShop", null, false)]
    [InlineData("Shop", "/usr/share/dotnet/shared/Microsoft.NETCore.App/10.0.0/Shop.dll", true)]
    [InlineData("Shop", @"C:\Program Files\dotnet\shared\Microsoft.AspNetCore.App\10.0.0\Shop.dll", true)]
    [InlineData("Shop", "/app/Shop.dll", false)]
    [InlineData("", null, false)]
    public void Framework_assemblies_are_told_from_the_users(string assembly, string? path, bool expected) =>
        FrameworkAssemblies.Contains(assembly, path).ShouldBe(expected);
}
