using System.Collections.Immutable;
using System.Linq;
using Microsoft.CodeAnalysis;
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

    /// <summary>The call in the work item first, the blocking call last; they are the same when it is called directly.</summary>
    public ImmutableArray<CallSite> Path { get; }

    /// <summary>Set when only the fitting name of a twin speaks against the call.</summary>
    public string? PairedTwin { get; }

    public BlockingCall Row => Path[Path.Length - 1].Row!;

    public string Ailment => Row.Ailment;

    public Diagnostic ToDiagnostic(Examination examination)
    {
        CallSite first = Path[0];
        CallSite last = Path[Path.Length - 1];
        bool isDirect = Path.Length == 1;
        string path = ShowPath(examination);
        string? twin = PairedTwin ?? Row.Twin;
        string? whyNot = twin is null || last.Target.MethodKind == MethodKind.Constructor ? DiagnosticProperties.Obstacles.NoTwin
            : !isDirect ? DiagnosticProperties.Obstacles.Helper
            : Locks.Around(examination, Body, first.Node) ? DiagnosticProperties.Obstacles.Lock : null;
        ImmutableDictionary<string, string?>.Builder properties = ImmutableDictionary.CreateBuilder<string, string?>();
        properties[DiagnosticProperties.Row] = Row.Type.Length == 0 ? null : PairedTwin is null ? Row.ToString() : MemberNames.OfType(last.Target.ContainingType.OriginalDefinition) + "." + last.Target.Name;
        properties[DiagnosticProperties.Twin] = twin;
        properties[DiagnosticProperties.Fixable] = whyNot is null ? "true" : "false";
        if (whyNot is not null) properties[DiagnosticProperties.WhyNot] = whyNot;
        properties[DiagnosticProperties.Path] = path;
        properties[DiagnosticProperties.WorkItem] = Item.Kind.ToString();
        if (Item.Api is not null) properties[DiagnosticProperties.Api] = Item.Api;

        int threads = examination.Evidence.ThreadsAt(Path.Select(step => step.Node), MemberOf(last, examination));
        string seen = threads == 0 ? "" : $"; seen blocking {threads} pool threads in production";
        DiagnosticDescriptor descriptor = Descriptors.Find(Ailment)!;
        DiagnosticSeverity severity = threads > 0 && examination.Options.EvidenceSeverity is { } raised ? raised : descriptor.DefaultSeverity;
        object[] arguments = Ailment == Ailments.EndlessLoop ? [path, Item.Thread, seen] : [path, Item.Thread, Remedy(twin, isDirect), seen];
        return Diagnostic.Create(
            descriptor, LoopKeyword(first.Node) ?? first.Node.GetLocation(), severity,
            isDirect ? null : Path.Skip(1).Select(step => step.Node.GetLocation()), properties.ToImmutable(), arguments);
    }

    private static ISymbol? MemberOf(CallSite step, Examination examination) =>
        examination.BodyAround(step.Node) is { } body ? examination.MemberAround(body) : null;

    private string Remedy(string? twin, bool isDirect) => (twin, Ailment) switch
    {
        (null, _) => "",
        ("await", _) => "; await it instead",
        (_, _) when isDirect => $"; await {twin} instead",
        _ => $"; await {twin} there, and make the calls on the way async",
    };

    private string ShowPath(Examination examination)
    {
        INamedTypeSymbol? here = examination.MemberAround(Body)?.ContainingType;
        return string.Join(" -> ", Path.Select((step, index) => step.Row == CallGraph.EndlessLoop
            ? Path.Length == 1 ? "This loop" : "an endless loop"
            : MemberNames.Shown(step.Target, step.Row is null ? here : null)));
    }

    // A loop is long; its first word is enough to underline.
    private static Location? LoopKeyword(SyntaxNode node) => node switch
    {
        Microsoft.CodeAnalysis.CSharp.Syntax.StatementSyntax loop => loop.GetFirstToken().GetLocation(),
        _ => null,
    };
}
