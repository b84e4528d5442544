using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Text;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// What production saw is raised at its line also where the rules are silent: nobody is seen to queue the code, or an
/// exemption spoke, which is then named. Lines move; a line that is no longer in the member that was seen is looked for
/// in that member.
/// </summary>
internal static class Evidenced
{
    /// <summary>The findings of a file that only the evidence speaks for.</summary>
    public static IEnumerable<Diagnostic> In(Examination examination, SyntaxTree tree, IReadOnlyList<Finding> told)
    {
        string file = System.IO.Path.GetFileName(tree.FilePath);
        foreach (Evidence.Sighting seen in examination.Evidence.Sightings)
        {
            if (seen.Line <= 0 || !string.Equals(seen.File, file, System.StringComparison.OrdinalIgnoreCase)) continue;
            if (told.Any(finding => Evidence.IsAt(seen, finding.Path.Select(step => step.Node)))) continue;
            if (Find(examination, tree, seen) is { } site
                && !told.Any(finding => finding.Path.Any(step => step.Node == site.Node))) yield return Raise(examination, site, seen);
        }
    }

    // Of several calls in the line the one that is known to wait.
    private static CallSite? Find(Examination examination, SyntaxTree tree, Evidence.Sighting seen)
    {
        Body[] bodies = [.. examination.OutlineOf(tree).Bodies.Where(body => IsOf(examination, body, seen.Member))];
        TextLineCollection lines = tree.GetText().Lines;
        CallSite[] waits = [.. bodies.SelectMany(body => Waits(examination, body))];
        return waits.FirstOrDefault(site => lines.GetLineFromPosition(site.Node.Span.End).LineNumber + 1 == seen.Line)
            ?? waits.FirstOrDefault(site => lines.GetLineFromPosition(site.Node.SpanStart).LineNumber + 1 == seen.Line)
            ?? (seen.Member.Length > 0 && waits.Length == 1 ? waits[0] : null);
    }

    private static IEnumerable<CallSite> Waits(Examination examination, Body body)
    {
        foreach (CallSite site in examination.Calls.Sites.In(body).Select(each => each.Site))
        {
            if (examination.RowOf(site) is { } row) yield return new CallSite(site.Node, site.Target, row);
        }
    }

    // The member that was seen, lambdas and local functions in it included; any where the evidence names none.
    private static bool IsOf(Examination examination, Body body, string member) =>
        body.Node is not Microsoft.CodeAnalysis.CSharp.Syntax.BaseTypeDeclarationSyntax
        && (member.Length == 0 || examination.MemberAround(body)?.OriginalDefinition.GetDocumentationCommentId() == member);

    private static Diagnostic Raise(Examination examination, CallSite site, Evidence.Sighting seen)
    {
        DiagnosticDescriptor descriptor = Descriptors.Find(site.Row!.Ailment)!;
        string twin = site.Row.Twin switch { null => "", "await" => "; await it instead", var name => $"; await {name} instead" };
        // Asked about for its name: who is exempt has been asked before, or never came to be asked.
        Body? body = examination.BodyAround(site.Node);
        Exemption? exemption = examination.ExemptionAt(site.Node)
            ?? (body is null ? null : examination.ExemptionAt(body.Node));
        string said = $"; seen blocking {seen.Threads} pool threads in production"
            + (exemption is null ? "" : $", though exempt: {exemption.Name}");
        return Diagnostic.Create(
            descriptor, site.Node.GetLocation(), examination.Options.EvidenceSeverity
                ?? descriptor.DefaultSeverity, additionalLocations: null, properties: null,
            MemberNames.Shown(site.Target), "pool threads", twin, said);
    }
}
