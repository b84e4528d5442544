namespace ThreadPoolDoctor.Catalog;

/// <summary>
/// Whether an ailment is a cause that can be read in code, or a symptom that only a live process shows.
/// </summary>
internal enum AilmentKind
{
    Cause,
    Symptom,
}

/// <summary>
/// One thing that makes a thread pool ill. The same id is underlined by the analyzer, printed by the doctor and
/// explained by a page under docs/rules. Numbers are never reused.
/// </summary>
internal sealed class Ailment
{
    public Ailment(string id, AilmentKind kind, string title, string cure)
    {
        Id = id;
        Kind = kind;
        Title = title;
        Cure = cure;
    }

    /// <summary>"TPD" and three digits.</summary>
    public string Id { get; }

    public AilmentKind Kind { get; }

    /// <summary>A short noun phrase, as in the headline of its page.</summary>
    public string Title { get; }

    /// <summary>What to do about it, in one sentence.</summary>
    public string Cure { get; }

    /// <summary>Where its page is, for a person to follow.</summary>
    public string HelpLink => Ailments.HelpFolder + Id + ".md";

    public override string ToString() => Id + " " + Title;
}
