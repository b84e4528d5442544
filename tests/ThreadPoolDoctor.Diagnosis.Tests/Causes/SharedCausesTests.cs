using ThreadPoolDoctor.Diagnosis.Recordings;
using ThreadPoolDoctor.Diagnosis.Reports;
using static ThreadPoolDoctor.Diagnosis.Tests.Case;

namespace ThreadPoolDoctor.Diagnosis.Tests.Causes;

/// <summary>A cause stands once in a report, with the symptoms it explains.</summary>
public class SharedCausesTests
{
    private static PoolDiagnosis Diagnose()
    {
        Case @case = new Case().Workers(8, Sleeping, startedSecondsBefore: 600).Queue(0, 40, 44, 48);
        @case.Timers.AddRange([new(0.5, 1.5), new(0.6, 1.5)]);
        return @case.Diagnose();
    }

    [Fact]
    public void It_stands_under_the_worst_symptom_with_the_ids_of_all()
    {
        PoolDiagnosis diagnosis = Diagnose();
        diagnosis.Findings.Select(finding => finding.Id).ShouldBe(["TPD101", "TPD104", "TPD102"]);
        Cause cause = diagnosis.Findings.SelectMany(finding => finding.Causes).ShouldHaveSingleItem();
        cause.Symptoms.ShouldBe(["TPD101", "TPD104", "TPD102"]);
        diagnosis.Findings[0].Causes.ShouldHaveSingleItem();
    }

    [Fact]
    public void Other_symptoms_point_to_it()
    {
        string text = TextReport.Plain(Diagnose());
        text.Split("cure: await Task.Delay").Length.ShouldBe(2);
        text.ShouldContain("TPD002 in Shop.Orders.Load(int), told under TPD101");
    }

    [Fact]
    public void Code_scanning_gets_one_result_for_it() =>
        SarifReport.Write(Diagnose(), "1.0.0").Split("\"ruleId\"").Length.ShouldBe(2);
}
