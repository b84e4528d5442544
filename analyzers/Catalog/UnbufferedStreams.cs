using System.Collections.Generic;

namespace ThreadPoolDoctor.Catalog;

/// <summary>
/// Streams whose <c>Flush</c> does nothing, by their metadata names: what is written to them has been handed on when
/// the call comes back.
/// </summary>
internal static class UnbufferedStreams
{
    public static IReadOnlyCollection<string> Types { get; } = ["System.Net.Sockets.NetworkStream", "System.IO.Pipes.PipeStream"];

    /// <summary>Properties that give such a stream by the name of its base.</summary>
    public static IReadOnlyCollection<string> Properties { get; } = ["System.Net.HttpListenerResponse.OutputStream"];
}
