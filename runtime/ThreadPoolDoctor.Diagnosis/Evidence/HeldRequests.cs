using ThreadPoolDoctor.Diagnosis.Frames;
using ThreadPoolDoctor.Diagnosis.Signals;
using ThreadPoolDoctor.Diagnosis.Stacks;

namespace ThreadPoolDoctor.Diagnosis.Evidence;

/// <summary>Web requests whose workers sit blocked, of one handler.</summary>
/// <param name="Method">The user's method that ASP.NET Core called.</param>
/// <param name="File">Source file, or null where there is no debug information.</param>
/// <param name="Line">Where in it the method stands; near, where that is all there is.</param>
/// <param name="Workers">Blocked workers, each with a request.</param>
public sealed record HeldRequests(string Method, string? File, int? Line, int Workers);

/// <summary>
/// Which requests the blocked workers hold, by their stacks: also those that began before the look, which no meter
/// tells of.
/// </summary>
internal static class RequestHolders
{
    private const int MostHandlers = 20;
    private const string Server = "Microsoft.AspNetCore.";

    /// <summary>Most workers first; empty where no blocked worker serves a request.</summary>
    public static IReadOnlyList<HeldRequests> Of(PoolSignals signals) =>
    [
        .. signals.Activities
            .Select(activity => activity.Blockage)
            .OfType<Blockage>()
            .Select(HandlerOf)
            .OfType<Frame>()
            .GroupBy(handler => new { handler.DisplayName, handler.File })
            .Select(group => new HeldRequests(group.Key.DisplayName, group.Key.File, group.First().Line, group.Count()))
            .OrderByDescending(held => held.Workers)
            .ThenBy(held => held.Method, StringComparer.Ordinal)
            .Take(MostHandlers),
    ];

    /// <summary>
    /// The user's frame next to the server's, by whom it was called; where it was inlined, the one that is blamed in
    /// its place.
    /// </summary>
    private static Frame? HandlerOf(Blockage blockage)
    {
        int server = 0;
        while (server < blockage.Stack.Count && !blockage.Stack[server].TypeName.StartsWith(Server, StringComparison.Ordinal)) server++;
        return server == blockage.Stack.Count
            ? null
            : blockage.Stack.Take(server).Append(blockage.User).Where(IsWritten).DistinctBy(frame => frame.DisplayName).LastOrDefault();
    }

    private static bool IsWritten(Frame frame) => frame.BlameRank is not null && !frame.IsMadeAtRunTime;
}
