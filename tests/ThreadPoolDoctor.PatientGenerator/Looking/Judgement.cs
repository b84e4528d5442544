using System.Text.Json;

namespace ThreadPoolDoctor.PatientGenerator.Looking;

/// <summary>How a named or unnamed cause compares with the truth.</summary>
/// <param name="True">The true cause; null for an invented one.</param>
/// <param name="Said">The method that was named; null for one that was missed.</param>
internal sealed record CauseMatch(TrueCause? True, string? Said, bool IdIsRight, bool LineIsRight);

/// <summary>What is right and wrong in one report.</summary>
internal sealed record Judgement(
    Truth Truth, string Verdict, bool VerdictIsRight, IReadOnlyList<string> Missed, IReadOnlyList<string> Invented,
    IReadOnlyList<CauseMatch> Causes, IReadOnlyList<string> Wrong)
{
    /// <summary>
    /// Blocked workers that must sit in a cause, on the average, before it has to be among those seen.
    /// </summary>
    private const double SeenThreads = 5;

    public static Judgement Of(Trial trial)
    {
        Truth truth = trial.Truth;
        if (trial.Report is not { } report)
        {
            return new(truth, "none", false, truth.Symptoms, [], [], [trial.Failure!]);
        }
        List<string> wrong = [];
        string verdict = report.GetProperty("verdict").GetString()!;
        bool crowdedOut = !truth.IsSick && verdict == "cpu-bound" && report.GetProperty("summary").GetString()!.Contains("busy with others", StringComparison.Ordinal);
        bool right = truth.Verdicts.Contains(verdict) || crowdedOut;
        if (!right) wrong.Add($"The verdict is {verdict}, not {string.Join(" or ", truth.Verdicts)}: {report.GetProperty("summary").GetString()}");

        JsonElement[] findings = [.. report.GetProperty("findings").EnumerateArray()];
        string[] said = [.. findings.Select(finding => finding.GetProperty("id").GetString()!).Distinct()];
        string[] missed = [.. truth.Symptoms.Except(said)];
        string[] invented = [.. said.Except(truth.Symptoms).Except(truth.MayHave)];
        wrong.AddRange(missed.Select(id => $"{id} was not found."));
        wrong.AddRange(invented.Select(id => $"{id} was found, which is not there: "
            + findings.First(finding => finding.GetProperty("id").GetString() == id).GetProperty("evidence").GetString()));

        List<CauseMatch> causes = [.. Match(truth, report, findings)];
        wrong.AddRange(causes.Select(WrongWith).OfType<string>());
        return new(truth, verdict, right, missed, invented, causes, wrong);
    }

    private static IEnumerable<CauseMatch> Match(Truth truth, JsonElement report, JsonElement[] findings)
    {
        JsonElement[] named = [.. findings.SelectMany(finding => finding.GetProperty("causes").EnumerateArray())];
        double blocked = Math.Max(report.GetProperty("pool").GetProperty("blockedWorkers").GetInt32(), report.GetProperty("pool").GetProperty("workers").GetInt32());
        HashSet<string> seen = [];
        foreach (JsonElement cause in named)
        {
            string method = Plain(cause.GetProperty("method").GetString()!);
            if (!seen.Add($"{method} {cause.GetProperty("id")} {cause.GetProperty("file")} {cause.GetProperty("line")}")) continue;
            TrueCause[] candidates = [.. truth.Causes.Where(known => known.Method == method)];
            if (candidates.Length == 0)
            {
                yield return new(null, $"{cause.GetProperty("id").GetString()} {cause.GetProperty("method").GetString()} ({cause.GetProperty("leaf").GetString()})", false, false);
                continue;
            }
            TrueCause best = candidates
                .OrderByDescending(known => HasLine(known, cause))
                .ThenByDescending(known => known.Ids.Contains(cause.GetProperty("id").GetString()!))
                .First();
            yield return new(
                best, $"{cause.GetProperty("id").GetString()} {cause.GetProperty("method").GetString()} {cause.GetProperty("file")}:{cause.GetProperty("line")}",
                best.Ids.Contains(cause.GetProperty("id").GetString()!), HasLine(best, cause));
        }
        bool expectsCauses = truth.Symptoms.Count > 0 || truth.Verdicts.Contains("compensated");
        foreach (TrueCause missed in truth.Causes.Where(known => known.Required && expectsCauses && !seen.Any(text => text.StartsWith(known.Method + " ", StringComparison.Ordinal))))
        {
            bool alone = truth.Causes.Count(known => known.Required) == 1;
            if (alone || missed.Share * blocked >= SeenThreads) yield return new(missed, null, false, false);
        }
    }

    private static bool HasLine(TrueCause known, JsonElement cause)
    {
        if (known.Line is null) return cause.GetProperty("file").ValueKind == JsonValueKind.Null;
        return cause.GetProperty("file").GetString() is { } file && Path.GetFileName(file) == known.File
            && cause.GetProperty("line").ValueKind == JsonValueKind.Number && cause.GetProperty("line").GetInt32() == known.Line;
    }

    private static string? WrongWith(CauseMatch match) => match switch
    {
        { True: null } => $"{match.Said} was blamed, which is not to blame.",
        { Said: null } => $"{match.True.Method} was not blamed ({match.True.Shape}).",
        { IdIsRight: false } => $"{match.Said} should be {string.Join(" or ", match.True.Ids)}.",
        { LineIsRight: false } => $"{match.Said} should be at {match.True.File}:{match.True.Line} ({match.True.Shape}).",
        _ => null,
    };

    /// <summary>A method's name without parameters and type arguments.</summary>
    internal static string Plain(string method)
    {
        System.Text.StringBuilder plain = new();
        int depth = 0;
        foreach (char c in method)
        {
            if (c is '(' or '<') depth++;
            if (depth == 0) plain.Append(c);
            if (c is ')' or '>') depth--;
        }
        return plain.ToString();
    }
}
