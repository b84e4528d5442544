using System.Diagnostics.CodeAnalysis;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;

namespace ThreadPoolDoctor.Benchmarks.Analyzers;

/// <summary>What the package's build files say to the rules: that this is a build.</summary>
/// <param name="reportsAll">Whether what may well not wait is to be told, too.</param>
internal sealed class BuildOptions(bool reportsAll = false) : AnalyzerConfigOptionsProvider
{
    private readonly Values _values = new(reportsAll);

    public override AnalyzerConfigOptions GlobalOptions => _values;

    public override AnalyzerConfigOptions GetOptions(SyntaxTree tree) => _values;

    public override AnalyzerConfigOptions GetOptions(AdditionalText textFile) => _values;

    private sealed class Values(bool reportsAll) : AnalyzerConfigOptions
    {
        public override bool TryGetValue(string key, [NotNullWhen(true)] out string? value)
        {
            value = key == "build_property.ThreadPoolDoctorIsBuild" ? "true" : key == "threadpooldoctor.report" && reportsAll ? "all" : null;
            return value is not null;
        }
    }
}
