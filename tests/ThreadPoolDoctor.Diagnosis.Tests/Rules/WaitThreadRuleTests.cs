using ThreadPoolDoctor.Diagnosis.Recordings;
using static ThreadPoolDoctor.Diagnosis.Tests.Case;

namespace ThreadPoolDoctor.Diagnosis.Tests.Rules;

/// <summary>TPD103: when it stays silent, then when it speaks.</summary>
public class WaitThreadRuleTests
{
    [Fact]
    public void Two_are_ordinary() =>
        Ids(new Case().Workers(2, Idle).Threads(2, ThreadRole.WaitThread).Queue(0, 0, 0)).ShouldBeEmpty();

    [Fact]
    public void Many_are_told_with_the_handles_and_who_registers()
    {
        Case @case = new Case().Workers(2, Idle).Threads(100, ThreadRole.WaitThread).Queue(0, 0, 0);
        @case.WaitRegistrations.Add(User("Watch", 12));
        Finding finding = The("TPD103", @case);
        finding.Evidence.ShouldBe("100 wait threads watch 6238 to 6300 registered handles (one thread per 63).");
        finding.Causes.ShouldHaveSingleItem().Line.ShouldBe(12);
        finding.Causes[0].Id.ShouldBe("TPD006");
    }
}
