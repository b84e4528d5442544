namespace ThreadPoolDoctor.Governor.Tests.Control;

public class StepTests
{
    [Fact]
    public void Each_reason_has_a_sentence_of_its_own()
    {
        string[] sentences = [.. Enum.GetValues<GovernorReason>().Select(static reason =>
            new GovernorStep(DateTimeOffset.UnixEpoch, reason, From: 8, To: 8, Waiting: 5, Workers: 8, Blocked: 7).ToString())];
        sentences.ShouldBeUnique();
        sentences.ShouldAllBe(static sentence => sentence.EndsWith('.'));
    }
}
