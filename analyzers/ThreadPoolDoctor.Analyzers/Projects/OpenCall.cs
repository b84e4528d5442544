using System.Collections.Generic;
using ThreadPoolDoctor.Catalog;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// A call of an interface's member that nobody implements in this project or in those that it refers to, or of another
/// project's method that comes to such: whether it blocks is known where both are, in a project that refers to this one
/// and to the implementation.
/// </summary>
internal sealed class OpenCall : BlockingCall
{
    /// <param name="type">The type of what is called.</param>
    /// <param name="member">Its simple name.</param>
    /// <param name="asked">The members that it comes to; the way is empty where it is called itself.</param>
    public OpenCall(string type, string member, IReadOnlyList<OpenWay> asked)
        : base(Ailments.BlockingIO, type, member) => Asked = asked;

    /// <summary>The members of interfaces that the call comes to.</summary>
    public IReadOnlyList<OpenWay> Asked { get; }
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
