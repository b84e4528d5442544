using ThreadPoolDoctor.Catalog;
using ThreadPoolDoctor.Diagnosis;

namespace ThreadPoolDoctor.Tool.Commands;

/// <summary>Where more workers cannot help, by the doctor's verdict: said before anything is changed.</summary>
internal static class ReliefRefusal
{
    /// <summary>Null when relief is worth trying.</summary>
    public static ExpectedTrouble? Of(PoolDiagnosis diagnosis)
    {
        if (diagnosis.Verdict == Verdict.CpuBound)
        {
            return new(
                $"The processors of process {diagnosis.Process.Id} are busy and its threads are not blocked, so more workers would not help.",
                "Give it more processors or less work.");
        }
        if (diagnosis.Findings.FirstOrDefault(finding => finding.Id == Ailments.Stuck) is { } stuck && WaitForLocks(stuck, diagnosis))
        {
            return new(
                $"Nothing completes in process {diagnosis.Process.Id}, and its workers wait for locks: it looks like a deadlock, which more workers would only join.",
                $"Start it again, and see 'dotnet tpdoctor attach {diagnosis.Process.Id}' for who waits for what.");
        }
        if (diagnosis.Pool.MaxWorkers is { } maximum && diagnosis.Pool.Workers >= maximum)
        {
            return new(
                $"The pool of process {diagnosis.Process.Id} has its maximum of {maximum} workers.",
                "Raise the maximum where the program or its configuration sets it.");
        }
        return null;
    }

    private static bool WaitForLocks(Finding stuck, PoolDiagnosis diagnosis) =>
        diagnosis.Findings.Any(finding => finding.Id == Ailments.LockConvoy)
        || stuck.Causes is [{ Leaf: var leaf }, ..] && (leaf.Contains("Monitor.Enter", StringComparison.Ordinal) || leaf.Contains("Threading.Lock.", StringComparison.Ordinal));
}
