using Microsoft.CodeAnalysis.Diagnostics;

namespace ThreadPoolDoctor.Benchmarks.Analyzers;

/// <summary>
/// What a rule has thrown. The driver makes a diagnostic of it that stands at no place in the sources, where who asks
/// for findings does not look.
/// </summary>
internal sealed class ThrownByRules(string message) : Exception(message);

internal static class AnalysisResults
{
    /// <summary>The same, if no rule has thrown.</summary>
    public static AnalysisResult OrThrow(this AnalysisResult result) =>
        result.GetAllDiagnostics().FirstOrDefault(each => each.Id == "AD0001") is { } thrown
            ? throw new ThrownByRules($"{thrown.GetMessage()}\n{thrown.Descriptor.Description}") : result;
}
