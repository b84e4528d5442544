namespace ThreadPoolDoctor.Diagnosis.Evidence;

/// <summary>What a setting of the process can do until the cause is cured.</summary>
/// <param name="Setting">"minimum", "maximum" or "quota".</param>
/// <param name="Workers">The number of workers that would keep up; null where the setting is no number of
/// workers.</param>
/// <param name="Text">One or two sentences.</param>
public sealed record Advice(string Setting, int? Workers, string Text);
