using System;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>What an exemption is asked about; some are asked about several.</summary>
[Flags]
internal enum Scope
{
    /// <summary>A work item as a whole, before anything in it is looked at.</summary>
    Body = 1,

    /// <summary>A work item in which something would be reported: for what is expensive to ask.</summary>
    Reported = 2,

    /// <summary>A call where it stands, whatever it calls.</summary>
    Place = 4,

    /// <summary>A call of something that the catalogue lists.</summary>
    Call = 8,

    /// <summary>A call of X where XAsync is there to be awaited.</summary>
    Pair = 16,

    /// <summary>A call into a helper, before the helper is looked at.</summary>
    Step = 32,

    /// <summary>One step of a way through helpers, for the calls that it was come by.</summary>
    Way = 64,

    /// <summary>A call in a work item and the whole way from it to what blocks.</summary>
    Path = 128,

    /// <summary>A loop without an end.</summary>
    Loop = 256,
}

/// <summary>Where an exemption holds.</summary>
[Flags]
internal enum Side
{
    Anywhere = 0,
    WorkItem = 1,
    Helper = 2,
    Both = WorkItem | Helper,
}

/// <summary>How much is known.</summary>
internal enum Certainty
{
    /// <summary>It does not block a pool thread.</summary>
    Sure,

    /// <summary>
    /// It hardly ever does, or nobody can see: told on demand alone (<c>threadpooldoctor.report = all</c>).
    /// </summary>
    Doubtful,
}

/// <summary>One reason to report nothing: a row of <see cref="Exemptions"/>.</summary>
internal sealed class Exemption
{
    private readonly Func<Candidate, bool> _applies;

    /// <param name="name">What it is called in tests, and where evidence from production overrules it.</param>
    /// <param name="pages">The last digits of the rules whose pages list it: "14" for TPD001 and TPD004.</param>
    /// <param name="scope">What it is asked about.</param>
    /// <param name="certainty">Whether it is sure that nothing blocks.</param>
    /// <param name="says">What is not reported, as the pages write it.</param>
    /// <param name="applies">The question itself.</param>
    /// <param name="side">Where it holds.</param>
    public Exemption(string name, string pages, Scope scope, Certainty certainty, string says,
        Func<Candidate, bool> applies, Side side = Side.Anywhere)
    {
        Name = name;
        Pages = pages;
        Scope = scope;
        Certainty = certainty;
        Says = says;
        Side = side;
        _applies = applies;
    }

    public string Name { get; }

    public string Pages { get; }

    public Scope Scope { get; }

    public Certainty Certainty { get; }

    public string Says { get; }

    public Side Side { get; }

    public bool AppliesTo(Candidate candidate) =>
        (Side == Side.Anywhere || (Side & candidate.Side) != 0) && _applies(candidate);

    public override string ToString() => Name;
}
