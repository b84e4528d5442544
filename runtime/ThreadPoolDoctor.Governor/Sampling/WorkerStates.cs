namespace ThreadPoolDoctor.Governor.Sampling;

/// <summary>What the workers did since the previous look.</summary>
internal readonly record struct WorkerStates(
    bool Seen, int Blocked, int Resumed, int InTurn, double Running, double Used);
