using System.Collections.Generic;
using System.Collections.Immutable;
using System.Globalization;
using System.Linq;
using Microsoft.CodeAnalysis;
using ThreadPoolDoctor.Catalog;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// One call in a helper that blocks, with all findings that come to it: a build tells it once, where it is cured. An
/// editor shows each finding at its own call, as it looks at one file at a time. A call into another project is told
/// once for all that waits behind it.
/// </summary>
internal sealed class Root
{
    // Their number is in the message; a list of hundreds serves nobody.
    private const int MostLocations = 50;

    private readonly Examination _examination;
    private readonly Finding[] _findings;
    private readonly Finding[][] _behind;

    /// <param name="examination">What is known of the compilation.</param>
    /// <param name="places">The findings of each place: one, or all behind one call into another project, the nearest
    /// first.</param>
    private Root(Examination examination, IEnumerable<IEnumerable<Finding>> places)
    {
        _examination = examination;
        Finding[][] all = [.. places.Select(findings => findings.ToArray())];
        if (all.Length > 1) all = [.. all.OrderByDescending(SeverityOf)];
        _findings = all[0];
        _behind = [.. all.Skip(1)];
    }

    // As the project has it, so that a place that is told quietly does not speak for another.
    private DiagnosticSeverity SeverityOf(Finding[] findings) => findings[0].ConfiguredIn(_examination) switch
    {
        ReportDiagnostic.Error => DiagnosticSeverity.Error,
        ReportDiagnostic.Warn => DiagnosticSeverity.Warning,
        ReportDiagnostic.Info => DiagnosticSeverity.Info,
        ReportDiagnostic.Hidden or ReportDiagnostic.Suppress => DiagnosticSeverity.Hidden,
        _ => findings.Any(finding => Heat.ColdPlaceOf(finding, _examination) is null) ? DiagnosticSeverity.Warning : DiagnosticSeverity.Info,
    };

    /// <summary>
    /// Whether a finding is told at its root: it ends in a helper whose source is in this compilation, or at a line of
    /// another project.
    /// </summary>
    public static bool IsOf(Finding finding) => finding.Ailment != Ailments.EndlessLoop
        && (finding.Row is ForeignCall foreign ? foreign.Line > 0 : finding.Path.Length > 1);

    /// <summary>The roots of all findings of a compilation, in the order in which they are come to.</summary>
    public static IEnumerable<Root> In(Examination examination)
    {
        Finding[] all = [.. FindingsOf(examination)];
        // What a work item does itself is told there, also where others, or it itself once more, come to it.
        ILookup<object, Finding> own = all.Where(finding => !IsOf(finding)).ToLookup(KeyOf);
        return all.Where(IsOf).GroupBy(KeyOf)
            .Where(findings => !own[findings.Key].Any(told => IsWarm(told) || !findings.Any(IsWarm)))
            .Where(findings => findings.First().Row is not ForeignCall foreign
                || !examination.Others.Tell(foreign, findings.Any(IsWarm)))
            .GroupBy(CallOf)
            .Select(places => new Root(examination, places));

        bool IsWarm(Finding finding) => Heat.ColdPlaceOf(finding, examination) is null;
    }

    /// <summary>
    /// What a build of a compilation tells of, for those that refer to it; nothing where none tells roots.
    /// </summary>
    public static ToldPlaces ToldIn(Examination examination)
    {
        ToldPlaces told = new();
        if (!examination.Options.TellsRoots) return told;
        foreach (Finding finding in FindingsOf(examination).Where(finding => !finding.IsSwitchedOff(examination)))
        {
            bool isWarning = Heat.ColdPlaceOf(finding, examination) is null;
            if (finding.Row is ForeignCall foreign)
            {
                told.Add(foreign.File, foreign.Line, foreign.ToString(), isWarning);
                continue;
            }
            FileLinePositionSpan place = finding.Path[finding.Path.Length - 1].Node.GetLocation().GetLineSpan();
            told.Add(place.Path, place.StartLinePosition.Line + 1, finding.Row.ToString(), isWarning);
        }
        return told;
    }

    private static IEnumerable<Finding> FindingsOf(Examination examination) => examination.Compilation.SyntaxTrees
        .Where(tree => !GeneratedFile.Is(tree)).SelectMany(tree => examination.FindingsIn(tree, null, default))
        .Where(finding => !Pragmas.Disable(finding.Path[0].Node, finding.Ailment)
            // It is told there, among others.
            && !(finding.Row is ForeignCall && finding.IsSwitchedOff(examination)));

