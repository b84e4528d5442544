using System.Collections.Generic;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>What this compilation can know of another project that it refers to.</summary>
internal abstract class OtherProject
{
    /// <summary>Names of what blocks there, and whether it is called or read: a filter, so it may hold more.</summary>
    public abstract IEnumerable<(string Name, bool IsCall)> Names { get; }

    /// <summary>What a method with this documentation id surely waits for, whoever calls it; null for nothing that is known.</summary>
    public abstract ForeignCall? Find(string id);

    /// <summary>Documentation ids of the methods there that implement or override this one.</summary>
    public abstract IReadOnlyList<string> ImplementationsOf(string id, string name);
}
