using System.Collections.Generic;
using System.Linq;
using System.Threading;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;
using ThreadPoolDoctor.Catalog;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>Examines the work items of one file, call by call. What it finds serves the rules TPD001 to TPD005 alike.</summary>
internal sealed class Findings
{
    private readonly Examination _examination;

    public Findings(Examination examination) => _examination = examination;

    public IReadOnlyList<Finding> In(SyntaxTree tree, TextSpan? span, CancellationToken cancellation)
    {
        List<Finding> findings = [];
        foreach (Body body in _examination.OutlineOf(tree).BodiesIn(span))
        {
            cancellation.ThrowIfCancellationRequested();
            if (!IsWorthALook(body) || _examination.WorkItems.Find(body) is not { } item || DualPaths.IsDual(body)) continue;
            if (Suppression.IsIntended(_examination.MethodOf(body) ?? _examination.MemberAround(body))) continue;
            int before = findings.Count;
            Examine(body, item, findings);
            // Asked last: it is about bodies that would be reported, and binds their calls.
            if (findings.Count > before && DualPaths.IsSynchronousHalf(_examination, body)) findings.RemoveRange(before, findings.Count - before);
        }
        return findings;
    }

    /// <summary>What there would be to tell of a body if it were async: for a fix that makes it so.</summary>
    public IReadOnlyList<Finding> IfAsync(Body body)
    {
        List<Finding> findings = [];
        Examine(body, WorkItem.Async(body), findings);
        return findings;
    }

    private bool IsWorthALook(Body body)
    {
        if (body.Node is BaseTypeDeclarationSyntax or BaseFieldDeclarationSyntax) return false;
        if (body.MayNotEnd || _examination.Suspects.MayBlock(body)) return true;
        foreach (string name in body.Calls)
        {
            if (_examination.Twins.Has(name)) return true;
        }
        return false;
    }

    private void Examine(Body body, WorkItem item, List<Finding> findings)
    {
        HashSet<SyntaxNode> done = [];
        HashSet<ISymbol> getters = new(SymbolEqualityComparer.Default);
        foreach (CallSite site in _examination.Calls.Sites.In(body, alsoPaired: !item.IsEntryPoint))
        {
            if (done.Contains(site.Node) || Examine(body, item, site) is not { } finding) continue;
            // A getter that waits does so when it is first asked: once it has been, it mostly knows.
            if (finding.Path.FirstOrDefault(step => step.Row is null && step.Target.MethodKind == MethodKind.PropertyGet) is { } getter && !getters.Add(getter.Target.OriginalDefinition)) continue;
            done.Add(site.Node);
            findings.Add(finding);
        }
        foreach (SyntaxNode loop in EndlessLoops.In(_examination, body))
        {
            if (!IsBeforeFirstAwait(body, item, loop)) findings.Add(new Finding(body, item, [new CallSite(loop, null!, CallGraph.EndlessLoop)]));
        }
    }

    private Finding? Examine(Body body, WorkItem item, CallSite site)
    {
        if (IsBeforeFirstAwait(body, item, site.Node)) return null;
        if (_examination.RowOf(site) is { } row)
        {
            if (item.IsEntryPoint && (row.When & Circumstance.Interactive) != 0) return null;
            if (IsOwnTwin(body, site, row)) return null;
            if (Silence.Covers(_examination, body, site) || Silence.Excuses(_examination, body, site, row) || Locks.IsShortHere(body, row, site.Node)) return null;
            CallSite wait = new(site.Node, site.Target, row);
            return Doubts.AreAbout(_examination, body, wait) || Doubts.AreAboutCause(_examination, item, wait) ? null : new Finding(body, item, [wait]);
        }
        if (_examination.Calls.PathFrom(site) is { } path)
        {
            if (IsOwnTwinOfStream(body, site) || IsRunLater(site) || !_examination.Options.ReportsDoubtful && IsMadeAtFirst(site, path)) return null;
            if (path[path.Length - 1].Row!.Ailment == Ailments.BlockingOnTask && Completion.IsHandedOver(_examination, body, site)) return null;
            if (item.IsEntryPoint && (path[path.Length - 1].Row!.When & Circumstance.Interactive) != 0) return null;
            if (Doubts.AreAboutCause(_examination, item, path[path.Length - 1])) return null;
            return Silence.Covers(_examination, body, site) ? null : new Finding(body, item, [site, .. path]);
        }
        if (item.IsEntryPoint || _examination.Lists.IsHarmless(site.Target) || Pairing.TwinOf(_examination, body, site) is not { } twin) return null;
        if (Silence.Covers(_examination, body, site)) return null;
        // Of a reader or writer that nobody listed, only the end tells whether it waits.
        if (Endpoints.Of(_examination, site) is var end && (end == Endpoint.Memory || end != Endpoint.Device && Endpoints.Decide(site.Target) && !_examination.Options.ReportsDoubtful)) return null;
        BlockingCall paired = new(Ailments.BlockingIO, MemberNames.OfType(site.Target.ContainingType.OriginalDefinition), site.Target.Name, twin);
        return new Finding(body, item, [new CallSite(site.Node, site.Target, paired)], twin);
    }

    // ReadLineAsync() => Task.FromResult(ReadLine()) is not told to await itself.
    private static bool IsOwnTwin(Body body, CallSite site, BlockingCall row)
    {
        if (row.Twin is null || !IsOwnQuery(body, site) && (site.Target.IsStatic || Endpoints.Receiver(site.Node) is not (null or ThisExpressionSyntax or BaseExpressionSyntax))) return false;
        foreach ((string name, bool _) in body.DeclaredNames)
        {
            if (name == row.Twin) return true;
        }
        return false;
    }

