using System.Net.Sockets;
using ThreadPoolDoctor.Tool.Collection;

namespace ThreadPoolDoctor.Tool.Tests.Collection;

/// <summary>
/// Whose port a socket is: the process that is meant has id 12, started at tick 500, and runs as user 1000.
/// </summary>
public class PortCheckTests
{
    private static readonly PortSubject s_process = new(Id: 12, InnerId: 12, StartTicks: 500, UserId: 1000);

    [Fact]
    public void A_port_at_which_nobody_listens_was_left_behind() =>
        Judge(500, owner: null).ShouldBe(PortVerdict.Stale);

    [Fact]
    public void A_port_of_another_start_time_is_not_the_processs() =>
        Judge(499, new SocketOwner(12, 1000)).ShouldBe(PortVerdict.Stale);

    [Fact]
    public void A_port_that_another_process_opened_is_not_asked() =>
        Judge(500, new SocketOwner(4000, 1000)).ShouldBe(PortVerdict.Another);

    [Fact]
    public void A_port_of_a_namespace_that_cannot_be_seen_is_not_asked() =>
        Judge(500, new SocketOwner(0, 0)).ShouldBe(PortVerdict.Another);

    [Fact]
    public void A_port_that_another_user_opened_is_an_impostors() =>
        Judge(500, new SocketOwner(12, 1001)).ShouldBe(PortVerdict.Impostor);

    [Theory]
    [InlineData(1000)]
    [InlineData(0)]
    public void The_processs_own_port_is_asked_also_when_it_was_opened_as_root(uint user) =>
        Judge(500, new SocketOwner(12, user)).ShouldBe(PortVerdict.Own);

    [Fact]
    public void In_its_own_namespace_a_process_has_another_id_and_may_read_another_start_time() =>
        PortCheck.Judge(new("/p", ProcessId: 3, StartTicks: 77), new SocketOwner(12, 1000), s_process with { InnerId = 3 })
            .ShouldBe(PortVerdict.Own);

    [Fact]
    public void A_port_that_another_process_opened_is_explained_with_the_id_to_name_instead()
    {
        DiagnosticSocket socket = new("/tmp/dotnet-diagnostic-1-5-socket", 1, 5);
        ExpectedTrouble trouble = Preflight.Explain(1, new(socket, new SocketOwner(Environment.ProcessId, 0), PortVerdict.Another))!;
        trouble.Message.ShouldContain($"was opened by process {Environment.ProcessId} (");
        trouble.Message.ShouldContain("PID namespace");
        trouble.Remedy.ShouldContain($"attach {Environment.ProcessId}");
        Preflight.Explain(1, new(socket, new SocketOwner(0, 0), PortVerdict.Another))!.Message.ShouldContain("another PID namespace");
        Preflight.Explain(1, new(socket, new SocketOwner(9, 1001), PortVerdict.Impostor))!.Message.ShouldContain("uid 1001");
        Preflight.Explain(1, new(socket, null, PortVerdict.Stale)).ShouldBeNull();
    }

    [Fact]
    public void The_kernel_says_who_listens()
    {
        if (!OperatingSystem.IsLinux()) return;
        DirectoryInfo folder = Directory.CreateTempSubdirectory("tpdoctor-port-");
        try
        {
            string path = Path.Combine(folder.FullName, "socket");
            using Socket listener = new(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
            listener.Bind(new UnixDomainSocketEndPoint(path));
            SocketOwner.Of(path).ShouldBeNull("Nobody listens yet.");
            listener.Listen();
            SocketOwner.Of(path)!.Value.ProcessId.ShouldBe(Environment.ProcessId);
            SocketOwner.Of(path + "-not-there").ShouldBeNull();
            SocketOwner.Of(path + new string('x', 200)).ShouldBeNull();
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    private static PortVerdict Judge(ulong startTicks, SocketOwner? owner) =>
        PortCheck.Judge(new("/p", ProcessId: 12, startTicks), owner, s_process);
}
