namespace ThreadPoolDoctor.Tool.Collection.Symbols;

/// <summary>
/// Which way data goes through a member of a stream, a reader, a writer or a socket: what writes never runs what reads.
/// </summary>
internal static class Streams
{
    private static readonly string[] s_reading = ["Read", "Receive", "Peek", "Accept"];
    private static readonly string[] s_writing = ["Write", "Send", "Flush"];

    /// <summary>Whether one of two members reads and the other writes; false where either does neither.</summary>
    public static bool Oppose(string one, string other) =>
        Begins(one, s_reading) && Begins(other, s_writing) || Begins(one, s_writing) && Begins(other, s_reading);

    private static bool Begins(string member, string[] words) => Array.Exists(words, word => member.StartsWith(word, StringComparison.Ordinal));
}
