using System.Text;
using System.Text.Json;
using ThreadPoolDoctor.Diagnosis.Comparisons;
using ThreadPoolDoctor.Diagnosis.Frames;
using ThreadPoolDoctor.Diagnosis.Recordings;
using ThreadPoolDoctor.Diagnosis.Reports;
using ThreadPoolDoctor.Diagnosis.Tests.Hostile;
using ThreadPoolDoctor.Tests;
using static ThreadPoolDoctor.Diagnosis.Tests.Case;

namespace ThreadPoolDoctor.Diagnosis.Tests.Recordings;

/// <summary>Two looks side by side.</summary>
public class ComparisonTests
{
    private static IReadOnlyList<Frame> Taking { get; } = On(Bcl("System.Threading.Monitor", "Wait"), User("Take", 12));

    private static IReadOnlyList<Frame> Reading { get; } = On(Bcl("System.IO.Stream", "Read"), User("Parse", 21));

    private static Recording Starving() => new Case().Workers(5, Sleeping).Workers(2, Taking).Queue(4, 10, 300, 600).Record();

    private static Recording LessStarving() => new Case().Workers(3, Sleeping).Workers(1, Reading).Queue(10, 10, 30, 60).Record();

    private static Recording Healthy() => new Case().Workers(4, Idle).Queue(1200, 0, 0, 0).Record();

    [Fact]
    public void A_look_and_itself_are_the_same()
    {
        Comparison comparison = Compare(Starving(), Starving());

        comparison.Change.ShouldBe(Change.Same);
        comparison.Gone.ShouldBeEmpty();
        comparison.New.ShouldBeEmpty();
        comparison.Changed.ShouldBeEmpty();
        comparison.Unchanged.Count.ShouldBe(2);
        comparison.Throughput.ShouldBe(1);
    }

    [Fact]
    public void A_cure_is_better_and_its_loss_is_worse()
    {
        Compare(Starving(), Healthy()).Change.ShouldBe(Change.Better);
        Compare(Healthy(), Starving()).Change.ShouldBe(Change.Worse);
        Compare(Healthy(), Starving()).New.Count.ShouldBe(2);
    }

    [Fact]
    public void Causes_are_told_as_gone_new_and_changed()
    {
        Comparison comparison = Compare(Starving(), LessStarving());

        comparison.Gone.ShouldHaveSingleItem().Method.ShouldBe("Shop.Orders.Take(int)");
        comparison.New.ShouldHaveSingleItem().Method.ShouldBe("Shop.Orders.Parse(int)");
        ChangedPlace changed = comparison.Changed.ShouldHaveSingleItem();
        (changed.Before.Threads, changed.After.Threads).ShouldBe((5, 3));
        comparison.Throughput!.Value.ShouldBe(2.5, 0.01);
    }

    [Fact]
    public Task The_text_of_a_comparison() => Verifier.Verify(ComparisonText.Write(Compare(Starving(), LessStarving())));

    [Fact]
    public Task The_text_of_a_cure() => Verifier.Verify(ComparisonText.Write(Compare(Starving(), Healthy())));

    [Fact]
    public Task The_json_of_a_comparison() => Verifier.Verify(ComparisonJson.Write(Compare(Starving(), LessStarving()), "0.0.0-test"));

    [Theory]
    [InlineData("", "damaged")]
    [InlineData("[]", "schema")]
    [InlineData("{}", "schema")]
    [InlineData("""{"schema":"tpdoctor-evidence/1"}""", "schema")]
    [InlineData("""{"schema":"tpdoctor/1"}""", "damaged")]
    [InlineData("""{"schema":"tpdoctor/1","process":{"name":"a","runtime":"b"},"observed":{"startedAt":"2026-11-21T02:24:00Z","seconds":1e999},"pool":{}}""", "damaged")]
    public void What_is_no_report_is_refused_in_a_clause(string report, string clause) =>
        Should.Throw<InvalidDataException>(() => LookFacts.Parse(Encoding.UTF8.GetBytes(report))).Message.ShouldContain(clause);

    [Fact]
    public void Every_report_can_be_compared_and_is_told_cleanly() => Fuzzing.Run(100, random =>
    {
        Comparison comparison = Compare(new HostileRecording(random).Next(), new HostileRecording(random).Next());

        foreach (string line in ComparisonText.Write(comparison).Split('\n')) Words.Visible(line).ShouldBe(line);
        JsonDocument.Parse(ComparisonJson.Write(comparison, "1.0.0")).Dispose();
    });

    [Fact]
    public void A_tampered_report_is_read_or_refused_and_nothing_else()
    {
        byte[] report = Report(Starving());
        Fuzzing.Run(200, random =>
        {
            byte[] tampered = [.. report];
            for (int i = random.Next(1, 20); i > 0; i--) tampered[random.Next(tampered.Length)] = (byte)"0123456789-e.,[]{}\"tfnx"[random.Next(23)];
            try
            {
                Comparison comparison = Comparison.Of(LookFacts.Parse(tampered), LookFacts.Parse(report));
                ComparisonText.Write(comparison).ShouldNotBeEmpty();
                ComparisonJson.Write(comparison, "1.0.0").ShouldNotBeEmpty();
            }
            catch (InvalidDataException refused)
            {
                refused.Message.ShouldNotBeNullOrWhiteSpace();
            }
        });
    }

    private static Comparison Compare(Recording before, Recording after) =>
        Comparison.Of(LookFacts.Parse(Report(before)), LookFacts.Parse(Report(after)));

    private static byte[] Report(Recording recording) => Encoding.UTF8.GetBytes(JsonReport.Write(Doctor.Diagnose(recording), "1.0.0"));
}
