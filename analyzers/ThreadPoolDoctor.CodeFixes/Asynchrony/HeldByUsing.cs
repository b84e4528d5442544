using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.CodeFixes.Asynchrony;

/// <summary>
/// What a using around the await holds and must let go on the thread that took it: a transaction that does not flow, a
/// lock behind an object whose Dispose leaves it (<c>using (_lock.Write())</c>). On another thread, disposing throws.
/// </summary>
internal static class HeldByUsing
{
    private static readonly HashSet<string> s_locks =
        ["System.Threading.ReaderWriterLockSlim", "System.Threading.ReaderWriterLock", "System.Threading.Mutex",
            "System.Threading.Lock"];

    private static readonly HashSet<string> s_releases =
        ["ExitReadLock", "ExitWriteLock", "ExitUpgradeableReadLock", "ReleaseReaderLock", "ReleaseWriterLock",
            "ReleaseLock", "ReleaseMutex"];

    public static string? Stop(SyntaxNode node, SyntaxNode function, SemanticModel model) =>
        node.Ancestors().TakeWhile(at => at != function)
        .SelectMany(at => Held(at, node)).Select(held => Stop(held, model)).FirstOrDefault(stop => stop is not null);

    private static IEnumerable<ExpressionSyntax> Held(SyntaxNode around, SyntaxNode node) => around switch
    {
        UsingStatementSyntax { Expression: { } held } @using when @using.Statement.Span.Contains(node.Span) => [held],
        UsingStatementSyntax { Declaration: { } declared } @using when @using.Statement.Span.Contains(node.Span) => Values(declared),
        BlockSyntax block => block.Statements.OfType<LocalDeclarationStatementSyntax>()
            .Where(local => local.UsingKeyword != default && local.Span.End < node.SpanStart)
                .SelectMany(local => Values(local.Declaration)),
        _ => [],
    };

    private static IEnumerable<ExpressionSyntax> Values(VariableDeclarationSyntax declared) =>
        declared.Variables.Select(variable => variable.Initializer?.Value).OfType<ExpressionSyntax>();

    private static string? Stop(ExpressionSyntax held, SemanticModel model)
    {
        if (model.GetTypeInfo(held).Type is not { } type) return null;
        if (type.Name == "TransactionScope" && Awaitables.IsIn(type, "System.Transactions"))
        {
            return held.DescendantTokens().Any(token => token.ValueText == "Enabled") ? null
                : "it is in a TransactionScope that does not flow (TransactionScopeAsyncFlowOption.Enabled would let it)";
        }
        bool holdsLock = Releases(type) || held is InvocationExpressionSyntax or BaseObjectCreationExpressionSyntax
            && held.DescendantNodes().OfType<ExpressionSyntax>()
                .Any(part => model.GetTypeInfo(part).Type is INamedTypeSymbol of
                && s_locks.Contains(Awaitables.FullName(of)));
        return holdsLock ? $"'{type.Name}' holds a lock that belongs to one thread" : null;
    }

    // As its source says: names are enough.
    private static bool Releases(ITypeSymbol type) =>
        type.GetMembers("Dispose").SelectMany(member => member.DeclaringSyntaxReferences)
        .SelectMany(reference => reference.GetSyntax().DescendantTokens())
            .Any(token => token.IsKind(SyntaxKind.IdentifierToken) && s_releases.Contains(token.ValueText));
}
