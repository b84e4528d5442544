namespace ThreadPoolDoctor.Tool.Collection.Symbols;

/// <summary>Which of .NET's types wait by means of which others.</summary>
internal static class WaitsInside
{
    private static readonly (string Outer, string[] Inner)[] s_made =
    [
        ("System.Threading.ManualResetEventSlim", ["System.Threading.Monitor"]),
        ("System.Threading.SemaphoreSlim", ["System.Threading.Monitor"]),
        ("System.Threading.CountdownEvent", ["System.Threading.ManualResetEventSlim", "System.Threading.Monitor"]),
        ("System.Threading.Barrier", ["System.Threading.ManualResetEventSlim", "System.Threading.Monitor"]),
        ("System.Threading.ReaderWriterLockSlim", ["System.Threading.WaitHandle"]),
        ("System.Threading.ReaderWriterLock", ["System.Threading.WaitHandle"]),
        ("System.Collections.Concurrent.BlockingCollection`1", ["System.Threading.SemaphoreSlim", "System.Threading.Monitor"]),
    ];

    /// <summary>Whether a wait of the one type may be done by the other.</summary>
    public static bool Of(string outer, string inner) =>
        Array.Exists(s_made, row => row.Outer == outer && Array.IndexOf(row.Inner, inner) >= 0);
}
