using System.Globalization;

namespace ThreadPoolDoctor.Tool.Collection.Relief;

/// <summary>What the tool asks of a governor; it travels as the arguments of a session of events.</summary>
/// <param name="Name">relieve, keep, undo or status.</param>
/// <param name="MaxWorkers">The largest minimum that it may set, or null for its own.</param>
/// <param name="Until">When it ends at the latest, or null.</param>
internal sealed record GovernorCommand(string Name, int? MaxWorkers = null, DateTimeOffset? Until = null)
{
    public static GovernorCommand Status { get; } = new("status");

    public static GovernorCommand Undo { get; } = new("undo");

    /// <summary>Whether the governor goes when the session of events does.</summary>
    public bool IsLease => Name == "relieve";

    public Dictionary<string, string> Arguments()
    {
        Dictionary<string, string> arguments = new() { ["command"] = Name };
        if (MaxWorkers is { } max) arguments["max"] = max.ToString(CultureInfo.InvariantCulture);
        if (Until is { } end) arguments["until"] = end.ToUnixTimeMilliseconds().ToString(CultureInfo.InvariantCulture);
        return arguments;
    }
}
