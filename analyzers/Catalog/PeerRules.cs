using System.Collections.Generic;

namespace ThreadPoolDoctor.Catalog;

/// <summary>
/// Rules of other analyzers that say the same of a place. Who has switched one of them off there was told, and means
/// what stands there.
/// </summary>
internal static class PeerRules
{
    // Waits for tasks, and calls that have a twin to await.
    private static readonly IReadOnlyCollection<string> s_waits = new HashSet<string>
    {
        "VSTHRD002", "VSTHRD102", "VSTHRD103", "VSTHRD104", "MA0042", "MA0045", "CA1849", "AsyncFixer02", "S4462",
        "S6422", "S6966", "SS033", "SS034", "SS035", "EPC35", "xUnit1031", "MSTEST0067", "PH_S019",
    };

    private static readonly IReadOnlyCollection<string> s_sleeps = new HashSet<string>
    {
        "VSTHRD103", "MA0042", "MA0045", "CA1849", "AsyncFixer02", "S4462", "SS032", "EPC33", "PH_S013",
    };

    private static readonly IReadOnlyCollection<string> s_asyncVoids = new HashSet<string>
    {
        "VSTHRD100", "VSTHRD101", "AsyncFixer03", "MA0147", "MA0155", "S3168",
    };

    /// <summary>Those that speak of the same ailment; none for one that no other knows.</summary>
    public static IReadOnlyCollection<string> Of(string ailment) => ailment switch
    {
        Ailments.BlockingOnTask or Ailments.BlockingIO or Ailments.WaitingOnSignal => s_waits,
        Ailments.Sleeping => s_sleeps,
        Ailments.AsyncVoidWorkItem => s_asyncVoids,
        _ => [],
    };
}
