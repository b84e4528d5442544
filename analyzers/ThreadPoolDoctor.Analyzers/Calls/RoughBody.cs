using System.Collections.Generic;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>What <see cref="RoughGraph"/> knows of one body.</summary>
internal sealed class RoughBody
{
    public RoughBody(IReadOnlyList<CallSite> sites, IReadOnlyList<Body> lambdas, bool blocks)
    {
        Sites = sites;
        Lambdas = lambdas;
        Blocks = blocks;
    }

    public IReadOnlyList<CallSite> Sites { get; }

    /// <summary>Lambdas that may block; whether this body runs them is not known here.</summary>
    public IReadOnlyList<Body> Lambdas { get; }

    /// <summary>Whether something listed is called here, or a loop may not end.</summary>
    public bool Blocks { get; }
}
