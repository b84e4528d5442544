using ThreadPoolDoctor.Diagnosis.Frames;
using ThreadPoolDoctor.Diagnosis.Stacks;
using static ThreadPoolDoctor.Diagnosis.Tests.Case;

namespace ThreadPoolDoctor.Diagnosis.Tests.Stacks;

/// <summary>What blocks in the test platform's own code is no cause and no verdict of its own.</summary>
public class TestRunnersTests
{
    private static readonly IReadOnlyList<Frame> s_polling = On(
        Bcl("System.Net.Sockets.Socket", "Poll"),
        Runner("Microsoft.TestPlatform.CommunicationUtilities", "TcpClientExtensions", "MessageLoopAsync"),
        Bcl("System.Threading.Tasks.Task`1", "InnerInvoke"));

    private static readonly IReadOnlyList<Frame> s_waiting = On(
        Bcl("System.Threading.WaitHandle", "WaitOne"), Runner("xunit.runner.visualstudio.testadapter", "VsTestRunner", "RunTestsInAssembly"));

    private static Frame Runner(string assembly, string type, string method) => new(assembly, type, method);

    [Fact]
    public void A_test_run_whose_platform_holds_all_workers_is_healthy()
    {
        Case run = new Case().Workers(1, s_polling).Workers(1, s_waiting).Queue(2, 3, 4, 4);
        PoolDiagnosis diagnosis = run.Diagnose();
        diagnosis.Verdict.ShouldBe(Verdict.Healthy);
        diagnosis.Findings.ShouldBeEmpty();
        diagnosis.Pool.BlockedWorkers.ShouldBe(0);
        diagnosis.Summary.ShouldContain("work waits only because the test runner itself holds 2 workers");
    }

    [Fact]
    public void Timers_that_are_late_behind_the_platform_are_not_told()
    {
        Case run = new Case().Workers(1, s_polling).Workers(1, s_waiting).Queue(2, 3, 4, 4);
        run.Timers.AddRange([new(0.2, 1.4), new(0.3, 1.5), new(0.5, 1.9)]);
        Ids(run).ShouldBeEmpty();
    }

    [Fact]
    public void Tests_that_block_are_named_without_the_platform()
    {
        IReadOnlyList<Frame> test = On(
            Bcl("System.Threading.Thread", "Sleep", "void  (int32)"), User("Load"), Runner("xunit.execution.dotnet", "TestInvoker", "CallTestMethod"));
        Case run = new Case().Workers(1, s_polling).Workers(1, s_waiting).Workers(3, test).Queue(2, 30, 40, 40);
        PoolDiagnosis diagnosis = run.Diagnose();
        diagnosis.Verdict.ShouldBe(Verdict.Starving);
        diagnosis.Summary.ShouldStartWith("The thread pool starves: 3 of 5 workers");
        diagnosis.Findings.SelectMany(finding => finding.Causes).ShouldHaveSingleItem().Method.ShouldBe("Shop.Orders.Load(int)");
    }

    [Fact]
    public void A_package_that_blocks_below_no_runner_is_told()
    {
        Frame package = new("Npgsql", "Npgsql.NpgsqlConnector", "KeepAlive") { IsPackage = true };
        Case run = new Case().Workers(3, On(Bcl("System.Net.Sockets.Socket", "Receive"), package)).Queue(2, 30, 40, 40);
        run.Diagnose().Verdict.ShouldBe(Verdict.Starving);
    }

    [Theory]
    [InlineData("xunit.core")]
    [InlineData("nunit.framework")]
    [InlineData("testhost")]
    [InlineData("testhost.x86")]
    [InlineData("Microsoft.Testing.Platform")]
    public void Runners_are_known_by_their_names(string assembly) => TestRunners.Hold(assembly).ShouldBeTrue();

    [Theory]
    [InlineData("NUnitTests")]
    [InlineData("TUnited")]
    [InlineData("Shop.Tests")]
    [InlineData("")]
    public void Other_assemblies_are_not_runners(string assembly) => TestRunners.Hold(assembly).ShouldBeFalse();
}
