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
    public void The_gate_thread_is_none() => Ids(OnStacks(9, "System.Threading.PortableThreadPool+GateThread", "GateThreadStart")).ShouldBeEmpty();

    [Fact]
    public void Where_the_system_tells_no_names_the_stacks_do() =>
        Ids(OnStacks(9, "System.Threading.PortableThreadPool+WaitThread", "WaitThreadStart")).ShouldBe(["TPD103"]);

    /// <summary>So many threads that sleep in this method, in a recording without a census, such as a trace.</summary>
    private static Recording OnStacks(int threads, string type, string method) => new Case()
        .Workers(2, Idle)
        .Threads(threads, ThreadRole.Other, [Bcl("System.Threading.WaitHandle", "WaitMultiple"), Bcl(type, method), Bcl("System.Threading.Thread", "StartCallback")])
        .Queue(0, 0, 0).Record() with
    { Censuses = [] };

    private static IEnumerable<string> Ids(Recording recording) => Doctor.Diagnose(recording).Findings.Select(finding => finding.Id);

    private static IEnumerable<string> Ids(Case @case) => Case.Ids(@case);

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
