using ThreadPoolDoctor.Diagnosis.Frames;
using ThreadPoolDoctor.Tool.Collection.Symbols;

namespace ThreadPoolDoctor.Tool.Collection;

/// <summary>
/// Places in the user's code that register waits with the pool: a wait thread does not know who registered its handles.
/// </summary>
internal static class WaitRegistrations
{
    private static readonly string[] s_calls =
    [
        "System.Threading.ThreadPool.RegisterWaitForSingleObject",
        "System.Threading.ThreadPool.UnsafeRegisterWaitForSingleObject",
    ];

    public static IReadOnlyList<Frame> In(FrameResolver resolver) => [.. s_calls.SelectMany(resolver.CallSitesOf)];
}
