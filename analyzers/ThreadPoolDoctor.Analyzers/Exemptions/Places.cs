using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// What the place of a call, or the body around it, says: dead, synchronous on purpose, the twin itself, run later.
/// </summary>
internal static class Places
{
    /// <summary>Whether a node above the call, within its body, is never come to.</summary>
    public static bool IsDead(Candidate c) => Within(c).Any(node => IsDead(c.Examination, node)) || RuledOut.Is(c);

    public static bool IsSynchronousBranch(Candidate c) => c.Body.SpeaksOfAsync && Within(c).Any(node => DualMode.IsSynchronous(c.Examination, node));

    public static bool IsInTree(Candidate c) =>
        Within(c).OfType<QueryExpressionSyntax>().Any(query => IsTree(query, c.Model));

    private static IEnumerable<SyntaxNode> Within(Candidate c) =>
        c.Node.AncestorsAndSelf().TakeWhile(node => node != c.Body.Node);

    // Until it first awaits, a program's main method has the process's first thread to itself.
    public static bool IsBeforeFirstAwait(Candidate c)
    {
        if (c.Item is not { IsEntryPoint: true }) return false;
        SyntaxNode node = c.Node;
        // A lambda that runs there runs when the method has come to it.
        Body main = c.Body;
        while (main.IsLambda && main.Parent is { } around) main = around;
        return DedicatedStarts.IsBeforeAwaits(main, node);
    }

    // StartNew(() => ConsumeAsync(), LongRunning): until it first awaits, that thread is its own. Not for who asks what
    // it would do on the pool.
    public static bool IsOnOwnThread(Candidate c) => c.Item is { Kind: WorkItemKind.AsyncBody, IsEntryPoint: false }
        && c.Item == c.Examination.WorkItems.Find(c.Body)
        && DedicatedStarts.IsBeforeAwaits(c.Body, c.Node) && DedicatedStarts.Has(c.Examination, c.Body);

    // await factory.SwitchToMainThreadAsync(): what stands behind it runs there, until somebody leaves for the pool.
    public static bool IsOnMainThread(Candidate c) =>
        c.Body.MentionsCall(MainThread)
        && c.Body.OwnNodes().OfType<AwaitExpressionSyntax>()
            .Where(awaited => awaited.Span.End <= c.Node.SpanStart).Select(ThreadAfter).LastOrDefault(thread => thread is not null) == MainThread;

    private const string MainThread = "SwitchToMainThreadAsync";

