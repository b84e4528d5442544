using System.Diagnostics.CodeAnalysis;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;

namespace ThreadPoolDoctor.Benchmarks.Analyzers;

/// <summary>What the package's build files say to the rules: that this is a build.</summary>
/// <param name="reportsAll">Whether what may well not wait is to be told, too.</param>
/// <param name="summary">Where the summary for other projects goes; null for nowhere.</param>
internal sealed class BuildOptions(bool reportsAll = false, string? summary = null) : AnalyzerConfigOptionsProvider
{
    private readonly Values _values = new(reportsAll, summary);

    public override AnalyzerConfigOptions GlobalOptions => _values;

    public override AnalyzerConfigOptions GetOptions(SyntaxTree tree) => _values;

    public override AnalyzerConfigOptions GetOptions(AdditionalText textFile) => _values;

    private sealed class Values(bool reportsAll, string? summary) : AnalyzerConfigOptions
    {
        public override bool TryGetValue(string key, [NotNullWhen(true)] out string? value)
        {
            value = key switch
            {
                "build_property.ThreadPoolDoctorIsBuild" => "true",
                "build_property.ThreadPoolDoctorSummaryFile" => summary,
                "threadpooldoctor.report" when reportsAll => "all",
                _ => null,
            };
            return value is not null;
        }
    }
}