    // MaxAsync(this IQueryable<T> source) => ... source.Max(): how long that takes is up to what is asked.
    private static bool IsOwnQuery(Body body, CallSite site) =>
        site.Target.ContainingType.Name == "Queryable" && Endpoints.Receiver(site.Node) is IdentifierNameSyntax source
        && body.Node is MethodDeclarationSyntax { ParameterList.Parameters: [{ } first, ..] } && first.Modifiers.Any(SyntaxKind.ThisKeyword) && first.Identifier.ValueText == source.Identifier.ValueText;

    // A stream's ReadAsync that answers from its buffer by its own Read: how long that takes is the stream's affair.
    private static bool IsOwnTwinOfStream(Body body, CallSite site) =>
        Endpoints.Receiver(site.Node) is null or ThisExpressionSyntax && site.Target.IsOverride && Endpoints.IsStreamLike(site.Target.ContainingType)
        && body.Node is MethodDeclarationSyntax method && method.Identifier.ValueText == site.Target.Name + "Async";

    // return ReadAll(reader), where ReadAll yields: whoever asks for what is in it runs it, not who hands it on.
    private bool IsRunLater(CallSite site)
    {
        SyntaxNode node = site.Node;
        while (node.Parent is ParenthesizedExpressionSyntax or CastExpressionSyntax or ConditionalExpressionSyntax) node = node.Parent;
        if (node.Parent is ArgumentSyntax { Parent.Parent: { } wrapped } && wrapped is BaseObjectCreationExpressionSyntax or InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax { Name.Identifier.ValueText: "FromResult" } }) node = wrapped;
        // WriteAsync(Lines()): whoever is given them asks for them, in its own time.
        bool isHandedOn = node.Parent is ArgumentSyntax { Parent.Parent: InvocationExpressionSyntax { Expression: var writes } } && Names.OfInvoked(writes)?.EndsWith("Async", System.StringComparison.Ordinal) == true;
        return (isHandedOn || node.Parent is ReturnStatementSyntax or ArrowExpressionClauseSyntax || node.Parent is EqualsValueClauseSyntax { Parent: VariableDeclaratorSyntax local } && IsOnlyHandedOn(local))
            && _examination.BodiesOf(site.Target).Any(body => body.OwnNodes().Any(inner => inner is YieldStatementSyntax));
    }

    // var rows = ReadRows(reader); reader = null; return rows; where nobody has asked for what is in it.
    private static bool IsOnlyHandedOn(VariableDeclaratorSyntax local)
    {
        IdentifierNameSyntax[] uses = [.. local.FirstAncestorOrSelf<BlockSyntax>()?.DescendantNodes().OfType<IdentifierNameSyntax>().Where(use => use.Identifier.ValueText == local.Identifier.ValueText) ?? []];
        return uses.Length > 0 && uses.All(use => use.Parent is ReturnStatementSyntax
            or ArgumentSyntax { Parent.Parent: InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax { Name.Identifier.ValueText: "FromResult" } } });
    }

    // A getter that waits for a task under a condition makes what it gives when somebody asks too early: hardly ever, and once.
    private bool IsMadeAtFirst(CallSite site, CallSite[] path)
    {
        if (path[path.Length - 1].Row!.Ailment != Ailments.BlockingOnTask) return false;
        CallSite by = site;
        foreach (CallSite step in path)
        {
            if (by.Target.MethodKind == MethodKind.PropertyGet && (Doubts.IsConditional(step.Node) || Doubts.IsAfterReturn(step.Node) || IsOfWhatIsDoneOnce(step.Node))) return true;
            by = step;
        }
        return false;
    }

    // Wait(Init()), where Init begins with: if (_isInitialized) return;
    private bool IsOfWhatIsDoneOnce(SyntaxNode wait) => wait.DescendantNodes().OfType<InvocationExpressionSyntax>()
        .Any(made => Calls.Target(_examination.ModelOf(made), made) is { } target && _examination.BodiesOf(target).Any(body => body.LooksAwaitable
            && body.Node is MethodDeclarationSyntax { Body.Statements: [IfStatementSyntax { Condition: var asked, Statement: ReturnStatementSyntax or BlockSyntax { Statements: [.., ReturnStatementSyntax] } }, ..] }
            && !asked.DescendantNodesAndSelf().Any(part => part is InvocationExpressionSyntax)));

    // Until it first awaits, a program's main method has the process's first thread to itself.
    private static bool IsBeforeFirstAwait(Body body, WorkItem item, SyntaxNode node)
    {
        if (!item.IsEntryPoint) return false;
        // A lambda that runs there runs when the method has come to it.
        Body main = body;
        while (main.IsLambda && main.Parent is { } around) main = around;
        foreach (SyntaxNode other in main.OwnNodes())
        {
            if (other is not (AwaitExpressionSyntax or ForEachStatementSyntax { AwaitKeyword.RawKind: not 0 })) continue;
            if (other.Span.End <= node.SpanStart) return false;
            foreach (SyntaxNode loop in node.Ancestors())
            {
                if (loop is WhileStatementSyntax or ForStatementSyntax or DoStatementSyntax or ForEachStatementSyntax && loop.Span.Contains(other.Span)) return false;
            }
        }
        return true;
    }
}
