namespace ThreadPoolDoctor.PatientGenerator.Looking;

/// <summary>The results of many looks as tables: verdicts, symptoms, causes, and how the code was written.</summary>
internal static class Matrix
{
    private const string Layout = "  {0,-22} {1,6} {2,6} {3,6} {4,6} {5,6}";

    public static IEnumerable<string> Lines(IReadOnlyList<Judgement> all) =>
        [.. Verdicts(all), "", .. Symptoms(all), "", .. Causes(all), "", .. Shapes(all), "", .. Totals(all)];

    private static IEnumerable<string> Verdicts(IReadOnlyList<Judgement> all)
    {
        string[] said = [.. all.Select(one => one.Verdict).Distinct().Order()];
        yield return $"  {"kind / verdict",-22}{string.Concat(said.Select(verdict => $"{verdict,14}"))}{"right",8}";
        foreach (var kind in all.GroupBy(one => one.Truth.Kind).OrderBy(kind => kind.Key))
        {
            yield return $"  {kind.Key,-22}{string.Concat(said.Select(verdict => $"{kind.Count(one => one.Verdict == verdict),14}"))}"
                + $"{kind.Count(one => one.VerdictIsRight),4}/{kind.Count()}";
        }
    }

    private static IEnumerable<string> Symptoms(IReadOnlyList<Judgement> all)
    {
        yield return string.Format(Layout, "finding", "true", "missed", "invent", "", "");
        string[] ids = [.. all.SelectMany(one => one.Truth.Symptoms.Concat(one.Invented)).Distinct().Order()];
        foreach (string id in ids)
        {
            yield return string.Format(
                Layout, id, all.Count(one => one.Truth.Symptoms.Contains(id)), all.Count(one => one.Missed.Contains(id)),
                all.Count(one => one.Invented.Contains(id)), "", "");
        }
    }

    private static IEnumerable<string> Causes(IReadOnlyList<Judgement> all)
    {
        yield return string.Format(Layout, "cause", "asked", "named", "id", "line", "");
        List<CauseMatch> known = [.. all.SelectMany(one => one.Causes).Where(match => match.True is not null)];
        foreach (var id in known.GroupBy(match => match.True!.Ids[0]).OrderBy(group => group.Key)) yield return Row(id.Key, [.. id]);
        yield return $"  blamed without cause   {all.SelectMany(one => one.Causes).Count(match => match.True is null),6}";
    }

    private static IEnumerable<string> Shapes(IReadOnlyList<Judgement> all)
    {
        yield return string.Format(Layout, "entry, shape, call", "asked", "named", "id", "line", "");
        List<CauseMatch> known = [.. all.SelectMany(one => one.Causes).Where(match => match.True is not null)];
        for (int part = 0; part < 3; part++)
        {
            int at = part;
            foreach (var shape in known.GroupBy(match => match.True!.Shape.Split('/')[at]).OrderBy(group => group.Key)) yield return Row(shape.Key, [.. shape]);
        }
    }

    private static string Row(string name, CauseMatch[] matches) => string.Format(
        Layout, name, matches.Length, matches.Count(match => match.Said is not null), matches.Count(match => match.IdIsRight),
        matches.Count(match => match.LineIsRight), "");

    private static IEnumerable<string> Totals(IReadOnlyList<Judgement> all)
    {
        List<CauseMatch> causes = [.. all.SelectMany(one => one.Causes)];
        yield return $"  verdicts right        {Share(all.Count(one => one.VerdictIsRight), all.Count)}";
        yield return $"  healthy with findings {all.Count(one => !one.Truth.IsSick && one.Invented.Count > 0)} of {all.Count(one => !one.Truth.IsSick)}";
        yield return $"  cause and line right  {Share(causes.Count(match => match is { IdIsRight: true, LineIsRight: true }), causes.Count)}";
        yield return $"  all right             {Share(all.Count(one => one.Wrong.Count == 0), all.Count)}";
    }

    private static string Share(int right, int all) => $"{right} of {all} ({(all == 0 ? 100 : 100.0 * right / all):0.0} %)";
}
