using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using ThreadPoolDoctor.Catalog;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// A semaphore, a mutex or an event that a type keeps for itself as a mutex, and holds for a few lines of its own each
/// time: nothing is awaited or waited for between Wait and Release, whoever holds it. It is then as short as
/// <c>lock</c>.
/// </summary>
internal static class ShortMutex
{
    // How far a holder is followed: what is deeper is not what the mutex was made for.
    private const int MaxHelpers = 2;

    private static readonly string[] s_taking = ["Wait", "WaitAsync", "WaitOne"];

    private static readonly string[] s_givingBack = ["Release", "Set", "ReleaseMutex"];

    public static bool Is(Examination examination, CallSite wait, BlockingCall row) =>
        Is(examination, wait, row, MaxHelpers);

    private static bool Is(Examination examination, CallSite wait, BlockingCall row, int helpers)
    {
        if (row.Type is not ("System.Threading.SemaphoreSlim" or "System.Threading.WaitHandle")
            || Receiver.Of(wait.Node) is not { } receiver
            || examination.ModelOf(receiver).GetSymbolInfo(receiver).Symbol
                is not { Kind: SymbolKind.Field or SymbolKind.Property, DeclaredAccessibility: Accessibility.Private } mutex
            || !IsOpenAtFirst(examination, receiver)) return false;
        return examination.SourcesOf(mutex.ContainingType)
            .All(source => (Outline.Of(source.SyntaxTree, default).UsesOf(mutex.Name)?.Readers ?? [])
            .Where(holder => source.Span.Contains(holder.Node.Span))
            .All(holder => s_taking.Any(holder.MentionsCall)
                ? IsLast(holder) || IsHeldForFewLines(examination, holder, mutex.Name, helpers)
                // Whoever sets an event without having had it gives a signal.
                : row.Type == "System.Threading.SemaphoreSlim" || !holder.MentionsCall("Set")));
    }

    // new AutoResetEvent(true), new Semaphore(1, 1), new Mutex(): of a handle it depends on how it was made, and with a
    // name it is for other processes as well.
    private static bool IsOpenAtFirst(Examination examination, ExpressionSyntax mutex)
    {
        SemanticModel model = examination.ModelOf(mutex);
        if (model.GetTypeInfo(mutex).Type?.Name == "SemaphoreSlim") return true;
        ExpressionSyntax[] made = [.. Origins.Of(examination, mutex)];
        return made.Length > 0 && made.All(each =>
            each is BaseObjectCreationExpressionSyntax { ArgumentList.Arguments: var given }
            && (examination.ModelOf(each).GetTypeInfo(each).Type?.Name, given.Count) switch
            {
                ("AutoResetEvent", 1) => given[0].Expression.IsKind(SyntaxKind.TrueLiteralExpression),
                ("Semaphore", 2) => given.All(count => count.Expression is LiteralExpressionSyntax { Token.Value: 1 }),
                ("Mutex", 0) => true,
                _ => false,
            });
    }

    // Who takes it to end what it guards takes it once, when hardly anybody wants it any more.
    private static bool IsLast(Body holder) =>
        holder.Node is MethodDeclarationSyntax { Identifier.ValueText: "Dispose" or "DisposeAsync" };

    private static bool IsHeldForFewLines(Examination examination, Body holder, string mutex, int helpers)
    {
        bool IsOfMutex(SyntaxNode call) => Receiver.Of(call) is { } receiver
            && Names.OfInvoked(receiver) == mutex;
        SyntaxNode[] own = [.. holder.OwnNodes()];
        IEnumerable<InvocationExpressionSyntax> ofMutex = own.OfType<InvocationExpressionSyntax>().Where(IsOfMutex);
        if (ofMutex.LastOrDefault(call => s_givingBack.Contains(Names.OfInvoked(call.Expression)))
            is not { } released) return false;
        int taken = ofMutex.FirstOrDefault(call => s_taking.Contains(Names.OfInvoked(call.Expression)))?.Span.End ?? 0;
        bool IsHeld(SyntaxNode node) => node.SpanStart >= taken && node.SpanStart < released.SpanStart;
        return !own.Any(node => node is AwaitExpressionSyntax awaited && IsHeld(node)
                && !awaited.Expression.DescendantNodesAndSelf().Any(part => part is InvocationExpressionSyntax && IsOfMutex(part)))
            && examination.Calls.Sites.In(holder).Select(each => each.Site)
                .All(site => !IsHeld(site.Node) || IsOfMutex(site.Node) || !MayHold(examination, holder, site, helpers));
    }

    private static bool MayHold(Examination examination, Body body, CallSite site, int helpers) =>
        examination.RowOf(site) is { } row
        ? !new Candidate(examination, new(site.Node, site.Target, row), body).IsExempt(Scope.Call)
            // Another mutex of few lines holds nobody up for long either.
            && !(helpers > 0 && Is(examination, site, row, helpers - 1))
        : helpers > 0 && examination.BodiesOf(site.Target).Any(inner => examination.Suspects.MayBlock(inner)
            && examination.Calls.Sites.In(inner).Select(each => each.Site)
                .Any(next => MayHold(examination, inner, next, helpers - 1)));
}
