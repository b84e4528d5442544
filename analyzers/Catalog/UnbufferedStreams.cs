using System.Collections.Generic;

namespace ThreadPoolDoctor.Catalog;

/// <summary>
/// Streams whose <c>Flush</c> does nothing, by their metadata names: what is written to them has been handed on when
/// the call comes back.
/// </summary>
internal static class UnbufferedStreams
{
    public static IReadOnlyCollection<string> Types { get; } = ["System.Net.Sockets.NetworkStream", "System.IO.Pipes.PipeStream"];
}
