using System;
using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// What .editorconfig, .globalconfig or the project's properties say under <c>threadpooldoctor.*</c>.
/// </summary>
internal sealed class DoctorOptions
{
    public const string CallDepthKey = "threadpooldoctor.call_depth";
    public const string TrustedKey = "threadpooldoctor.trusted";
    public const string PairingKey = "threadpooldoctor.pair_by_name";
    public const string ReportKey = "threadpooldoctor.report";
    public const string EvidenceSeverityKey = "threadpooldoctor.evidence_severity";

    public const string ReportAtKey = "threadpooldoctor.report_at";

    /// <summary>Set by the package's targets in a build, and by nobody in an editor or a workspace.</summary>
    public const string BuildKey = "build_property.ThreadPoolDoctorIsBuild";

    private const int DefaultCallDepth = 8;

    private DoctorOptions(int callDepth, IReadOnlyList<string> trusted, bool pairByName, bool reportsDoubtful,
        DiagnosticSeverity? evidenceSeverity, bool tellsRoots)
    {
        TellsRoots = tellsRoots;
        CallDepth = callDepth;
        Trusted = trusted;
        PairByName = pairByName;
        ReportsDoubtful = reportsDoubtful;
        EvidenceSeverity = evidenceSeverity;
    }

    /// <summary>
    /// How many calls from a work item to a blocking call are followed; 0 looks at the work item alone.
    /// </summary>
    public int CallDepth { get; }

    /// <summary>Types and members that are taken to be harmless, whatever they do.</summary>
    public IReadOnlyList<string> Trusted { get; }

    /// <summary>Whether X is reported when only the existence of a fitting XAsync speaks against it.</summary>
    public bool PairByName { get; }

    /// <summary>
    /// Whether what may well not wait is told, too: a helper that reads a stream of which nobody knows what is at its
    /// end.
    /// </summary>
    public bool ReportsDoubtful { get; }

    /// <summary>Severity of what was seen blocking in production; null keeps the rule's own.</summary>
    public DiagnosticSeverity? EvidenceSeverity { get; }

    /// <summary>
    /// Whether what blocks in a helper is told there, once for all work items that come to it: in builds, unless they
    /// say otherwise.
    /// </summary>
    public bool TellsRoots { get; }

    /// <summary>Global options win; else those of the first file that says anything under our name.</summary>
    public static DoctorOptions Read(AnalyzerOptions options, Compilation compilation)
    {
        AnalyzerConfigOptionsProvider provider = options.AnalyzerConfigOptionsProvider;
        // A preset says globally what to report, and must not hide what a file says of the rest.
        string[] keys = [CallDepthKey, TrustedKey, PairingKey, EvidenceSeverityKey, ReportAtKey];
        AnalyzerConfigOptions chosen = provider.GlobalOptions;
        if (!keys.Any(key => chosen.TryGetValue(key, out _))) chosen = FirstThatSays(keys) ?? FirstThatSays(ReportKey)
            ?? chosen;
        return Read(chosen, provider.GlobalOptions);

        AnalyzerConfigOptions? FirstThatSays(params string[] any) =>
            compilation.SyntaxTrees.Select(tree => provider.GetOptions(tree))
                .FirstOrDefault(ofTree => any.Any(key => ofTree.TryGetValue(key, out _)));
    }

    private static DoctorOptions Read(AnalyzerConfigOptions options, AnalyzerConfigOptions global)
    {
        int depth = DefaultCallDepth;
        if (options.TryGetValue(CallDepthKey, out string? text) && int.TryParse(text, out int said)
            && said >= 0) depth = Math.Min(said, 64);
        string[] trusted = options.TryGetValue(TrustedKey, out text)
            ? text.Split([',', ';', ' '], StringSplitOptions.RemoveEmptyEntries) : [];
        bool pair = !options.TryGetValue(PairingKey, out text)
            || !text.Trim().Equals("false", StringComparison.OrdinalIgnoreCase);
        bool all = (options.TryGetValue(ReportKey, out text) || global.TryGetValue(ReportKey, out text))
            && text.Trim().Equals("all", StringComparison.OrdinalIgnoreCase);
        DiagnosticSeverity? severity = DiagnosticSeverity.Error;
        if (options.TryGetValue(EvidenceSeverityKey, out text))
        {
            severity = text.Trim().ToLowerInvariant() switch
            {
                "error" => DiagnosticSeverity.Error,
                "warning" => DiagnosticSeverity.Warning,
                "suggestion" or "info" => DiagnosticSeverity.Info,
                _ => null,
            };
        }
        bool isBuild = global.TryGetValue(BuildKey, out text)
            && text.Trim().Equals("true", StringComparison.OrdinalIgnoreCase);
        bool wantsRoots = !options.TryGetValue(ReportAtKey, out text)
            || !text.Trim().Equals("work_item", StringComparison.OrdinalIgnoreCase);
        return new DoctorOptions(depth, trusted, pair, all, severity, isBuild && wantsRoots);
    }
}
