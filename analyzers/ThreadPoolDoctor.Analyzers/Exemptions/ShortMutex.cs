using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using ThreadPoolDoctor.Catalog;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// A semaphore that a type keeps for itself as a mutex, and holds for a few lines of its own each time: nothing is awaited or
/// waited for between Wait and Release, whoever holds it. It is then as short as <c>lock</c>.
/// </summary>
internal static class ShortMutex
{
    // How far a holder is followed: what is deeper is not what the mutex was made for.
    private const int MaxHelpers = 2;

    public static bool Is(Examination examination, CallSite wait, BlockingCall row)
    {
        if (row.Type != "System.Threading.SemaphoreSlim" || Receiver.Of(wait.Node) is not { } receiver
            || examination.ModelOf(receiver).GetSymbolInfo(receiver).Symbol
                is not { Kind: SymbolKind.Field or SymbolKind.Property, DeclaredAccessibility: Accessibility.Private } mutex) return false;
        return examination.SourcesOf(mutex.ContainingType)
            .All(source => (Outline.Of(source.SyntaxTree, default).UsesOf(mutex.Name)?.Readers ?? [])
            .Where(holder => source.Span.Contains(holder.Node.Span)
                && (holder.MentionsCall("Wait") || holder.MentionsCall("WaitAsync")))
            .All(holder => IsLast(holder) || IsHeldForFewLines(examination, holder, mutex.Name)));
    }

    // Who takes it to end what it guards takes it once, when hardly anybody wants it any more.
    private static bool IsLast(Body holder) =>
        holder.Node is MethodDeclarationSyntax { Identifier.ValueText: "Dispose" or "DisposeAsync" };

    private static bool IsHeldForFewLines(Examination examination, Body holder, string mutex)
    {
        bool IsOfMutex(SyntaxNode call) => Receiver.Of(call) is { } receiver
            && Names.OfInvoked(receiver) == mutex;
        SyntaxNode[] own = [.. holder.OwnNodes()];
        IEnumerable<InvocationExpressionSyntax> ofMutex = own.OfType<InvocationExpressionSyntax>().Where(IsOfMutex);
        if (ofMutex.LastOrDefault(call => Names.OfInvoked(call.Expression) == "Release") is not { } released) return false;
        int taken = ofMutex.FirstOrDefault(call => Names.OfInvoked(call.Expression) is "Wait" or "WaitAsync")?.Span.End ?? 0;
        bool IsHeld(SyntaxNode node) => node.SpanStart >= taken && node.SpanStart < released.SpanStart;
        return !own.Any(node => node is AwaitExpressionSyntax awaited && IsHeld(node)
                && !awaited.Expression.DescendantNodesAndSelf().Any(part => part is InvocationExpressionSyntax && IsOfMutex(part)))
            && examination.Calls.Sites.In(holder, alsoPaired: false)
                .All(site => !IsHeld(site.Node) || IsOfMutex(site.Node) || !MayHold(examination, holder, site, MaxHelpers));
    }

    private static bool MayHold(Examination examination, Body body, CallSite site, int helpers) =>
        examination.RowOf(site) is { } row
        ? !new Candidate(examination, new(site.Node, site.Target, row), body).IsExempt(Scope.Call)
        : helpers > 0 && examination.BodiesOf(site.Target).Any(inner => examination.Suspects.MayBlock(inner)
            && examination.Calls.Sites.In(inner, alsoPaired: false)
                .Any(next => MayHold(examination, inner, next, helpers - 1)));
}
