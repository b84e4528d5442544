namespace ThreadPoolDoctor.Governor.Control;

/// <summary>
/// For how long the governor may stay. One that a program starts itself has no lease and stays; one that
/// `tpdoctor relieve` brought into a running process goes when the tool has gone, or when its time is over.
/// </summary>
/// <param name="WatchesTool">Whether it ends with the tool's session of events, however that ends.</param>
/// <param name="Until">When it ends at the latest.</param>
/// <param name="IsOfTool">Whether the tool brought it in, and not the program.</param>
internal readonly record struct Lease(bool WatchesTool, DateTimeOffset Until, bool IsOfTool = true)
{
    public static Lease None => new(false, DateTimeOffset.MaxValue, IsOfTool: false);

    public bool IsNone => this == None;

    public bool Holds(DateTimeOffset now, bool toolListens) => now < Until && (toolListens || !WatchesTool);
}
