using System.Collections.Generic;
using System.Linq;

namespace ThreadPoolDoctor.Catalog;

/// <summary>
/// Every blocking member that is known, one row each: adding a blocking API is adding a line to the table of its
/// family.
/// </summary>
internal static partial class BlockingCalls
{
    public static IReadOnlyList<BlockingCall> All { get; } =
    [
        .. Tasks(),
        .. Sleeping(),
        .. Signals(),
        .. Files(),
        .. Streams(),
        .. Network(),
        .. Databases(),
        .. Libraries(),
        .. Processes(),
    ];

    /// <summary>What holds of a call from wherever it is come to, another project included.</summary>
    public const Circumstance Lasting = Circumstance.TwinBlocks | Circumstance.Interactive | Circumstance.ReadOnce;

    private static readonly Dictionary<string, Circumstance> s_lasting = All.Where(row => (row.When & Lasting) != 0)
        .GroupBy(row => row.ToString()).ToDictionary(rows => rows.Key, rows => rows.First().When & Lasting);

    /// <summary>The same of a row in a summary's words.</summary>
    public static Circumstance LastingOf(string row) => s_lasting.TryGetValue(row, out Circumstance when) ? when : Circumstance.Always;

    private static BlockingCall Task(string type, string member, string? twin) =>
        new(Ailments.BlockingOnTask, type, member, twin);

    private static BlockingCall Sleep(string type, string member, string? twin) =>
        new(Ailments.Sleeping, type, member, twin);

    private static BlockingCall Signal(
        string type, string member, string? twin = null, Circumstance when = Circumstance.Always,
        string? parameter = null) =>
        new(Ailments.WaitingOnSignal, type, member, twin, when, parameter);

    private static BlockingCall IO(
        string type, string member, string? twin = null, Circumstance when = Circumstance.Always,
        string? parameter = null) =>
        new(Ailments.BlockingIO, type, member, twin, when, parameter);
}
