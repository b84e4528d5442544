using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.CodeFixes.Asynchrony;

/// <summary>
/// Handlers of what only a thread that waits is told: somebody interrupted it, or closed the socket under it
/// (SocketError.Interrupted, 10004). What is awaited ends otherwise, or not at all.
/// </summary>
internal static class InterruptedCatch
{
    private const int InterruptedSystemCall = 10004;

    public static string? Stop(TryStatementSyntax @try) => @try.Catches.Any(IsOne)
        ? "a handler around it is for a thread that was interrupted while it waits" : null;

    // Whoever also knows how an awaited call ends needs no other.
    private static bool IsOne(CatchClauseSyntax handler) => handler.DescendantTokens().Any(Interrupted)
        && !handler.DescendantTokens().Any(token => token.ValueText is "OperationAborted" or "ObjectDisposedException");

    private static bool Interrupted(SyntaxToken token) => token.IsKind(SyntaxKind.IdentifierToken)
        ? token.ValueText is "ThreadInterruptedException" or "Interrupted" or "WSAEINTR"
        : token.Value is InterruptedSystemCall;
}
