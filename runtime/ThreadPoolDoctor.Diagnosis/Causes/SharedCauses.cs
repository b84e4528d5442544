using ThreadPoolDoctor.Catalog;

namespace ThreadPoolDoctor.Diagnosis.Causes;

/// <summary>
/// A cause stands once in a report, however many symptoms it explains: under the worst, and with the ids of all.
/// </summary>
internal static class SharedCauses
{
    /// <summary>The same findings, each cause only under the first of those that it explains.</summary>
    public static IReadOnlyList<Finding> TellOnce(IReadOnlyList<Finding> findings)
    {
        var symptoms = findings
            .SelectMany(finding => finding.Causes.Select(cause => new { Place = Place.Of(cause), finding.Id }))
            .ToLookup(pair => pair.Place, pair => pair.Id);
        HashSet<Place> told = [];
        return [.. findings.Select(finding => finding with
        {
            Causes = [.. finding.Causes
                .Where(cause => told.Add(Place.Of(cause)))
                .Select(cause => cause with { Symptoms = [.. symptoms[Place.Of(cause)].Distinct().Where(IsSymptom)] })],
        })];
    }

    private static bool IsSymptom(string id) => Ailments.Get(id).Kind == AilmentKind.Symptom;

    private sealed record Place(string Id, string Method, string? File, int? Line)
    {
        public static Place Of(Cause cause) => new(cause.Id, cause.Method, cause.File, cause.Line);
    }
}
