namespace ThreadPoolDoctor.Pool.Adversary;

/// <summary>
/// Runs programs on one side in processes that are used again, which is several times as quick as a new one each. What
/// is seen there is only a suspicion, for a pool may remember the programs before; new processes decide.
/// </summary>
internal sealed class SideProcesses(Side side) : IDisposable
{
    // Threads of programs before are still there, and more with each.
    private const int MostPrograms = 25;

    private SideProcess? _process;

    internal RunReport Run(PoolProgram program, int limit)
    {
        if (!CanShare(program))
        {
            return side.Run(program, limit);
        }
        _process ??= side.Start(program);
        RunReport report = _process.Run(program, limit);
        if (!report.Complete || _process.Programs >= MostPrograms)
        {
            Dispose();
        }
        return report;
    }

    public void Dispose()
    {
        _process?.Dispose();
        _process = null;
    }

    /// <summary>Not with settings of the process, nor with limits that would be those of the next program.</summary>
    private static bool CanShare(PoolProgram program) =>
        !program.SetsLimits && !program.Has(StepKind.Memory) && !program.Has(StepKind.Processors);
}
