using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using ThreadPoolDoctor.Catalog;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// Places where a lock is held that belongs to its thread. Nothing there can be awaited. What waits long is reported
/// all the same, in words of its own, as everybody who wants the lock waits too; what is short is left to the doctor,
/// which speaks up when it hurts.
/// </summary>
internal static class Locks
{
    /// <summary>
    /// Whether a lock is held here, or was taken on the way here, for a wait that is too short to make a convoy of it.
    /// </summary>
    public static bool KeepSilent(Candidate c)
    {
        // Of a step into a helper it is not known yet what waits at the end; the way is asked again when it is.
        if (c.Row is null && c.Side == Side.Helper || c.Row is { } convoy && MakesConvoy(convoy)) return false;
        bool isNeeded = c.Row is { } row && (row.When & Circumstance.NeedsLock) != 0;
        bool isHeld = !isNeeded && Held(c.Examination, c.Body, c.Node) is not null;
        for (Callers? at = c.Callers; at is not null && !isHeld; at = at.Before)
        {
            isHeld = Held(c.Examination, at.Site.Node) is not null;
        }
        return isHeld && !IsForConnection(c);
    }

    // lock (_turn) { _stream.Write(request); answer = _reader.ReadLine(); }, where that is a connection's: as long as a
    // call of its socket.
    private static bool IsForConnection(Candidate c) =>
        c.Row is { Ailment: Ailments.BlockingIO } row and not ForeignCall && IONamespaces.AreNear(row.Type)
        && StreamSources.AnyIsConnection(c.Examination, c.Wait, c.Callers);

    /// <summary>
    /// A task, a sleep, a process, a database, the network: for as long, nobody else gets the lock. Files and signals
    /// are mostly there.
    /// </summary>
    private static bool MakesConvoy(BlockingCall row) => row.Ailment switch
    {
        Ailments.BlockingOnTask or Ailments.Sleeping => true,
        Ailments.BlockingIO => !IONamespaces.AreNear(row.Type),
        _ => false,
    };

    public static SyntaxNode? Held(Examination examination, SyntaxNode node) =>
        examination.HeldAt.GetOrAdd(node, each =>
            examination.BodyAround(each) is { } body ? Held(examination, body, each) : null);

    /// <summary>
    /// The lock that is held here: what a lock statement locks, or the call between whose Enter and Exit it is; null
    /// for none.
    /// </summary>
    public static SyntaxNode? Held(Examination examination, Body body, SyntaxNode node)
    {
        for (SyntaxNode? at = node; at is not null && at != body.Node; at = at.Parent)
        {
            if (at.Parent is LockStatementSyntax @lock && @lock.Statement == at) return @lock.Expression;
        }
        if (IsBetweenEnterAndExit(body, node)) return node;
        // A lambda that is run where it stands is under the locks that it stands under.
        if (body.Node is not AnonymousFunctionExpressionSyntax lambda || body.Parent is null) return null;
        Fate fate = examination.Delegates.Of(lambda);
        return fate.Runner == Runner.Inline && examination.BodyAround(fate.At!) == body.Parent
            ? Held(examination, body.Parent, fate.At!) : null;
    }

    /// <summary>
    /// Whether a reader-writer lock is taken that a getter makes for who asks: <c>ReaderWriterLockSlim Lock =>
    /// new();</c>
    /// </summary>
    public static bool IsMadeAnew(Examination examination, BlockingCall row, SyntaxNode taking) =>
        row.Type is "System.Threading.ReaderWriterLockSlim" or "System.Threading.ReaderWriterLock"
        && Receiver.Of(taking) is { } held
            && examination.ModelOf(held).GetSymbolInfo(held).Symbol is IPropertySymbol { SetMethod: null } kept
        && examination.SourcesOf(kept).FirstOrDefault()?.GetSyntax() is PropertyDeclarationSyntax { Initializer: null } property
        && (property.ExpressionBody is { Expression: var made } ? [made]
            : property.DescendantNodes().OfType<ReturnStatementSyntax>()
            .Select(returned => returned.Expression)).ToArray() is [_, ..] all
        && all.All(value => value is BaseObjectCreationExpressionSyntax);

    /// <summary>
    /// A helper that takes a lock and gives it back is a lock around a few lines, as <c>lock</c> is; one that comes
    /// back with the lock held is not. So is a spin until the thread that won an exchange has made what both want.
    /// </summary>
    public static bool IsShort(Body body, BlockingCall row) => row.Type switch
    {
        "System.Threading.ReaderWriterLockSlim" => body.MentionsCall("ExitReadLock")
            || body.MentionsCall("ExitWriteLock") || body.MentionsCall("ExitUpgradeableReadLock"),
        "System.Threading.ReaderWriterLock" => body.MentionsCall("ReleaseReaderLock")
            || body.MentionsCall("ReleaseWriterLock") || body.MentionsCall("ReleaseLock"),
        "System.Threading.SpinWait" => TypeMentions(body, "CompareExchange"),
        _ => false,
    };

    /// <summary>
    /// The call of the helper that takes a lock for its caller; null where the place itself takes it.
    /// </summary>
    public static CallSite? Taking(Candidate c) => c.Row is ForeignCall foreign
        ? foreign.Way.Contains(" -> ") ? null : c.Site : c.Callers?.Site;

