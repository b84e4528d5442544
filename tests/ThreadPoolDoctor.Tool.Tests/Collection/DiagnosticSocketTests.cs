using ThreadPoolDoctor.Tool.Collection;

namespace ThreadPoolDoctor.Tool.Tests.Collection;

public class DiagnosticSocketTests
{
    [Theory]
    [InlineData("/tmp/dotnet-diagnostic--socket")]
    [InlineData("/tmp/dotnet-diagnostic-socket")]
    [InlineData("/tmp/dotnet-diagnostic-12-socket")]
    [InlineData("/tmp/dotnet-diagnostic-12-x-socket")]
    [InlineData("/tmp/dotnet-diagnostic--12-5-socket")]
    [InlineData("/tmp/dotnet-diagnostic-12-5-6-socket")]
    [InlineData("/tmp/dotnet-diagnostic-99999999999-5-socket")]
    [InlineData("/tmp/dotnet-diagnostic-dsrouter-12-5-socket")]
    [InlineData("/tmp/clr-debug-pipe-12-5-in")]
    public void Other_names_are_no_ports(string path) => DiagnosticSocket.Parse(path).ShouldBeNull();

    [Fact]
    public void The_name_tells_the_process_and_when_it_started() =>
        DiagnosticSocket.Parse("/tmp/dotnet-diagnostic-12-4711-socket")
            .ShouldBe(new DiagnosticSocket("/tmp/dotnet-diagnostic-12-4711-socket", 12, 4711));

    [Fact]
    public void A_process_and_its_start_tell_the_name() =>
        DiagnosticSocket.In("/tmp/", 12, 4711).ShouldBe(DiagnosticSocket.Parse("/tmp/dotnet-diagnostic-12-4711-socket"));
}
