using System.Collections.Generic;
using Microsoft.CodeAnalysis;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>What <see cref="RoughGraph"/> knows of one body.</summary>
internal sealed class RoughBody
{
    public RoughBody(IReadOnlyList<(SyntaxNode Node, CallSite Site)> all, IReadOnlyList<CallSite> sites,
        IReadOnlyList<Body> lambdas, bool blocks)
    {
        All = all;
        Sites = sites;
        Lambdas = lambdas;
        Blocks = blocks;
    }

    /// <summary>What is listed, or leads into a body that somebody has written.</summary>
    public IReadOnlyList<CallSite> Sites { get; }

    /// <summary>
    /// The same, and constructors that nobody has written, which run initialisers; with the name, or whatever else, that
    /// each was found by.
    /// </summary>
    public IReadOnlyList<(SyntaxNode Node, CallSite Site)> All { get; }

    /// <summary>Lambdas that may block; whether this body runs them is not known here.</summary>
    public IReadOnlyList<Body> Lambdas { get; }

    /// <summary>Whether something listed is called here, or a loop may not end.</summary>
    public bool Blocks { get; }
}
