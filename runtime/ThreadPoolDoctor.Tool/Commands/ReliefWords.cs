using ThreadPoolDoctor.Diagnosis;
using ThreadPoolDoctor.Diagnosis.Recordings;
using ThreadPoolDoctor.Tool.Collection.Relief;

namespace ThreadPoolDoctor.Tool.Commands;

/// <summary>What `relieve` says to people.</summary>
internal static class ReliefWords
{
    public static string Plan(PoolDiagnosis diagnosis, bool keep, TimeSpan? time, int? maxWorkers)
    {
        string end = (keep, time) switch
        {
            (true, null) => "it stays until the process ends or you run --undo",
            (true, { } span) => $"it stays for {Durations.Text(span)} or until you run --undo",
            (false, null) => "it goes, and the former minimum comes back, when this tool ends",
            (false, { } span) => $"it goes, and the former minimum comes back, when this tool ends, after {Durations.Text(span)} at the latest",
        };
        return $"The governor would be loaded into {diagnosis.Process.Name} (pid {diagnosis.Process.Id}) and raise the minimum of its thread pool"
            + $" while workers sit blocked, to {maxWorkers ?? 1_000} at most; {end}.";
    }

    public static string Result(CounterTick? first, CounterTick? last, bool empty, PoolDiagnosis diagnosis)
    {
        if (first is null || last is null) return "No reading of the queue came in time." + Remains(diagnosis);
        long before = Math.Max(first.QueueLength, diagnosis.Pool.QueueLength);
        string queue = empty
            ? $"queue {before} -> 0 in {Math.Max(0, last.At - first.At):0.0} s"
            : $"queue {before} -> {last.QueueLength}";
        return $"{queue}, {diagnosis.Pool.Workers} -> {last.Workers} workers{Remains(diagnosis)}";
    }

    public static string State(GovernorState? state, int processId)
    {
        if (state is null) return $"Process {processId} has no governor.";
        if (state.IsOff) return $"The governor in process {processId} is off; the minimum is {state.Minimum}.";
        string whose = state.Mode switch
        {
            "program" => "started by the program",
            "kept" => "kept",
            _ => "under the lease of a tool",
        };
        string since = state.Since is { } at ? $"{Math.Max(0, state.Minimum - state.Asked)} workers added since {at.UtcDateTime:HH:mm:ss} UTC" : "no workers added";
        string until = state.Until is { } end ? $", until {end.UtcDateTime:yyyy-MM-dd HH:mm:ss} UTC" : "";
        string last = state.Last.Length > 0 ? $"\nLast: {state.Last}" : "";
        return $"The governor in process {processId} runs ({whose}{until}): {since}; minimum {state.Minimum}, asked for {state.Asked},"
            + $" at most {state.MaxWorkers}; {state.Workers} workers, {state.Waiting} items waiting.{last}";
    }

    private static string Remains(PoolDiagnosis diagnosis)
    {
        Cause? worst = diagnosis.Findings.SelectMany(finding => finding.Causes).FirstOrDefault();
        if (worst is null) return ".";
        string place = worst.File is null ? "" : $", {worst.File}:{(worst.Approximate ? "~" : "")}{worst.Line}";
        return $"; the cause remains: {worst.Method}{place}";
    }
}
