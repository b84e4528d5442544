namespace ThreadPoolDoctor.EndToEnd.Doctor;

/// <summary>Tests that look at live processes run one after the other, and nothing beside them: load would falsify the evidence.</summary>
[CollectionDefinition(Name, DisableParallelization = true)]
public sealed class LiveProcesses
{
    public const string Name = "live processes";
}
