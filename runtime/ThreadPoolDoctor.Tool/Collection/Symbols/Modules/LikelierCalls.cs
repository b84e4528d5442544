using ThreadPoolDoctor.Diagnosis.Stacks;

namespace ThreadPoolDoctor.Tool.Collection.Symbols;

/// <summary>Which of several calls is likelier to be the one that waits, where the stack does not tell.</summary>
internal static class LikelierCalls
{
    // A call that the catalogue knows by its name is likelier than another member of a type that blocks
    // (EnterUpgradeable of a reader's lock); and one that waits than the one that enters the lock which a wait of this
    // kind needs.
    private static readonly Func<Call, bool>[] s_signs =
    [
        call => BlockingFrames.IsWritten(call.Type, call.Member),
        call => !BlockingFrames.IsLockEntry(call.Type, call.Member),
    ];

    /// <summary>Those that show most signs, or all of them where none shows any.</summary>
    public static IReadOnlyList<T> Of<T>(IReadOnlyList<T> found, Func<T, Call> call)
    {
        IReadOnlyList<T> likely = found;
        foreach (Func<Call, bool> isLikelier in s_signs)
        {
            T[] better = [.. likely.Where(one => isLikelier(call(one)))];
            if (better.Length > 0) likely = better;
        }
        return likely;
    }
}
