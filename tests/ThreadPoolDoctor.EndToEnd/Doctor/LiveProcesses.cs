namespace ThreadPoolDoctor.EndToEnd.Doctor;

/// <summary>
/// Tests whose answer load would falsify run one after the other, and nothing beside them. Those that ask how commands
/// behave, with processes that idle, run beside others.
/// </summary>
[CollectionDefinition(Name, DisableParallelization = true)]
public sealed class LiveProcesses
{
    public const string Name = "live processes";
}