    /// <summary>
    /// The same where the helper hands the lock over, and whoever called it gives it back: <c>using (_all.Enter()) {
    /// }</c> without an await.
    /// </summary>
    public static bool IsGivenBack(CallSite taking) => taking.Node.Parent switch
    {
        UsingStatementSyntax held => !Awaits(held.Statement),
        EqualsValueClauseSyntax { Parent.Parent: VariableDeclarationSyntax { Parent: UsingStatementSyntax held } } => !Awaits(held.Statement),
        EqualsValueClauseSyntax { Parent.Parent.Parent: LocalDeclarationStatementSyntax { UsingKeyword.RawKind: not 0, Parent: { } block } held } =>
            !block.ChildNodes().SkipWhile(statement => statement != held).Any(Awaits),
        _ => false,
    };

    private static bool Awaits(SyntaxNode node) => node
        .DescendantNodesAndSelf(inner => inner is not (AnonymousFunctionExpressionSyntax or LocalFunctionStatementSyntax))
        .Any(inner => inner is AwaitExpressionSyntax);

    /// <summary>
    /// The same, written where it is taken: a reader-writer lock that this body gives back before it awaits anything.
    /// </summary>
    public static bool IsShortHere(Body body, BlockingCall row, SyntaxNode node)
    {
        if (row.Type != "System.Threading.ReaderWriterLockSlim") return false;
        foreach (SyntaxNode later in body.OwnNodes())
        {
            if (later.SpanStart < node.Span.End) continue;
            if (later is AwaitExpressionSyntax) return false;
            if (later is InvocationExpressionSyntax call
                && Names.OfInvoked(call.Expression) is "ExitReadLock" or "ExitWriteLock"
                or "ExitUpgradeableReadLock") return true;
        }
        return false;
    }

    private static bool TypeMentions(Body body, string call) =>
        body.Node.FirstAncestorOrSelf<TypeDeclarationSyntax>() is { } type
        && Outline.Of(type.SyntaxTree, default)
            .UsesOf(call)?.Callers.Any(other => type.Span.Contains(other.Node.Span)) == true;

    private static bool IsBetweenEnterAndExit(Body body, SyntaxNode node)
    {
        if (!MayEnter(body)) return false;
        int depth = 0;
        foreach (SyntaxNode other in body.OwnNodes())
        {
            if (other.Span.End > node.SpanStart && other is not BlockSyntax && other.SpanStart >= node.SpanStart) break;
            if (other is UsingStatementSyntax { Declaration: var declared, Expression: var used } block
                && Enters(declared?.Variables[0].Initializer?.Value ?? used)
                    && block.Statement.Span.Contains(node.Span)) return true;
            if (other is LocalDeclarationStatementSyntax { UsingKeyword.RawKind: not 0 } scope
                && Enters(scope.Declaration.Variables[0].Initializer?.Value)
                && scope.Parent is { } around && around.Span.Contains(node.Span)) return true;
            if (other is not InvocationExpressionSyntax call || call.Span.End > node.SpanStart
                || IsWhereItFailed(call, node)) continue;
            string? name = Names.OfInvoked(call.Expression);
            if (name is "Enter" or "TryEnter" or "EnterReadLock" or "EnterWriteLock" or "EnterUpgradeableReadLock"
                or "TryEnterReadLock" or "TryEnterWriteLock" or "TryEnterUpgradeableReadLock") depth++;
            else if (name is "Exit" or "ExitReadLock" or "ExitWriteLock" or "ExitUpgradeableReadLock"
                && depth > 0) depth--;
            else if (name is "WaitOne" && body.MentionsCall("ReleaseMutex")) depth++;
            else if (name is "ReleaseMutex" && depth > 0) depth--;
        }
        return depth > 0;
    }

    // if (!Monitor.TryEnter(gate)) { here the lock is somebody else's }
    private static bool IsWhereItFailed(InvocationExpressionSyntax enter, SyntaxNode node)
    {
        SyntaxNode asked = enter;
        bool isNegated = false;
        for (; asked.Parent is ParenthesizedExpressionSyntax
            or PrefixUnaryExpressionSyntax { RawKind: (int)SyntaxKind.LogicalNotExpression }; asked = asked.Parent)
        {
            isNegated ^= asked.Parent is PrefixUnaryExpressionSyntax;
        }
        return asked.Parent is IfStatementSyntax choice && choice.Condition == asked
            && (isNegated ? choice.Statement.Span.Contains(node.Span) : choice.Else?.Span.Contains(node.Span) == true);
    }

    private static bool MayEnter(Body body)
    {
        foreach (string exit in (string[])["Exit", "ExitReadLock", "ExitWriteLock", "ExitUpgradeableReadLock",
            "ReleaseMutex", "EnterScope"])
        {
            if (body.MentionsCall(exit)) return true;
        }
        return false;
    }

    private static bool Enters(ExpressionSyntax? expression) =>
        expression is InvocationExpressionSyntax call && Names.OfInvoked(call.Expression) == "EnterScope";
}
