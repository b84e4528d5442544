using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;
using static Microsoft.CodeAnalysis.CSharp.SyntaxFactory;

namespace ThreadPoolDoctor.Benchmarks.Analyzers.Fixing;

/// <summary>
/// Cuts out of a file what does not bind, as little as possible: a body becomes a throw, a member or an attribute goes.
/// A compiler lowers nothing of a program with an error in a declaration, and a checkout without all of its packages
/// has many.
/// </summary>
internal static class Pruning
{
    public static SyntaxTree Cut(SyntaxTree tree, IEnumerable<TextSpan> errors)
    {
        SyntaxNode root = tree.GetRoot();
        HashSet<SyntaxNode> cut = [.. errors.Select(span => Smallest(root.FindNode(span, getInnermostNodeForTie: true))).OfType<SyntaxNode>()];
        SyntaxNode[] bodies = [.. cut.Where(node => node is BlockSyntax or ArrowExpressionClauseSyntax)];
        SyntaxNode pruned = root.TrackNodes(cut);
        pruned = pruned.ReplaceNodes(bodies.Select(body => pruned.GetCurrentNode(body)!), (body, _) => Throw(body));
        // What is inside something that goes, too, is gone by then.
        foreach (SyntaxNode node in cut.Except(bodies))
        {
            if (pruned.GetCurrentNode(node) is { } there) pruned = Without(pruned, there);
        }
        return tree.WithRootAndOptions(pruned, tree.Options);
    }

    private static SyntaxNode? Smallest(SyntaxNode error) => error.AncestorsAndSelf().FirstOrDefault(node => node switch
    {
        UsingDirectiveSyntax or AttributeListSyntax or BaseTypeSyntax or TypeParameterConstraintClauseSyntax or GlobalStatementSyntax => true,
        TypeDeclarationSyntax { BaseList: not null } type when type == error => true,
        BlockSyntax or ArrowExpressionClauseSyntax => node.Parent is BaseMethodDeclarationSyntax or AccessorDeclarationSyntax or BasePropertyDeclarationSyntax,
        MemberDeclarationSyntax or AccessorDeclarationSyntax => node is not BaseNamespaceDeclarationSyntax,
        _ => false,
    });

    private static SyntaxNode Throw(SyntaxNode body)
    {
        if (body is not BlockSyntax) return ArrowExpressionClause(ParseExpression("throw null!"));
        // An iterator that is async must stay one.
        bool yields = body.DescendantNodes().Any(node => node is YieldStatementSyntax);
        return ParseStatement(yields ? "{ throw null!; yield break; }" : "{ throw null!; }");
    }

    private static SyntaxNode Without(SyntaxNode root, SyntaxNode node) => node switch
    {
        TypeDeclarationSyntax { BaseList: { } bases } => root.RemoveNode(bases, SyntaxRemoveOptions.KeepNoTrivia)!,
        BaseTypeSyntax { Parent: BaseListSyntax { Types.Count: 1 } bases } => root.RemoveNode(bases, SyntaxRemoveOptions.KeepNoTrivia)!,
        _ => root.RemoveNode(node, SyntaxRemoveOptions.KeepDirectives) ?? root,
    };
}