    // The thread that an await goes on on, as far as it says so.
    private static string? ThreadAfter(AwaitExpressionSyntax awaited) => awaited.Expression switch
    {
        InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax { Name.Identifier.ValueText: "ConfigureAwait" } } => "ConfigureAwait",
        InvocationExpressionSyntax call when Names.OfInvoked(call.Expression) == MainThread => MainThread,
        MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Default" } => "Default",
        _ => null,
    };

    // ReadLineAsync() => Task.FromResult(ReadLine()) is not told to await itself; nor is FillAsync() => Task.FromResult(Fill()),
    // where .NET has no twin.
    public static bool IsOwnTwin(Candidate c)
    {
        (Body body, CallSite site) = (c.Body, c.Site);
        if (!IsOwnQuery(body, site) && (site.Target.IsStatic || Receiver.Of(site.Node) is not (null or ThisExpressionSyntax or BaseExpressionSyntax))) return false;
        string? twin = c.Row!.Twin ?? (c.Row is ForeignCall or OpenCall ? null : site.Target.Name + "Async");
        foreach ((string name, bool _) in body.DeclaredNames)
        {
            if (name == twin) return true;
        }
        return false;
    }

    // MaxAsync(this IQueryable<T> source) => ... source.Max(): how long that takes is up to what is asked.
    private static bool IsOwnQuery(Body body, CallSite site) =>
        site.Target.ContainingType.Name == "Queryable" && Receiver.Of(site.Node) is IdentifierNameSyntax source
        && body.Node is MethodDeclarationSyntax { ParameterList.Parameters: [{ } first, ..] }
            && first.Modifiers.Any(SyntaxKind.ThisKeyword) && first.Identifier.ValueText == source.Identifier.ValueText;

    // A stream's ReadAsync that answers from its buffer by its own Read: how long that takes is the stream's affair.
    public static bool IsOwnTwinOfStream(Candidate c) =>
        Receiver.Of(c.Site.Node) is null or ThisExpressionSyntax && c.Site.Target.IsOverride
            && Endpoints.IsStreamLike(c.Site.Target.ContainingType)
        && c.Body.Node is MethodDeclarationSyntax method && method.Identifier.ValueText == c.Site.Target.Name + "Async";

    // return ReadAll(reader), where ReadAll yields: whoever asks for what is in it runs it, not who hands it on.
    public static bool IsRunLater(Candidate c)
    {
        SyntaxNode node = c.Node;
        while (node.Parent is ParenthesizedExpressionSyntax or CastExpressionSyntax
            or ConditionalExpressionSyntax) node = node.Parent;
        if (node.Parent is ArgumentSyntax { Parent.Parent: { } wrapped }
            && wrapped is BaseObjectCreationExpressionSyntax
            or InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax { Name.Identifier.ValueText: "FromResult" } }) node = wrapped;
        // WriteAsync(Lines()): whoever is given them asks for them, in its own time.
        bool isHandedOn = node.Parent is ArgumentSyntax { Parent.Parent: InvocationExpressionSyntax { Expression: var writes } } && Names.OfInvoked(writes)?.EndsWith("Async", System.StringComparison.Ordinal) == true;
        return (isHandedOn || node.Parent is ReturnStatementSyntax or ArrowExpressionClauseSyntax
            || node.Parent is EqualsValueClauseSyntax { Parent: VariableDeclaratorSyntax local }
            && IsOnlyHandedOn(local))
            && c.Examination.BodiesOf(c.Site.Target)
                .Any(body => body.OwnNodes().Any(inner => inner is YieldStatementSyntax));
    }

    // var rows = ReadRows(reader); reader = null; return rows; where nobody has asked for what is in it.
    private static bool IsOnlyHandedOn(VariableDeclaratorSyntax local)
    {
        IdentifierNameSyntax[] uses = [.. local.FirstAncestorOrSelf<BlockSyntax>()?.DescendantNodes().OfType<IdentifierNameSyntax>().Where(use => use.Identifier.ValueText == local.Identifier.ValueText) ?? []];
        return uses.Length > 0 && uses.All(use => use.Parent is ReturnStatementSyntax
            or ArgumentSyntax { Parent.Parent: InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax { Name.Identifier.ValueText: "FromResult" } } });
    }

    // Dispose(false), or Dispose(disposing: false): by convention it leaves alone all that could wait.
    public static bool IsFinalDispose(Candidate c) =>
        c.Site.Target.Name == "Dispose" && c.Node is InvocationExpressionSyntax
        {
            ArgumentList.Arguments: [{ Expression.RawKind: (int)SyntaxKind.FalseLiteralExpression }],
        };

    private static bool IsTree(QueryExpressionSyntax query, SemanticModel model) =>
        model.GetTypeInfo(query.FromClause.Expression).Type is { } type
        && (type.Name == "IQueryable" || type.AllInterfaces.Any(face => face.Name == "IQueryable"));

    // After a jump in the same block, or under a condition that is written as false.
    private static bool IsDead(Examination examination, SyntaxNode node)
    {
        if (node.Parent is IfStatementSyntax { Condition.RawKind: (int)SyntaxKind.FalseLiteralExpression } never
            && never.Statement == node) return true;
        return node is StatementSyntax and not LocalFunctionStatementSyntax && node.Parent is BlockSyntax block
            && examination.PartsOf(block).IsDead(node);
    }
}
