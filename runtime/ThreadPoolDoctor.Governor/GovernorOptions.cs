namespace ThreadPoolDoctor.Governor;

/// <summary>What the governor may do.</summary>
public sealed class GovernorOptions
{
    internal const int DefaultMaxWorkers = 1_000;

    /// <summary>
    /// The largest minimum of workers that it sets; 1,000 unless set. The pool's own maximum counts too.
    /// </summary>
    public int MaxWorkers { get; set; } = DefaultMaxWorkers;

    /// <summary>
    /// The options from the program's configuration: <c>ThreadPoolDoctor.Governor.MaxWorkers</c> in runtimeconfig.json,
    /// which the property <c>ThreadPoolGovernorMaxWorkers</c> of a project sets.
    /// </summary>
    internal static GovernorOptions FromConfiguration() => new()
    {
        MaxWorkers = Configured("ThreadPoolDoctor.Governor.MaxWorkers") ?? DefaultMaxWorkers,
    };

    private static int? Configured(string name) =>
        int.TryParse(AppContext.GetData(name)?.ToString(), out int value) && value > 0 ? value : null;
}
