using System.Diagnostics.CodeAnalysis;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;

namespace ThreadPoolDoctor.Benchmarks.Analyzers;

/// <summary>What the package's build files say to the rules: that this is a build.</summary>
internal sealed class BuildOptions : AnalyzerConfigOptionsProvider
{
    private static readonly Values s_values = new();

    public override AnalyzerConfigOptions GlobalOptions => s_values;

    public override AnalyzerConfigOptions GetOptions(SyntaxTree tree) => s_values;

    public override AnalyzerConfigOptions GetOptions(AdditionalText textFile) => s_values;

    private sealed class Values : AnalyzerConfigOptions
    {
        public override bool TryGetValue(string key, [NotNullWhen(true)] out string? value)
        {
            value = key == "build_property.ThreadPoolDoctorIsBuild" ? "true" : null;
            return value is not null;
        }
    }
}
