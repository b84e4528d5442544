using System;

namespace ThreadPoolDoctor.Catalog;

/// <summary>What must hold, besides its name, for a call to block.</summary>
[Flags]
internal enum Circumstance
{
    Always = 0,

    /// <summary>
    /// Only when the receiver is known to read or write a device: wrappers are as often put around memory.
    /// </summary>
    OverDevice = 1,

    /// <summary>Only on a collection that was made with a bound.</summary>
    Bounded = 2,

    /// <summary>Waits for a person: fine in a program's main method, where nobody else waits.</summary>
    Interactive = 4,

    /// <summary>Needs the lock that it is called under, so being under a lock is no excuse.</summary>
    NeedsLock = 8,

    /// <summary>
    /// It blocks always, and so does what could be awaited instead: the library works in the process, or has nothing
    /// asynchronous of its own there.
    /// </summary>
    TwinBlocks = 16,

    /// <summary>Only until it has been read once, as a web framework does to bind its values to parameters.</summary>
    ReadOnce = 32,

    /// <summary>
    /// Not on what was made over a stream, a sheet say: that waits for what is at the end of the stream alone.
    /// </summary>
    NotOverStream = 64,

    /// <summary>
    /// The library has nothing that could be awaited there in the versions that have this member; a later one has it
    /// in another.
    /// </summary>
    NoTwin = 128,
}

/// <summary>
/// One member that blocks its thread, and what to await instead. The analyzer matches it against symbols, the doctor
/// against frames of a live stack, so it speaks of types and members by their metadata names only.
/// </summary>
internal class BlockingCall
{
    public BlockingCall(
        string ailment, string type, string member, string? twin = null,
        Circumstance when = Circumstance.Always, string? parameter = null)
    {
        Ailment = ailment;
        Type = type;
        Member = member;
        Twin = twin;
        When = when;
        Parameter = parameter;
    }

    /// <summary>Id of the ailment that the call causes.</summary>
    public string Ailment { get; }

    /// <summary>
    /// Full metadata name of the declaring type, as in System.Threading.Tasks.Task`1; overrides in derived types count
    /// too.
    /// </summary>
    public string Type { get; }

    /// <summary>
    /// Metadata name of the method (get_X for a property, .ctor for a constructor); every overload counts.
    /// </summary>
    public string Member { get; }

    /// <summary>
    /// What to await instead, as it is written in code ("Task.Delay", "ReadAsync"), or null where no twin exists.
    /// </summary>
    public string? Twin { get; }

    public Circumstance When { get; }

    /// <summary>When set, only overloads with a parameter of this name or simple type name count.</summary>
    public string? Parameter { get; }

    public override string ToString() => Type + "." + Member;
}
