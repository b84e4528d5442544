using ThreadPoolDoctor.Diagnosis.Evidence;
using ThreadPoolDoctor.Diagnosis.Frames;
using ThreadPoolDoctor.Diagnosis.Reports;
using static ThreadPoolDoctor.Diagnosis.Tests.Case;

namespace ThreadPoolDoctor.Diagnosis.Tests.Evidence;

/// <summary>Which web requests blocked workers hold: when none, then which.</summary>
public class HeldRequestsTests
{
    private static readonly Frame s_sleep = Bcl("System.Threading.Thread", "Sleep", "void  (int32)");
    private static readonly Frame s_server = Bcl("Microsoft.AspNetCore.Server.Kestrel.Core.Internal.Http.HttpProtocol", "ProcessRequests");

    private static PoolDiagnosis Of(Case @case) => @case.Queue(1, 40, 40, 40).Diagnose();

    [Fact]
    public void Blocked_workers_outside_of_requests_hold_none() => Of(new Case().Workers(3, Sleeping)).HeldRequests.ShouldBeEmpty();

    [Fact]
    public void A_server_that_blocks_by_itself_holds_no_request_of_the_users() => Of(new Case().Workers(3, On(s_sleep, s_server))).HeldRequests.ShouldBeEmpty();

    [Fact]
    public void A_worker_that_works_on_a_request_does_not_hold_it() =>
        Of(new Case().Workers(3, On(User("Compute"), s_server), cpuSeconds: 3).Workers(3, Sleeping)).HeldRequests.ShouldBeEmpty();

    [Fact]
    public void The_handler_is_named_and_not_what_it_calls()
    {
        PoolDiagnosis diagnosis = Of(new Case()
            .Workers(4, On(s_sleep, User("Load", 7), User("Get", 30), new Frame("", "", "lambda_method1"), s_server))
            .Workers(1, On(s_sleep, User("Save", 9), s_server)));
        diagnosis.HeldRequests.ShouldBe(
            [new HeldRequests("Shop.Orders.Get(int)", "/src/Shop/Orders.cs", 30, 4), new HeldRequests("Shop.Orders.Save(int)", "/src/Shop/Orders.cs", 9, 1)]);
        TextReport.Plain(diagnosis).ShouldContain("  requests    5 blocked workers hold one, 4 in Shop.Orders.Get(int)\n");
    }
}
