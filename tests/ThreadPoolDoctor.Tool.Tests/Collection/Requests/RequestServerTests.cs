using ThreadPoolDoctor.Tool.Collection.Requests;

namespace ThreadPoolDoctor.Tool.Tests.Collection.Requests;

public sealed class RequestServerTests
{
    private const string Core = "7f00-7f01 r--p 00000000 08:01 1 /usr/share/dotnet/shared/Microsoft.NETCore.App/8.0.31/System.Private.CoreLib.dll\n";
    private const string Hosting = "7f02-7f03 r--p 00000000 08:01 2 /app/Microsoft.AspNetCore.Hosting.dll\n";

    [Fact]
    public void A_program_without_ASP_NET_Core_serves_no_requests() => RequestServer.Shows(Core).ShouldBeFalse();

    [Fact]
    public void One_that_has_loaded_it_may() => RequestServer.Shows(Core + Hosting).ShouldBeTrue();

    [Fact]
    public void A_single_file_whose_assemblies_are_not_told_may() => RequestServer.Shows("7f00-7f01 r-xp 00000000 08:01 1 /app/shop\n").ShouldBeTrue();

    [Fact]
    public void Where_the_kernel_does_not_tell_any_may() => RequestServer.Shows(null).ShouldBeTrue();
}
