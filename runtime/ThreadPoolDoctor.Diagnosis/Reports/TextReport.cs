using System.Globalization;
using ThreadPoolDoctor.Diagnosis.Evidence;
using ThreadPoolDoctor.Diagnosis.Recordings;
using static ThreadPoolDoctor.Diagnosis.Words;

namespace ThreadPoolDoctor.Diagnosis.Reports;

/// <summary>What part a line plays, for whoever gives it a colour.</summary>
public enum LineKind
{
    Verdict,
    Plain,
    Finding,
    Cause,
    Remedy,
    Quiet,
}

/// <summary>One line of the report for people.</summary>
public readonly record struct ReportLine(LineKind Kind, string Text);

/// <summary>
/// The report for people. Its order is the order in which one asks: what is it and since when; workers, queue and
/// processors; how threads come; what causes it and the cure; what looking cost.
/// </summary>
public static class TextReport
{
    private const int MostCauses = 5;
    private const int MostQueuers = 3;
    private const int MostAwaited = 3;

    /// <summary>The lines, without line ends and without control characters of the observed process.</summary>
    public static IEnumerable<ReportLine> Lines(PoolDiagnosis diagnosis)
    {
        foreach (ReportLine line in Write(diagnosis)) yield return line with { Text = Visible(line.Text) };
    }

    /// <summary>The whole report as plain text.</summary>
    public static string Plain(PoolDiagnosis diagnosis) =>
        string.Concat(Lines(diagnosis).Select(line => line.Text + "\n"));

    private static IEnumerable<ReportLine> Write(PoolDiagnosis diagnosis)
    {
        yield return new(LineKind.Verdict, Headline(diagnosis));
        yield return new(LineKind.Plain, diagnosis.Summary);
        yield return new(LineKind.Plain, "");
        foreach (ReportLine line in PoolLines(diagnosis)) yield return line;
        foreach (Finding finding in diagnosis.Findings)
        {
            yield return new(LineKind.Plain, "");
            yield return new(LineKind.Finding, $"{finding.Id} {finding.Title}");
            yield return new(LineKind.Plain, "  " + finding.Evidence);
            foreach (ReportLine line in CauseLines(diagnosis, finding)) yield return line;
        }
        yield return new(LineKind.Plain, "");
        foreach (Advice advice in diagnosis.Advice) yield return new(LineKind.Remedy, $"Until it is cured: {advice.Text}");
        if (CanBeRelieved(diagnosis))
        {
            yield return new(LineKind.Remedy, $"First aid without a restart: dotnet tpdoctor relieve {diagnosis.Process.Id}");
        }
        if (diagnosis.Advice.Count > 0 || CanBeRelieved(diagnosis)) yield return new(LineKind.Plain, "");
        foreach (string unseen in diagnosis.Unseen) yield return new(LineKind.Quiet, "Not seen: " + unseen);
        yield return new(LineKind.Quiet, CostLine(diagnosis));
    }

    /// <summary>The governor helps the runtime's own pool, where it is not at work already.</summary>
    private static bool CanBeRelieved(PoolDiagnosis diagnosis) =>
        diagnosis is { Verdict: Verdict.Starving, Pool: { Lanes: null, Governor: null } };

    private static string Headline(PoolDiagnosis diagnosis)
    {
        string since = diagnosis.Since is { } at
            ? $" since {at.UtcDateTime:yyyy-MM-dd HH:mm:ss} UTC ({Ago(diagnosis.Observed.StartedAt.AddSeconds(diagnosis.Observed.Seconds) - at)})"
            : "";
        return $"{Labels.Of(diagnosis.Verdict).ToUpperInvariant()}{since}: {diagnosis.Process.Name} (pid {diagnosis.Process.Id},"
            + $" .NET {diagnosis.Process.Runtime}, {Count(diagnosis.Process.Processors, "processor")})";
    }

