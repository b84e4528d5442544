using ThreadPoolDoctor.Diagnosis.Frames;
using ThreadPoolDoctor.Diagnosis.Recordings;
using ThreadPoolDoctor.Diagnosis.Reports;
using ThreadPoolDoctor.Tests;
using static ThreadPoolDoctor.Diagnosis.Tests.Case;

namespace ThreadPoolDoctor.Diagnosis.Tests.Reports;

public class ReportTests
{
    private static PoolDiagnosis Starving()
    {
        Case @case = new Case().Workers(2, Sleeping, 3600);
        for (int i = 0; i < 36; i++) @case.Workers(1, Sleeping, startedSecondsBefore: 18 - i * 0.5);
        @case.Adjustments.Add(new(0.5, 38, AdjustmentReason.Starvation));
        return @case.Queue(20, 400, 440, 480, 512).Diagnose();
    }

    /// <summary>
    /// Two workers hold a lock each and wait for the other's, one waits behind them, and two for a task.
    /// </summary>
    private static PoolDiagnosis Deadlocked()
    {
        static IReadOnlyList<Frame> Entering(string method, string takes, string? holds) => On(
            Bcl("System.Threading.Monitor", "Enter_Slowpath"),
            User(method) with { Waits = new() { Lock = takes, LockIsStatic = true, Held = holds } });
        return new Case()
            .Workers(1, Entering("Ship", "Shop.Stock.s_orders", "Shop.Stock.s_stock"))
            .Workers(1, Entering("Cancel", "Shop.Stock.s_stock", "Shop.Stock.s_orders"))
            .Workers(1, Entering("Count", "Shop.Stock.s_stock", null))
            .Workers(2, On(
                Bcl("System.Threading.Tasks.Task`1", "get_Result"),
                User("Load") with { Waits = new() { TaskOf = "Shop.Orders.LoadAsync(int)", CompletedBy = "System.Threading.Tasks.Task.Delay" } }))
            .Queue(0, 4, 6, 8).Diagnose() with
        {
            Requests = new(2.4, 61, 12, [new("GET", "/orders/{id}", 3, 1, 1.25, 2.1), new("POST", "", 1, 0, 0.02, 0.02)]),
        };
    }

    [Fact]
    public Task The_text_of_a_deadlocked_pool() => Verifier.Verify(TextReport.Plain(Deadlocked()));

    [Fact]
    public Task The_json_of_a_deadlocked_pool() => Verifier.Verify(JsonReport.Write(Deadlocked(), "0.0.0-test"));

    [Fact]
    public Task The_text_of_a_starving_pool() => Verifier.Verify(TextReport.Plain(Starving()));

    [Fact]
    public Task The_text_of_a_healthy_pool() =>
        Verifier.Verify(TextReport.Plain(new Case().Workers(2, Idle).Queue(1200, 0, 0, 0).Diagnose()));

    [Theory]
    [InlineData(null, null, "2, 0 blocked\n")]
    [InlineData(2, null, "2, 0 blocked (minimum 2)\n")]
    [InlineData(2, 900, "2, 0 blocked (minimum 2, maximum 900)\n")]
    public void A_limit_that_is_not_known_is_not_spoken_of(int? minimum, int? maximum, string workers)
    {
        PoolDiagnosis healthy = new Case().Workers(2, Idle).Queue(1200, 0, 0, 0).Diagnose();
        TextReport.Plain(healthy with { Pool = healthy.Pool with { MinWorkers = minimum, MaxWorkers = maximum } }).ShouldContain("  workers     " + workers);
    }

    [Fact]
    public Task The_json_of_a_starving_pool() => Verifier.Verify(JsonReport.Write(Starving(), "0.0.0-test"));

    [Fact]
    public Task The_markdown_of_a_starving_pool() => Verifier.Verify(MarkdownReport.Write(Starving()));

    [Fact]
    public Task The_sarif_of_a_starving_pool() => Verifier.Verify(SarifReport.Write(Starving(), "0.0.0-test"));

    [Fact]
    public Task The_evidence_of_a_starving_pool() => Verifier.Verify(EvidenceReport.Write(Starving()));

    [Fact]
    public void Names_of_the_observed_process_are_no_mark_up()
    {
        Recording recording = new Case().Workers(2, Idle).Queue(0, 0, 0).Record();
        recording = recording with { Process = recording.Process with { Name = "<script>|`x`" } };
        PoolDiagnosis diagnosis = Doctor.Diagnose(recording);
        MarkdownReport.Write(diagnosis).ShouldContain("\\<script\\>\\|\\`x\\`");
    }

    public static TheoryData<string> Shapes => ["starving", "healthy", "at-risk", "compensated", "inconclusive", "deadlocked"];

    [Theory]
    [MemberData(nameof(Shapes))]
    public void Every_json_report_is_valid_by_the_schema(string verdict)
    {
        PoolDiagnosis diagnosis = verdict switch
        {
            "starving" => Starving(),
            "healthy" => new Case().Workers(2, Idle).Queue(1200, 0, 0, 0).Diagnose(),
            "at-risk" => new Case().Workers(2, Idle).Threads(9, ThreadRole.WaitThread).Queue(0, 0, 0).Diagnose(),
            "deadlocked" => Deadlocked(),
            "compensated" => new Case().Workers(40, Sleeping).Queue(80, 0, 0).Diagnose(),
            _ => new Case().Diagnose(),
        };
        Labels.Of(diagnosis.Verdict).ShouldBe(verdict == "deadlocked" ? "starving" : verdict);
        JsonSchema.Errors(RepositoryFiles.Read("docs/tpdoctor-1.schema.json"), JsonReport.Write(diagnosis, "1.2.3")).ShouldBeEmpty();
    }

    [Fact]
    public void The_schema_rejects_what_is_not_a_report()
    {
        string report = JsonReport.Write(Starving(), "1.2.3").Replace("\"starving\"", "\"poorly\"");
        JsonSchema.Errors(RepositoryFiles.Read("docs/tpdoctor-1.schema.json"), report).ShouldHaveSingleItem().ShouldContain("$.verdict");
    }

    [Fact]
    public void Names_of_the_observed_process_cannot_steer_the_terminal()
    {
        Recording recording = new Case().Workers(2, Idle).Queue(0, 0, 0).Record();
        recording = recording with { Process = recording.Process with { Name = "\u001b[2Jshop\a" } };
        TextReport.Plain(Doctor.Diagnose(recording)).ShouldNotContain("\u001b");
    }
}
