using ThreadPoolDoctor.Diagnosis.Recordings;

namespace ThreadPoolDoctor.Tool.Commands;

/// <summary>One .NET process as <c>ps</c> shows it; the census is null where the system has no /proc.</summary>
internal sealed record PsRow(int Id, string Name, string? Runtime, ThreadCensus? Census, string Hint)
{
    public int? Workers => Census?.Count(ThreadRole.Worker);

    public int? WaitThreads => Census?.Count(ThreadRole.WaitThread);
}
