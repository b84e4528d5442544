using System.Text.Json;
using ThreadPoolDoctor.Patients;

namespace ThreadPoolDoctor.EndToEnd.Doctor;

/// <summary>What is wrong with a diagnosis, sentence by sentence; nothing when it is right.</summary>
internal static class Judgement
{
    public static IReadOnlyList<string> Of(Expectation known, JsonElement report)
    {
        List<string> wrong = [];
        string verdict = report.GetProperty("verdict").GetString()!;
        if (!known.Verdicts.Contains(verdict) && !(known.Verdicts.Contains("healthy") && IsCrowdedOut(report))) wrong.Add($"The verdict is {verdict}, not {string.Join(" or ", known.Verdicts)}.");

        JsonElement[] findings = [.. report.GetProperty("findings").EnumerateArray()];
        string[] symptoms = [.. findings.Select(finding => finding.GetProperty("id").GetString()!)];
        foreach (string missing in known.Symptoms.Except(symptoms)) wrong.Add($"{missing} was not found.");
        foreach (string invented in symptoms.Except(known.Symptoms).Except(known.MayHave)) wrong.Add($"{invented} was found, which is not there.");

        JsonElement[] causes = [.. findings.SelectMany(finding => finding.GetProperty("causes").EnumerateArray())];
        if (known.IsOnlyCause && causes.Length > 1) wrong.Add($"{causes.Length} causes were named.");
        foreach (Blamed blamed in known.Causes)
        {
            if (WrongWith(blamed, known, causes) is { } sentence) wrong.Add(sentence);
        }
        if (known.Awaits is { } method && !report.GetProperty("awaited").EnumerateArray().Any(task => task.GetProperty("method").GetString() == method))
        {
            wrong.Add($"Nobody is said to wait for {method}.");
        }
        JsonElement[] held = [.. report.GetProperty("heldRequests").EnumerateArray()];
        if (known.Serves is { } serving && !held.Any(one => one.GetProperty("method").GetString()!.Contains(serving, StringComparison.Ordinal)))
        {
            wrong.Add("The requests that its workers hold were not seen.");
        }
        bool deadlocked = report.GetProperty("deadlocks").GetArrayLength() > 0;
        if (known.IsDeadlocked != deadlocked) wrong.Add(deadlocked ? "A deadlock was seen, which is not there." : "The deadlock was not seen.");
        return wrong;
    }

    /// <summary>
    /// A machine that is busy with others makes the best of programs wait for processors, and the doctor says so.
    /// </summary>
    private static bool IsCrowdedOut(JsonElement report) =>
        report.GetProperty("verdict").GetString() == "cpu-bound"
        && report.GetProperty("summary").GetString()!.Contains("busy with others", StringComparison.Ordinal);

    private static string? WrongWith(Blamed blamed, Expectation known, JsonElement[] causes)
    {
        JsonElement[] named = [.. causes.Where(cause => cause.GetProperty("method").GetString() == blamed.Method)];
        if (named.Length == 0) return IsHonest(blamed, causes) ? null : $"{blamed.Method} was not blamed.";
        JsonElement[] right = [.. named.Where(cause => blamed.Ids.Contains(cause.GetProperty("id").GetString()!))];
        if (right.Length == 0)
        {
            return $"{blamed.Method} was blamed for {named[0].GetProperty("id").GetString()}, not {string.Join(" or ", blamed.Ids)}.";
        }
        string source = Path.Combine(House.PatientsSource, known.Source);
        if (LineOf(blamed, source) is not { } line) return null;
        bool there = right.Any(cause =>
            cause.GetProperty("file").GetString() is { } file && IsSource(file, known)
            && cause.GetProperty("line").ValueKind == JsonValueKind.Number && cause.GetProperty("line").GetInt32() == line);
        return there ? null : $"{blamed.Method} should be blamed at {known.Source}:{line}, not {right[0].GetProperty("file")}:{right[0].GetProperty("line")}.";
    }

    /// <summary>
    /// A build of the CI records /_/ in the place of the folder that the repository was checked out to.
    /// </summary>
    private static bool IsSource(string file, Expectation known) =>
        file.Replace('\\', '/').EndsWith("/ThreadPoolDoctor.Patients/" + known.Source, StringComparison.Ordinal);

    private static bool IsHonest(Blamed blamed, JsonElement[] causes) => blamed.OrHonestly is { } part && causes.Any(cause =>
        cause.GetProperty("method").GetString()!.Contains(part, StringComparison.Ordinal)
        && cause.GetProperty("approximate").GetBoolean()
        && cause.GetProperty("file").ValueKind == JsonValueKind.Null
        && blamed.Ids.Contains(cause.GetProperty("id").GetString()!));

    /// <summary>The line that is marked; null when the patient marks none.</summary>
    private static int? LineOf(Blamed blamed, string source)
    {
        int index = Array.FindIndex(File.ReadAllLines(source), line => line.Contains($"// blamed {blamed.Ids[0]}", StringComparison.Ordinal));
        return index < 0 ? null : index + 1;
    }
}
