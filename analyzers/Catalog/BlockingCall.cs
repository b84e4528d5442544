namespace ThreadPoolDoctor.Catalog;

/// <summary>
/// One member that blocks its thread, and what to await instead. The analyzer matches it against symbols, the doctor
/// against frames of a live stack, so it speaks of types and members by their metadata names only.
/// </summary>
internal sealed class BlockingCall
{
    public BlockingCall(string ailment, string type, string member, string? twin = null)
    {
        Ailment = ailment;
        Type = type;
        Member = member;
        Twin = twin;
    }

    /// <summary>Id of the ailment that the call causes.</summary>
    public string Ailment { get; }

    /// <summary>Full metadata name of the declaring type, as in System.Threading.Tasks.Task`1; overrides in derived types count too.</summary>
    public string Type { get; }

    /// <summary>Metadata name of the method (get_X for a property, .ctor for a constructor); every overload counts.</summary>
    public string Member { get; }

    /// <summary>What to await instead, as it is written in code ("Task.Delay", "ReadAsync"), or null where no twin exists.</summary>
    public string? Twin { get; }

    public override string ToString() => Type + "." + Member;
}
