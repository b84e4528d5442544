using ThreadPoolDoctor.Catalog;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// A call of an interface's member that nobody implements in this project or in those that it refers to: whether it blocks is known
/// where both are, in a project that refers to this one and to the implementation.
/// </summary>
internal sealed class OpenCall : BlockingCall
{
    public OpenCall(string id, string type, string member)
        : base(Ailments.BlockingIO, type, member) => Id = id;

    /// <summary>Documentation id of the member.</summary>
    public string Id { get; }
}

/// <summary>A way from a method to an open call, which blocks if that does.</summary>
internal sealed class OpenWay
{
    public OpenWay(string asked, string name, string way)
    {
        Asked = asked;
        Name = name;
        Way = way;
    }

    public string Asked { get; }

    /// <summary>The member's simple name.</summary>
    public string Name { get; }

    /// <summary>As a message shows it, the open call last.</summary>
    public string Way { get; }
}
