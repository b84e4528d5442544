using System.Collections.Generic;
using System.Collections.Immutable;
using System.Globalization;
using System.Linq;
using Microsoft.CodeAnalysis;
using ThreadPoolDoctor.Catalog;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// One call in a helper that blocks, with all findings that come to it: a build tells it once, where it is cured. An editor shows
/// each finding at its own call, as it looks at one file at a time.
/// </summary>
internal sealed class Root
{
    // Their number is in the message; a list of hundreds serves nobody.
    private const int MostLocations = 50;

    private readonly Examination _examination;
    private readonly Finding[] _findings;

    private Root(Examination examination, IEnumerable<Finding> findings)
    {
        _examination = examination;
        _findings = [.. findings];
    }

    /// <summary>
    /// Whether a finding is told at its root: it ends in a helper whose source is in this compilation, or at a line of another project.
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
            .Select(findings => new Root(examination, findings));

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
        .Where(finding => !Pragmas.Disable(finding.Path[0].Node, finding.Ailment));

    // What is cured in one place is told once: a call, or a line of another project, however many ways lead there.
    private static object KeyOf(Finding finding) => finding.Row is ForeignCall foreign
        ? (foreign.File, foreign.Line, foreign.ToString()) : finding.Path[finding.Path.Length - 1].Node;

    public Diagnostic ToDiagnostic()
    {
        Finding first = _findings[0];
        int items = _findings.Select(finding => finding.Body).Distinct().Count();
        ForeignCall? foreign = first.Row as ForeignCall;
        if (foreign is not null && items == 1) return first.ToDiagnostic(_examination);
        CallSite wait = first.Path[first.Path.Length - 1];
        DiagnosticDescriptor descriptor = Descriptors.Find(first.Ailment)!;
        ImmutableDictionary<string, string?> properties = first.Properties(_examination, out _)
            .SetItem(DiagnosticProperties.WorkItems, items.ToString(CultureInfo.InvariantCulture));
        int threads = _findings.Max(finding => finding.ThreadsSeen(_examination));
        string[] cold = [.. _findings.Select(finding => Heat.ColdPlaceOf(finding, _examination)).OfType<string>()];
        bool isCold = cold.Length == _findings.Length;
        return Diagnostic.Create(
            descriptor, (foreign is null ? wait : first.Path[0]).Node.GetLocation(),
            Finding.Severity(_examination, descriptor, threads, isCold),
            _findings.Take(MostLocations).Select(finding => finding.Path[0].Node.GetLocation()).Concat(first.InOtherProject()),
            isCold ? properties.SetItem(DiagnosticProperties.Cold, cold[0])
                : properties.Remove(DiagnosticProperties.Cold),
            foreign is null ? MemberNames.Shown(wait.Target) : Shown(foreign), Threads(first, items),
            first.RemedyIn(_examination), Finding.Seen(threads));
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
        return (items == 1 ? first.Item.Thread
            : $"pool threads of {items.ToString(CultureInfo.InvariantCulture)} work items") + by;
    }
}
