using System.Collections.Generic;

namespace ThreadPoolDoctor.Catalog;

/// <summary>
/// Every blocking member that is known, one row each: adding a blocking API is adding a line to the table of its family.
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
