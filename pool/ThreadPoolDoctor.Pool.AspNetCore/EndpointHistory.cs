using Microsoft.AspNetCore.Http;

namespace ThreadPoolDoctor.Pool;

/// <summary>What is known of one endpoint, and so where its requests run. Lives as long as the endpoint.</summary>
internal sealed class EndpointHistory(Endpoint endpoint, Action<Endpoint> blocked)
{
    internal EndpointRule Rule { get; } =
        endpoint.Metadata.GetMetadata<WithoutWorkPoolAttribute>() is not null ? EndpointRule.Server
        : endpoint.Metadata.GetMetadata<WithWorkPoolAttribute>() is not null ? EndpointRule.Pool
        : EndpointRule.Learn;

    internal Habit Habit { get; } = new(trusted: false, () => blocked(endpoint));
}

/// <summary>What the program says of an endpoint.</summary>
internal enum EndpointRule
{
    /// <summary>Nothing: it shows.</summary>
    Learn,

    /// <summary>Always the pool: <see cref="WithWorkPoolAttribute"/>.</summary>
    Pool,

    /// <summary>Always the server's threads: <see cref="WithoutWorkPoolAttribute"/>.</summary>
    Server,
}
