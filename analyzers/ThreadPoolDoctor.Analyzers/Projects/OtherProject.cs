using System.Collections.Generic;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>What this compilation can know of another project that it refers to.</summary>
internal abstract class OtherProject
{
    /// <summary>Names of what blocks there, and whether it is called or read: a filter, so it may hold more.</summary>
    public abstract IEnumerable<(string Name, bool IsCall)> Names { get; }

    /// <summary>
    /// What a method with this documentation id surely waits for, whoever calls it; null for nothing that is known.
    /// </summary>
    public abstract ForeignCall? Find(string id);

    /// <summary>Whether the task of a method with this documentation id has ended when the method comes back.</summary>
    public abstract bool EndsAtOnce(string id);

    /// <summary>Whether a method by this name may be one of those: a filter, so it may say so of more.</summary>
    public abstract bool MayEnd(string name);

    /// <summary>
    /// Whether a method with this documentation id gives a value task and is async, which its symbol need not say.
    /// </summary>
    public virtual bool BeginsValueTask(string id) => false;

    /// <summary>What its interfaces declare.</summary>
    public abstract IEnumerable<(string Name, bool IsCall)> OpenNames { get; }

    /// <summary>Names of what comes to open calls there.</summary>
    public abstract IEnumerable<(string Name, bool IsCall)> AskingNames { get; }

    /// <summary>The open calls that a method surely comes to.</summary>
    public abstract IReadOnlyList<OpenWay> OpenWaysOf(string id);

    /// <summary>The work items there that come to an open call, for whoever knows what it does.</summary>
    public virtual IReadOnlyList<OpenItem> OpenItems => [];

    /// <summary>What a method does with the delegate that it is given for this parameter.</summary>
    public abstract Fate FateOf(string id, int ordinal);

    /// <summary>Whether the build of that project tells of a place itself, and not more quietly.</summary>
    public abstract bool Tells(ForeignCall call, bool isWarning);

    /// <summary>Documentation ids of the methods there that implement or override this one.</summary>
    public abstract IReadOnlyList<string> ImplementationsOf(string id, string name);
}