    // What is cured in one place is told once: a call, or a line of another project, however many ways lead there.
    private static object KeyOf(Finding finding) => finding.Row is ForeignCall foreign
        ? (foreign.File, foreign.Line, foreign.ToString()) : finding.Path[finding.Path.Length - 1].Node;

    // A place of another project is told at the first call that leads there, with the others that are told at the same.
    private static object CallOf(IGrouping<object, Finding> findings)
    {
        Finding first = findings.First();
        return first.Row is ForeignCall ? (first.Path[0].Node, first.Path[first.Path.Length - 1].Node) : findings.Key;
    }

    public Diagnostic ToDiagnostic()
    {
        Finding first = _findings[0];
        int items = _findings.Select(finding => finding.Body).Distinct().Count();
        ForeignCall? foreign = first.Row as ForeignCall;
        bool isOne = foreign is not null && items == 1;
        CallSite wait = first.Path[first.Path.Length - 1];
        DiagnosticDescriptor descriptor = Descriptors.Find(first.Ailment)!;
        ImmutableDictionary<string, string?> properties = first.Properties(_examination, out _);
        int threads = _behind.Prepend(_findings).SelectMany(each => each).Max(finding => finding.ThreadsSeen(_examination));
        string[] cold = [.. _findings.Select(finding => Heat.ColdPlaceOf(finding, _examination)).OfType<string>()];
        bool isCold = cold.Length == _findings.Length;
        return Diagnostic.Create(
            descriptor, (foreign is null ? wait : first.Path[0]).Node.GetLocation(),
            Finding.Severity(_examination, descriptor, threads, isCold),
            (isOne ? first.Path.Skip(1) : _findings.Take(MostLocations).Select(finding => finding.Path[0]))
                .Select(step => step.Node.GetLocation())
                .Concat(_behind.Take(MostLocations).Select(findings => findings[0]).Prepend(first).SelectMany(place => place.InOtherProject())),
            WithPlaces(isCold ? properties.SetItem(DiagnosticProperties.Cold, cold[0]) : properties.Remove(DiagnosticProperties.Cold)),
            isOne ? properties[DiagnosticProperties.Path] : foreign is null ? MemberNames.Shown(wait.Target) : Shown(foreign),
            (isOne ? first.Thread : Threads(first, items)) + Descriptors.MoreBehind(_behind.Length),
            first.RemedyIn(_examination), Finding.Seen(threads));

        ImmutableDictionary<string, string?> WithPlaces(ImmutableDictionary<string, string?> told)
        {
            if (!isOne) told = told.SetItem(DiagnosticProperties.WorkItems, items.ToString(CultureInfo.InvariantCulture));
            return _behind.Length == 0 ? told : told.SetItem(DiagnosticProperties.Also,
                string.Join("; ", _behind.Take(MostLocations).Select(findings => findings[0].Ailment + " " + findings[0].Row)));
        }
    }

    // "SqlMapper.Query (Repository.cs:112)"
    private static string Shown(ForeignCall foreign) => foreign.Way.Substring(foreign.Way.LastIndexOf('>') + 1).Trim()
        + $" ({System.IO.Path.GetFileName(foreign.File)}:{foreign.Line.ToString(CultureInfo.InvariantCulture)})";

    // "pool threads of 15 work items, as in Get -> Config.GetParam (Orders.cs:42)"
    private string Threads(Finding first, int items)
    {
        FileLinePositionSpan place = first.Path[0].Node.GetLocation().GetLineSpan();
        INamedTypeSymbol? here = _examination.MemberAround(first.Body)?.ContainingType;
        string way = string.Join(" -> ", first.Row is ForeignCall ? first.Path.Select(step => Steps.Show(step, here))
            : first.Path.Take(first.Path.Length - 1).Select(step => Steps.Show(step, here)));
        string line = (place.StartLinePosition.Line + 1).ToString(CultureInfo.InvariantCulture);
        string by = $", as in {way} ({System.IO.Path.GetFileName(place.Path)}:{line})";
        return (items == 1 ? first.Thread
            : $"pool threads of {items.ToString(CultureInfo.InvariantCulture)} work items") + by;
    }
}
