using System;
using System.Collections.Generic;
using System.Linq;

namespace ThreadPoolDoctor.Catalog;

/// <summary>
/// What tells somebody to end, as in source.Cancel(), host.StopApplication() or connection.Abort(): whose token that
/// cancels, nobody sees at the call.
/// </summary>
internal static class EndingCalls
{
    // Sets a time limit for what follows: that is what a token is for.
    private const string Limit = "CancelAfter";

    /// <summary>Beginnings of the members' names.</summary>
    public static IReadOnlyList<string> All { get; } = ["Cancel", "Shutdown", "ShutDown", "Abort", "StopApplication"];

    /// <summary>Whether a member of this name tells somebody to end.</summary>
    public static bool Hold(string member) =>
        member != Limit && All.Any(beginning => member.StartsWith(beginning, StringComparison.Ordinal));
}
