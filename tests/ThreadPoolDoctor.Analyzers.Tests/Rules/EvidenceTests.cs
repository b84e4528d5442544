using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using ThreadPoolDoctor.Diagnosis;
using ThreadPoolDoctor.Diagnosis.Frames;
using ThreadPoolDoctor.Diagnosis.Reports;
using Case = ThreadPoolDoctor.Diagnosis.Tests.Case;

namespace ThreadPoolDoctor.Analyzers.Tests.Rules;

/// <summary>
/// The doctor writes evidence, the analyzer reads it: here each does its part, with nothing written by hand between.
/// </summary>
public sealed class EvidenceTests
{
    private const string Source = """
        class Orders
        {
            async Task Load(int id)
            {
                await Task.Yield();
                Thread.Sleep(5);
            }

            void Start() => ThreadPool.QueueUserWorkItem(_ => Helper("a"));

            static void Helper(string name) => Thread.Sleep(5);
        }
        """;

    private static readonly Frame s_sleep = Case.Bcl("System.Threading.Thread", "Sleep", "void  (int32)");

    [Fact]
    public async Task What_the_doctor_saw_at_a_line_is_said_there()
    {
        ImmutableArray<Diagnostic> diagnostics = await Examined(38, new Frame("Shop", "Orders+<Load>d__0", "MoveNext", "instance void  ()") { File = "/build/agent/Test0.cs", Line = 6 });
        diagnostics.Length.ShouldBe(2);
        diagnostics[0].GetMessage().ShouldEndWith("seen blocking 38 pool threads in production");
        diagnostics[0].Severity.ShouldBe(DiagnosticSeverity.Error);
        diagnostics[1].Severity.ShouldBe(DiagnosticSeverity.Warning);
    }

    [Fact]
    public async Task Without_a_line_the_member_is_enough()
    {
        ImmutableArray<Diagnostic> diagnostics = await Examined(7, new Frame("Shop", "Orders", "Helper", "void  (class System.String)"));
        diagnostics.Length.ShouldBe(2);
        diagnostics[0].Severity.ShouldBe(DiagnosticSeverity.Warning);
        diagnostics[1].GetMessage().ShouldEndWith("seen blocking 7 pool threads in production");
    }

    [Fact]
    public async Task A_healthy_process_is_no_evidence()
    {
        string report = EvidenceReport.Write(new Case().Workers(2, Case.Idle).Queue(1200, 0, 0, 0).Diagnose());
        (await Examined(report)).ShouldAllBe(diagnostic => diagnostic.Severity == DiagnosticSeverity.Warning);
    }

    private const string Quiet = """
        class Orders
        {
            async Task Save(bool async) { await Task.Yield(); Thread.Sleep(5); }
            void Locked()
            {
                lock (this) { File.ReadAllText("a"); }
            }
            async Task Load(SemaphoreSlim one)
            {
                await Task.Yield();
                lock (this) { one.Wait(); }
            }
        }
        """;

    [Fact]
    public async Task What_an_exemption_silences_is_raised_with_its_name()
    {
        Diagnostic found = (await Sighted(Quiet, "M:Orders.Load(System.Threading.SemaphoreSlim)", 11)).ShouldHaveSingleItem();
        found.Severity.ShouldBe(DiagnosticSeverity.Error);
        found.GetMessage().ShouldBe("SemaphoreSlim.Wait blocks pool threads; await WaitAsync instead; seen blocking 9 pool threads in production, though exempt: lock");
        (await Sighted(Quiet, "", 3)).ShouldHaveSingleItem().GetMessage().ShouldEndWith("though exempt: dual mode");
    }

    [Fact]
    public async Task Code_that_nobody_is_seen_to_queue_is_raised()
    {
        Diagnostic found = (await Sighted(Quiet, "M:Orders.Locked", 6)).ShouldHaveSingleItem();
        found.GetMessage().ShouldBe("File.ReadAllText blocks pool threads; await File.ReadAllTextAsync instead; seen blocking 9 pool threads in production");
    }

    [Fact]
    public async Task A_line_that_has_moved_is_looked_for_in_its_member()
    {
        (await Sighted(Quiet, "M:Orders.Locked", 3)).ShouldHaveSingleItem().Id.ShouldBe("TPD003");
        (await Sighted(Quiet, "M:Orders.Gone", 6)).ShouldBeEmpty();
        (await Sighted(Quiet, "", 1)).ShouldBeEmpty();
    }

    [Fact]
    public async Task What_was_seen_is_raised_where_it_is_cold()
    {
        const string Cold = "class Startup { public async Task ConfigureAsync() {\n await Task.Yield();\n Thread.Sleep(5); } }";
        (await Sighted(Cold, "", 3)).ShouldHaveSingleItem().Severity.ShouldBe(DiagnosticSeverity.Error);
        (await Sighted(Cold, "", 2)).ShouldHaveSingleItem().Severity.ShouldBe(DiagnosticSeverity.Info);
    }

    private static async Task<ImmutableArray<Diagnostic>> Sighted(string source, string member, int line) => (await Examine.Run([source], new()
    {
        Files = { ["/src/threadpooldoctor.evidence.json"] = $$"""{ "seen": [ { "member": "{{member}}", "file": "Test0.cs", "line": {{line}}, "threads": 9 } ] }""" },
    })).Diagnostics;

    private static Task<ImmutableArray<Diagnostic>> Examined(int threads, Frame user)
    {
        PoolDiagnosis diagnosis = new Case().Workers(threads, Case.On(s_sleep, user)).Queue(2, 50, 60, 70).Diagnose();
        diagnosis.Verdict.ShouldBe(Verdict.Starving);
        return Examined(EvidenceReport.Write(diagnosis));
    }

    private static async Task<ImmutableArray<Diagnostic>> Examined(string report)
    {
        (_, ImmutableArray<Diagnostic> diagnostics) = await Examine.Run([Source], new() { Files = { ["/src/threadpooldoctor.evidence.json"] = report } });
        return [.. diagnostics.OrderBy(diagnostic => diagnostic.Location.SourceSpan.Start)];
    }
}
