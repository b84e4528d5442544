namespace ThreadPoolDoctor.Tool.Collection;

/// <summary>What a diagnostics port is compared with: the process that one wants to ask.</summary>
/// <param name="Id">As this tool sees it.</param>
/// <param name="InnerId">As it sees itself, in its own PID namespace.</param>
/// <param name="StartTicks">Field 22 of its /proc/[pid]/stat.</param>
/// <param name="UserId">The user it runs as.</param>
internal readonly record struct PortSubject(int Id, int InnerId, ulong StartTicks, uint UserId);

/// <summary>Whether a port may be asked for a process.</summary>
internal enum PortVerdict
{
    /// <summary>It is the process's own.</summary>
    Own,

    /// <summary>A process that has ended left it behind: nobody listens, or the start time is another's.</summary>
    Stale,

    /// <summary>Another process listens there, as one of a PID namespace that shares the folder does.</summary>
    Another,

    /// <summary>Neither the process's user nor root listens there: any user may create a socket of this name.</summary>
    Impostor,
}

/// <summary>
/// Tells a process's own port from others of the same name: the start time in the name must be the process's, and the
/// kernel must say that it is this process which listens.
/// </summary>
internal static class PortCheck
{
    private const uint Root = 0;

    public static PortVerdict Judge(DiagnosticSocket socket, SocketOwner? owner, PortSubject subject)
    {
        if (socket.ProcessId != subject.InnerId) return PortVerdict.Another;
        bool sameStart = socket.StartTicks == subject.StartTicks;
        if (owner is not { } listener) return PortVerdict.Stale;
        if (listener.UserId != subject.UserId && listener.UserId != Root) return PortVerdict.Impostor;
        if (listener.ProcessId != subject.Id) return PortVerdict.Another;
        // In a namespace of its own a process may see the /proc of another, and read another's start time.
        return sameStart || subject.Id != subject.InnerId ? PortVerdict.Own : PortVerdict.Stale;
    }
}
