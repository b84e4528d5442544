namespace ThreadPoolDoctor.Diagnosis.Recordings;

/// <summary>
/// What became of the web requests that came in while they were watched, by the meters of ASP.NET Core.
/// </summary>
/// <param name="Seconds">For how long they were watched.</param>
/// <param name="UnderWay">Requests that began meanwhile and had not ended.</param>
/// <param name="QueuedConnections">Connections accepted meanwhile that no worker had taken.</param>
/// <param name="Routes">Those that began and ended meanwhile, by method and route.</param>
public sealed record RequestFacts(double Seconds, long UnderWay, long QueuedConnections, IReadOnlyList<RouteFacts> Routes)
{
    /// <summary>Requests that ended.</summary>
    public long Ended => Routes.Sum(route => route.Ended);
}

/// <summary>Requests of one route that began and ended while they were watched.</summary>
/// <param name="Method">The HTTP method.</param>
/// <param name="Route">The route's pattern; empty where no route was chosen.</param>
/// <param name="Ended">How many.</param>
/// <param name="Failed">How many of them failed, by status or by exception.</param>
/// <param name="MeanSeconds">How long they took on average.</param>
/// <param name="SlowestSeconds">About how long the slowest took.</param>
public sealed record RouteFacts(string Method, string Route, long Ended, long Failed, double MeanSeconds, double SlowestSeconds);
