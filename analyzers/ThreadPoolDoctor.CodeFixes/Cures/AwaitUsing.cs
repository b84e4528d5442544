using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using ThreadPoolDoctor.CodeFixes.Asynchrony;
using static Microsoft.CodeAnalysis.CSharp.SyntaxFactory;

namespace ThreadPoolDoctor.CodeFixes.Cures;

/// <summary>
/// What is read or written with await is let go with await, too: disposing a writer or a connection is I/O as well.
/// </summary>
internal static class AwaitUsing
{
    /// <param name="Edit">What makes the using await.</param>
    /// <param name="Dispose">What it calls now; null where the type does not say.</param>
    /// <param name="Twin">What it calls then.</param>
    internal sealed record Disposal(Edit Edit, IMethodSymbol? Dispose, IMethodSymbol? Twin);

    /// <summary>
    /// The edit of the using that owns the receiver of an awaited call, when its type can be disposed of
    /// asynchronously.
    /// </summary>
    public static Disposal? Of(DocumentId document, ExpressionSyntax call, SyntaxNode function, SemanticModel model)
    {
        // `await using` would continue on the context, and with ConfigureAwait the variable would be of another type.
        if (AwaitStyle.LeavesContext(model)) return null;
        if (Syntax.Receiver(call) is not IdentifierNameSyntax receiver
            || model.GetSymbolInfo(receiver).Symbol is not ILocalSymbol { IsUsing: true } local) return null;
        if (!local.Type.AllInterfaces.Any(type => type.Name == "IAsyncDisposable"
            && Awaitables.IsIn(type, "System"))) return null;
        SyntaxNode? owner = local.DeclaringSyntaxReferences.FirstOrDefault()?.GetSyntax().FirstAncestorOrSelf<StatementSyntax>();
        if (owner is null || (owner.Parent is GlobalStatementSyntax ? owner.SyntaxTree.GetRoot()
            : Functions.Around(owner)) != function) return null;
        return EditOf(document, owner) is { } edit
            ? new(edit, Implementation(local.Type, "System.IDisposable", model),
                Implementation(local.Type, "System.IAsyncDisposable", model))
            : null;
    }

    private static IMethodSymbol? Implementation(ITypeSymbol type, string contract, SemanticModel model) =>
        model.Compilation.GetTypeByMetadataName(contract)?.GetMembers().FirstOrDefault() is { } member
            ? type.FindImplementationForInterfaceMember(member) as IMethodSymbol : null;

    private static Edit? EditOf(DocumentId document, SyntaxNode owner) => owner switch
    {
        LocalDeclarationStatementSyntax { AwaitKeyword.RawKind: 0 } => new Edit(document, owner, EditKind.Await, node =>
        {
            var changed = (LocalDeclarationStatementSyntax)node;
            return changed.WithUsingKeyword(changed.UsingKeyword.WithLeadingTrivia())
                .WithAwaitKeyword(Await(changed.UsingKeyword));
        }),
        UsingStatementSyntax { AwaitKeyword.RawKind: 0 } => new Edit(document, owner, EditKind.Await, node =>
        {
            var changed = (UsingStatementSyntax)node;
            return changed.WithUsingKeyword(changed.UsingKeyword.WithLeadingTrivia())
                .WithAwaitKeyword(Await(changed.UsingKeyword));
        }),
        _ => null,
    };

    private static SyntaxToken Await(SyntaxToken before) =>
        Token(SyntaxKind.AwaitKeyword).WithLeadingTrivia(before.LeadingTrivia).WithTrailingTrivia(Space);
}
