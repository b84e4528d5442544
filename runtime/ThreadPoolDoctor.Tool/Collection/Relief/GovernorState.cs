namespace ThreadPoolDoctor.Tool.Collection.Relief;

/// <summary>What a governor answers when it is asked how it stands.</summary>
/// <param name="Mode">off, program (the program started it itself), kept, or leased.</param>
/// <param name="Asked">The minimum of workers that the program asked for.</param>
/// <param name="Minimum">The minimum of workers that is set.</param>
/// <param name="MaxWorkers">The largest minimum that it would set.</param>
/// <param name="Workers">Workers there are.</param>
/// <param name="Waiting">Work items that wait.</param>
/// <param name="Since">Since when workers are added; null while none are.</param>
/// <param name="Until">When it ends at the latest; null without a limit.</param>
/// <param name="Last">Its last step in one sentence; empty when it took none.</param>
internal sealed record GovernorState(
    string Mode, int Asked, int Minimum, int MaxWorkers, int Workers, long Waiting,
    DateTimeOffset? Since, DateTimeOffset? Until, string Last)
{
    public bool IsOff => Mode == "off";

    public bool IsOfProgram => Mode == "program";
}