    private static IEnumerable<ReportLine> PoolLines(PoolDiagnosis diagnosis)
    {
        PoolState pool = diagnosis.Pool;
        (string Name, int? Workers)[] all = [("minimum", pool.MinWorkers), ("maximum", pool.MaxWorkers)];
        string[] known = [.. all.Where(limit => limit.Workers is not null).Select(limit => $"{limit.Name} {limit.Workers}")];
        string limits = known.Length == 0 ? "" : $" ({string.Join(", ", known)})";
        string whose = pool.Lanes is null ? "" : " (of the bundled pool)";
        yield return new(LineKind.Plain, $"  workers     {pool.Workers}, {pool.BlockedWorkers} blocked{limits}{whose}");
        yield return new(LineKind.Plain, $"  queue       {Count(pool.QueueLength, "work item")} waiting, {Number(pool.CompletedPerSecond)} completed per second");
        if (EvidenceText.Delay(diagnosis) is { } delay) yield return new(LineKind.Plain, $"  delay       {delay}");
        foreach (Queuer queuer in diagnosis.QueuedBy.Take(MostQueuers))
        {
            yield return new(LineKind.Plain, $"  queued by   {EvidenceText.QueuedBy(queuer)}");
        }
        if (EvidenceText.Requests(diagnosis) is { } requests) yield return new(LineKind.Plain, $"  requests    {requests}");
        foreach (AwaitedTask task in diagnosis.Awaited.Take(MostAwaited))
        {
            yield return new(LineKind.Plain, $"  waits       {EvidenceText.Awaited(task, pool.QueueLength)}");
        }
        if (diagnosis.LastSeen is { } last)
        {
            string times = string.Create(
                CultureInfo.InvariantCulture,
                $"{diagnosis.StarvedSeconds:0.0} of {diagnosis.ReadSeconds:0.0} s, last at {last.UtcDateTime:HH:mm:ss} UTC");
            yield return new(LineKind.Plain, $"  starved     for {times}");
        }
        if (pool.Lanes is { } lanes)
        {
            yield return new(LineKind.Plain, $"  lanes       {lanes.High} high, {lanes.Normal} normal, {lanes.Low} low waiting");
        }
        if (pool.Governor is { } governor) yield return new(LineKind.Plain, $"  governor    {Governed(governor)}");
        double capacity = diagnosis.Process.Capacity;
        string inUse = $"{Number(pool.CpuUsage * capacity)} of {Number(capacity)} in use";
        yield return new(LineKind.Plain, $"  processors  {inUse}{Throttled(diagnosis)}");
        foreach (Cause cause in diagnosis.Busiest.Take(MostCauses))
        {
            string share = $"{Number(cause.Share * 100)} % of the busy time seen";
            yield return new(LineKind.Cause, $"  busy in     {cause.Method}{Place(cause)}, {share}");
        }
        if (diagnosis.Verdict is Verdict.Healthy or Verdict.CpuBound) yield break;
        string reason = pool.InjectionReason is null ? "" : $" (reason: {pool.InjectionReason})";
        yield return new(LineKind.Plain, $"  injection   {Number(pool.ThreadsAddedPerSecond)} threads per second{reason}{Drain(pool)}");
    }

    private static string Throttled(PoolDiagnosis diagnosis) => diagnosis.Throttling is { Throttled: > 0 } throttling
        ? $"; the control group's quota stopped it in {throttling.Throttled} of {Count(throttling.Periods, "period")}"
        : "";

    private static string Governed(GovernorFacts governor) => governor.Since is { } since
        ? $"{Count(governor.Added, "worker")} added since {since.UtcDateTime:HH:mm:ss} UTC; the cause remains"
        : "stands by; no workers added";

    private static string Drain(PoolState pool) => pool switch
    {
        { KnowsDrain: false } => "",
        { DrainSeconds: null } => "; at this rate the queue never drains",
        { DrainSeconds: 0 } => "; nothing waits",
        { DrainSeconds: { } seconds } => $"; at this rate the queue drains in about {Number(seconds)} s",
    };

    private static IEnumerable<ReportLine> CauseLines(PoolDiagnosis diagnosis, Finding finding)
    {
        if (finding.Causes.Count == 0 && diagnosis.Explaining(finding) is { } told)
        {
            yield return new(LineKind.Cause, $"  {told.Id} in {told.Method}, told under {told.Symptoms[0]}");
        }
        foreach (Cause cause in finding.Causes.Take(MostCauses))
        {
            yield return new(LineKind.Cause,
                $"  {cause.Id} {Count(cause.Threads, "thread")} in {cause.Method}{Place(cause)}");
            yield return new(LineKind.Plain, $"         in {cause.Leaf}");
            yield return new(LineKind.Remedy, $"         cure: {cause.Remedy}");
        }
        if (finding.Causes.Count > MostCauses)
        {
            yield return new(LineKind.Quiet, $"  and {finding.Causes.Count - MostCauses} more (see --format json)");
        }
    }

    private static string Place(Cause cause) => cause.File is null
        ? cause.Approximate ? " (~)" : ""
        : $"  {cause.File}:{(cause.Approximate ? "~" : "")}{cause.Line}";

    internal static string CostLine(PoolDiagnosis diagnosis)
    {
        var cost = diagnosis.Observed;
        string lost = cost.LostEvents == 0 ? "" : $", {Count(cost.LostEvents, "event")} lost";
        string pause = cost.Suspensions == 0 ? "" : $" ({Number(cost.PauseMilliseconds)} ms in all)";
        string own = cost.ToolCpuSeconds == 0 ? "" : $"; the tool took {Number(cost.ToolCpuSeconds)} s of a processor";
        return $"Looked for {Number(cost.Seconds)} s: {Count(cost.Suspensions, "suspension")}{pause}, {Count(cost.Events, "event")},"
            + $" {Number(cost.Bytes / 1024.0)} KiB{lost}{own}.";
    }

    private static string Ago(TimeSpan span) => span.TotalSeconds switch
    {
        < 90 => $"{Number(Math.Max(0, Math.Round(span.TotalSeconds)))} s ago",
        < 5400 => $"{Number(Math.Round(span.TotalMinutes))} min ago",
        _ => $"{Number(Math.Round(span.TotalHours))} h ago",
    };
}
