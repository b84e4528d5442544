namespace ThreadPoolDoctor.Analyzers;

/// <summary>A call in a work item of another project that blocks if an open call does.</summary>
internal sealed class OpenItem
{
    public OpenItem(OpenWay way, string thread, string file, int line, int column, int length)
    {
        Way = way;
        Thread = thread;
        File = file;
        Line = line;
        Column = column;
        Length = length;
    }

    public OpenWay Way { get; }

    /// <summary>The thread as a message names it.</summary>
    public string Thread { get; }

    public string File { get; }

    /// <summary>Line and column of the call, the first being 0.</summary>
    public int Line { get; }

    public int Column { get; }

    public int Length { get; }
}
