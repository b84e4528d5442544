using ThreadPoolDoctor.Diagnosis.Recordings;
using static ThreadPoolDoctor.Diagnosis.Tests.Case;

namespace ThreadPoolDoctor.Diagnosis.Tests.Causes;

/// <summary>A cause whose method was compiled into .NET's tells the two methods that it may be.</summary>
public class InlinedCausesTests
{
    private static PoolDiagnosis Diagnose(params string[] candidates)
    {
        Recording recording = new Case()
            .Workers(3, On(Bcl("System.Threading.Thread", "Sleep", "void  (int32)"), Bcl("System.Threading.Tasks.Task", "ExecuteWithThreadLocal")), 600)
            .Queue(5, 500, 600, 700)
            .Record();
        return Doctor.Diagnose(recording with { UncertainCallers = [new("System.Threading.Thread.Sleep(int)", candidates)] });
    }

    [Fact]
    public void Nobody_is_named_where_three_may_be_meant() =>
        Diagnose("Shop.A()", "Shop.B()", "Shop.C()").Summary.ShouldEndWith("mostly in a work item whose method was inlined.");

    [Fact]
    public void Two_are_named_and_no_line_is_blamed()
    {
        PoolDiagnosis diagnosis = Diagnose("Shop.A() in Shop.cs:3", "Shop.B() in Shop.cs:9");
        diagnosis.Summary.ShouldEndWith("mostly in Shop.A() in Shop.cs:3 or Shop.B() in Shop.cs:9.");
        diagnosis.Findings[0].Causes.ShouldHaveSingleItem().Line.ShouldBeNull();
    }
}
