using System.Collections.Generic;
using System.Collections.Immutable;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;
using ThreadPoolDoctor.Catalog;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>One call in a work item that holds its thread, and the way from it to what blocks.</summary>
internal sealed class Finding
{
    public Finding(Body body, WorkItem item, ImmutableArray<CallSite> path, string? pairedTwin = null)
    {
        Body = body;
        Item = item;
        Path = path;
        PairedTwin = pairedTwin;
    }

    public Body Body { get; }

    public WorkItem Item { get; }

    /// <summary>Whose thread it holds, in words.</summary>
    public string Thread => Item.ThreadOf(Body);

    /// <summary>
    /// The call in the work item first, the blocking call last; they are the same when it is called directly.
    /// </summary>
    public ImmutableArray<CallSite> Path { get; }

    /// <summary>Set when only the fitting name of a twin speaks against the call.</summary>
    public string? PairedTwin { get; }

    public BlockingCall Row => Path[Path.Length - 1].Row!;

    public string Ailment => Row.Ailment;

    public Diagnostic ToDiagnostic(Examination examination)
    {
        CallSite first = Path[0];
        string path = ShowPath(examination);
        ImmutableDictionary<string, string?> properties = Properties(examination, out bool isDirect);
        int threads = ThreadsSeen(examination);
        DiagnosticDescriptor descriptor = Descriptors.Find(Ailment)!;
        DiagnosticSeverity severity = Severity(examination, descriptor, threads,
            properties.ContainsKey(DiagnosticProperties.Cold));
        object[] arguments = Ailment == Ailments.EndlessLoop ? [path, Thread, Seen(threads)]
            : [path, Thread, RemedyIn(examination), Seen(threads)];
        return Diagnostic.Create(
            descriptor, LoopKeyword(first.Node) ?? first.Node.GetLocation(), severity,
            isDirect ? null : Path.Skip(1).Select(step => step.Node.GetLocation())
                .Concat(InOtherProject()), properties, arguments);
    }

    /// <summary>What the fixers are told; see <see cref="DiagnosticProperties"/>.</summary>
    public ImmutableDictionary<string, string?> Properties(Examination examination, out bool isDirect)
    {
        CallSite last = Path[Path.Length - 1];
        isDirect = IsDirect;
        string? twin = PairedTwin ?? Row.Twin;
        string? whyNot = twin is null || last.Target.MethodKind == MethodKind.Constructor
            ? DiagnosticProperties.Obstacles.NoTwin
            : !isDirect ? DiagnosticProperties.Obstacles.Helper
            : Locks.Held(examination, Body, Path[0].Node) is not null ? DiagnosticProperties.Obstacles.Lock : null;
        ImmutableDictionary<string, string?>.Builder properties = ImmutableDictionary.CreateBuilder<string, string?>();
        properties[DiagnosticProperties.Row] = Row.Type.Length == 0 ? null
            : PairedTwin is null ? Row.ToString() : MemberNames.OfType(last.Target.ContainingType.OriginalDefinition) + "." + last.Target.Name;
        properties[DiagnosticProperties.Twin] = twin;
        properties[DiagnosticProperties.Fixable] = whyNot is null ? "true" : "false";
        if (whyNot is not null) properties[DiagnosticProperties.WhyNot] = whyNot;
        properties[DiagnosticProperties.Path] = ShowPath(examination);
        properties[DiagnosticProperties.WorkItem] = Item.Kind.ToString();
        if (Item.Api is not null) properties[DiagnosticProperties.Api] = Item.Api;
        if (Heat.ColdPlaceOf(this, examination) is { } cold) properties[DiagnosticProperties.Cold] = cold;
        return properties.ToImmutable();
    }

    private bool IsDirect => Path.Length == 1 && Row is not ForeignCall;

    /// <summary>How many threads production saw here.</summary>
    public int ThreadsSeen(Examination examination) =>
        examination.Evidence.ThreadsAt(Path.Select(step => step.Node), MemberOf(Path[Path.Length - 1], examination));

    public static string Seen(int threads) =>
        threads == 0 ? "" : $"; seen blocking {threads} pool threads in production";

    /// <summary>Whether the project has the rule switched off where this is told.</summary>
    public bool IsSwitchedOff(Examination examination) => ConfiguredIn(examination) == ReportDiagnostic.Suppress;

    /// <summary>
    /// The severity that the project gives the rule where this is told; that of the rule where it gives none.
    /// </summary>
    public ReportDiagnostic ConfiguredIn(Examination examination) =>
        Descriptors.ConfiguredIn(examination.Compilation.Options, Ailment, Path[0].Node.SyntaxTree);

    /// <summary>What production saw outranks heat.</summary>
    public static DiagnosticSeverity Severity(Examination examination, DiagnosticDescriptor descriptor, int threads,
        bool isCold) =>
        threads > 0 ? examination.Options.EvidenceSeverity ?? descriptor.DefaultSeverity
            : isCold ? DiagnosticSeverity.Info : descriptor.DefaultSeverity;

    /// <summary>What the message says to do instead.</summary>
    public string RemedyIn(Examination examination) => LockOnTheWay(examination) is { } held
        ? $" while it holds {held}, and whoever wants that lock waits too; move it out of the lock"
        : Remedy.For(
            Row, PairedTwin ?? Row.Twin ?? Delays.OfToken(examination, Path[Path.Length - 1].Node), Path, IsDirect);

    private static ISymbol? MemberOf(CallSite step, Examination examination) =>
        examination.BodyAround(step.Node) is { } body ? examination.MemberAround(body) : null;

    // The lock in words: what is written between the brackets, if that is short.
    private string? LockOnTheWay(Examination examination)
    {
        if ((Row.When & Circumstance.NeedsLock) != 0) return null;
        SyntaxNode? held = Path.Select(step => Locks.Held(examination, step.Node))
            .FirstOrDefault(each => each is not null);
        return held is null ? null
            : held.Parent is LockStatementSyntax { Expression: var locked } && locked == held
                && held.Span.Length <= 30 ? $"lock ({held})" : "a lock";
    }

    private string ShowPath(Examination examination)
    {
        INamedTypeSymbol? here = examination.MemberAround(Body)?.ContainingType;
        return Path.Length == 1 && Row == CallGraph.EndlessLoop ? "This loop"
            : string.Join(" -> ", Path.Select(step => Steps.Show(step, here)));
    }

    // The compilation does not hold that file, so it is named by its path.
    public IEnumerable<Location> InOtherProject()
    {
        if (Row is not ForeignCall { Line: > 0 } foreign) return [];
        LinePosition start = new(foreign.Line - 1, 0);
        return [Location.Create(foreign.File, default, new LinePositionSpan(start, start))];
    }

    // A loop is long; its first word is enough to underline.
    private static Location? LoopKeyword(SyntaxNode node) => node switch
    {
        StatementSyntax loop => loop.GetFirstToken().GetLocation(),
        _ => null,
    };
}
