using ThreadPoolDoctor.Pool;

namespace Microsoft.AspNetCore.Builder;

/// <summary>Says of endpoints that they need no <see cref="WorkPool"/>.</summary>
public static class WorkPoolEndpointConventionBuilderExtensions
{
    private static readonly WithoutWorkPoolAttribute s_without = new();

    /// <summary>
    /// Leaves the requests of these endpoints on the server's threads: see <see cref="WithoutWorkPoolAttribute"/>.
    /// </summary>
    /// <remarks>
    /// Only seen if routing comes before UseWorkPool in the pipeline, as it does in a WebApplication that does not call
    /// UseRouting itself.
    /// </remarks>
    /// <typeparam name="TBuilder">The type of the builder.</typeparam>
    /// <param name="builder">The endpoints.</param>
    /// <returns>The endpoints.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="builder"/> is null.</exception>
    public static TBuilder WithoutWorkPool<TBuilder>(this TBuilder builder)
        where TBuilder : IEndpointConventionBuilder
    {
        ArgumentNullException.ThrowIfNull(builder);
        builder.Add(static endpoint => endpoint.Metadata.Add(s_without));
        return builder;
    }
}
