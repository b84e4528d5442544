using ThreadPoolDoctor.Catalog;
using ThreadPoolDoctor.Diagnosis.Signals;

namespace ThreadPoolDoctor.Diagnosis.Rules;

/// <summary>One symptom: whether the signals show it, and the sentence that proves it. Pure.</summary>
internal interface IRule
{
    /// <summary>The finding, or null when the signals do not show the symptom.</summary>
    Finding? Look(PoolSignals signals);
}

internal static class Found
{
    /// <summary>A finding under the title of its ailment.</summary>
    public static Finding Of(string id, string evidence, IReadOnlyList<Cause> causes) =>
        new(id, Ailments.Get(id).Title, evidence, causes);
}
