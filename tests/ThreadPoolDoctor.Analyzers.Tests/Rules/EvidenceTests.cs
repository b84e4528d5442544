using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using ThreadPoolDoctor.Diagnosis;
using ThreadPoolDoctor.Diagnosis.Frames;
using ThreadPoolDoctor.Diagnosis.Reports;
using Case = ThreadPoolDoctor.Diagnosis.Tests.Case;

namespace ThreadPoolDoctor.Analyzers.Tests.Rules;

/// <summary>The doctor writes evidence, the analyzer reads it: here each does its part, with nothing written by hand between.</summary>
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
