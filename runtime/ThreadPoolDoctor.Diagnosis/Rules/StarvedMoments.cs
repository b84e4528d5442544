using System.Globalization;

namespace ThreadPoolDoctor.Diagnosis.Rules;

/// <summary>For how much of an observation a pool starved, and when it last did.</summary>
internal sealed record StarvedMoments(double Seconds, double OfSeconds, DateTimeOffset Last)
{
    /// <summary>Whether it starved all the time, as far as the readings tell.</summary>
    public bool IsLasting => Seconds >= OfSeconds * Thresholds.LastingShare;

    /// <summary>"starved for 1.9 of 5.0 s, last at 02:14:07 UTC".</summary>
    public string Sentence => string.Create(
        CultureInfo.InvariantCulture,
        $"starved for {Seconds:0.0} of {OfSeconds:0.0} s, last at {Last.UtcDateTime:HH:mm:ss} UTC");
}
