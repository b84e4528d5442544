using Microsoft.Diagnostics.NETCore.Client;

namespace ThreadPoolDoctor.Tool.Collection;

/// <summary>Turns what goes wrong between the tool and the runtime into a sentence and a remedy.</summary>
internal static class IpcTrouble
{
    private static readonly TimeSpan s_lastMoments = TimeSpan.FromSeconds(1);

    public static ExpectedTrouble Ended(Target target) => new(
        $"Process {target.ProcessId} ({target.Name}) ended while it was observed.",
        "Observe it earlier or for less time (--duration 1s).");

    /// <summary>It is there and does not answer.</summary>
    public static ExpectedTrouble Silent(Target target, TimeSpan timeout, Exception? trouble = null) => new(
        $"Process {target.ProcessId} ({target.Name}) did not answer within {Durations.Text(timeout)}.",
        "See whether it is stopped or suspended (state T in ps), or allow more time with --timeout.", trouble);

    /// <summary>A process that ends closes its connections first and is there a moment longer.</summary>
    public static bool Ends(Target target) =>
        SpinWait.SpinUntil(() => !DotNetProcesses.Exists(target.ProcessId), s_lastMoments);

    /// <summary>Whether this is how the client fails when the process does not answer, refuses, or is gone.</summary>
    public static bool IsOfConnection(Exception trouble) => trouble is OperationCanceledException or TimeoutException or IOException
        or ServerNotAvailableException or ServerErrorException or UnauthorizedAccessException or System.Net.Sockets.SocketException
        or ObjectDisposedException;

    /// <summary>
    /// The trouble in the user's words, or null when it is not of this kind and must be shown as it is.
    /// </summary>
    public static ExpectedTrouble? Explain(Exception trouble, Target target, TimeSpan timeout)
    {
        if (trouble is ExpectedTrouble expected) return expected;
        if (!DotNetProcesses.Exists(target.ProcessId) || trouble is IOException or ServerNotAvailableException && Ends(target))
        {
            return Ended(target);
        }
        return trouble switch
        {
            OperationCanceledException or TimeoutException => Silent(target, timeout, trouble),
            UnsupportedCommandException or UnsupportedProtocolException => new(
                $"The runtime of process {target.ProcessId} ({target.Runtime}) is too old to be observed.",
                "The tool needs .NET 8 or later in the process.", trouble),
            UnauthorizedAccessException => new(
                $"Process {target.ProcessId} ({target.Name}) may not be observed by this user.",
                "Run the tool as the user that runs the process.", trouble),
            ServerNotAvailableException => new(
                $"The diagnostics port of process {target.ProcessId} ({target.Name}) does not answer.",
                "See that the process runs in this container, as this user, and without DOTNET_EnableDiagnostics=0.", trouble),
            ServerErrorException error => new(
                $"The runtime of process {target.ProcessId} ({target.Name}) refused: {error.Message}",
                "End other diagnostics sessions on the process, then attach again.", trouble),
            IOException or EndOfStreamException => new(
                $"The connection to process {target.ProcessId} ({target.Name}) broke: {trouble.Message}",
                "See whether the process still runs, then attach again.", trouble),
            _ => null,
        };
    }
}
