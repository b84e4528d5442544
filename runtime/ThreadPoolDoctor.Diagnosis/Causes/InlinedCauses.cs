using ThreadPoolDoctor.Diagnosis.Recordings;

namespace ThreadPoolDoctor.Diagnosis.Causes;

/// <summary>
/// Names the methods that a cause without one may be about, where they are two: "Shop.Orders.Load() or
/// Shop.Orders.Save()". No line is blamed; of more than two the report says at its end which they are.
/// </summary>
internal static class InlinedCauses
{
    private const int MostNamed = 2;

    /// <summary>The same findings, with such causes named.</summary>
    public static IReadOnlyList<Finding> Name(IReadOnlyList<Finding> findings, IReadOnlyList<UncertainCaller> callers) =>
        [.. findings.Select(finding => finding with { Causes = [.. finding.Causes.Select(cause => Named(cause, callers))] })];

    private static Cause Named(Cause cause, IReadOnlyList<UncertainCaller> callers) =>
        cause.Method == Words.InlinedWorkItem
            && callers.FirstOrDefault(caller => cause.Stack.Contains(caller.Called)) is { Candidates.Count: <= MostNamed } caller
            ? cause with { Method = string.Join(" or ", caller.Candidates) }
            : cause;
}
