using Microsoft.AspNetCore.Http;

namespace ThreadPoolDoctor.Pool;

/// <summary>What has been seen of one endpoint, and so where its requests run. Lives as long as the endpoint.</summary>
internal sealed class EndpointHistory
{
    /// <param name="endpoint">The endpoint.</param>
    /// <param name="pool">Where its requests run unless it proves to be quick.</param>
    /// <param name="left">Called when one of its two parts, named in words, is taken off the server's threads.</param>
    internal EndpointHistory(Endpoint endpoint, WorkPool pool, Action<string>? left = null)
    {
        Rule = endpoint.Metadata.GetMetadata<WithoutWorkPoolAttribute>() is not null ? EndpointRule.Server
            : endpoint.Metadata.GetMetadata<WithWorkPoolAttribute>() is not null ? EndpointRule.Pool
            : EndpointRule.Learn;
        Start = new Habit(trusted: false, () => left?.Invoke("its handler"));
        Rest = new Habit(trusted: true, () => left?.Invoke("what follows its awaits"));
        Context = new EndpointContext(this, pool.SynchronizationContext);
    }

    internal EndpointRule Rule { get; }

    /// <summary>Of the part that runs before the handler's first await that has to wait; of handlers without one, all.</summary>
    internal Habit Start { get; }

    /// <summary>
    /// Of what comes after awaits, in requests that began on the server's thread. In the pool these pieces are not
    /// watched, so once they are there they stay.
    /// </summary>
    internal Habit Rest { get; }

    internal EndpointContext Context { get; }
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
