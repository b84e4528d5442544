using System.Collections.Generic;
using System.Runtime.CompilerServices;
using System.Threading;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// What one file declares and which names each body uses, read off its syntax alone. Trees are immutable and most
/// survive an edit, so an outline is made once per text of a file, not once per keystroke.
/// </summary>
internal sealed class Outline
{
    private static readonly ConditionalWeakTable<SyntaxTree, Outline> s_outlines = new();

    private Outline(List<Body> bodies) => Bodies = bodies;

    public IReadOnlyList<Body> Bodies { get; }

    public static Outline Of(SyntaxTree tree, CancellationToken cancellation)
    {
        if (s_outlines.TryGetValue(tree, out Outline? outline)) return outline;
        return s_outlines.GetValue(tree, _ => Draw(tree.GetRoot(cancellation), cancellation));
    }

    public static bool IsBody(SyntaxNode node) => node switch
    {
        AnonymousFunctionExpressionSyntax or LocalFunctionStatementSyntax => true,
        BaseMethodDeclarationSyntax or AccessorDeclarationSyntax => true,
        PropertyDeclarationSyntax property => property.ExpressionBody is not null || property.Initializer is not null,
        IndexerDeclarationSyntax indexer => indexer.ExpressionBody is not null,
        BaseFieldDeclarationSyntax => true,
        BaseTypeDeclarationSyntax or DelegateDeclarationSyntax => true,
        CompilationUnitSyntax => true,
        _ => false,
    };

    /// <summary>The innermost body around a node.</summary>
    public Body? Around(SyntaxNode node)
    {
        for (SyntaxNode? at = node; at is not null; at = at.Parent)
        {
            if (IsBody(at) && _byNode.TryGetValue(at, out Body? body)) return body;
        }
        return null;
    }

    public Body? Find(SyntaxNode node) => _byNode.TryGetValue(node, out Body? body) ? body : null;

    private readonly Dictionary<SyntaxNode, Body> _byNode = [];

    private static Outline Draw(SyntaxNode root, CancellationToken cancellation)
    {
        List<Body> bodies = [];
        Outline outline = new(bodies);
        Stack<Body> open = new();
        int count = 0;
        foreach (SyntaxNode node in Names.Nodes(root, _ => true))
        {
            if ((++count & 0xFFF) == 0) cancellation.ThrowIfCancellationRequested();
            while (open.Count > 0 && node.SpanStart >= open.Peek().Node.Span.End && open.Peek().Node != node && open.Count > 1)
            {
                open.Pop();
            }
            if (IsBody(node))
            {
                Body? parent = open.Count == 0 ? null : open.Peek();
                if (parent is not null && node is AnonymousFunctionExpressionSyntax) parent.HasLambda = true;
                Body body = new(node, node is AnonymousFunctionExpressionSyntax or LocalFunctionStatementSyntax ? parent : null);
                open.Push(body);
                bodies.Add(body);
                outline._byNode[node] = body;
                continue;
            }
            if (open.Count > 0) Record(node, open.Peek());
        }
        return outline;
    }

    // Printing to the console is on every other line of some programs, and is never reported.
    private static bool IsPrinting(InvocationExpressionSyntax invocation) =>
        invocation.Expression is MemberAccessExpressionSyntax
        {
            Expression: IdentifierNameSyntax { Identifier.ValueText: "Console" },
            Name.Identifier.ValueText: "Write" or "WriteLine",
        };

    private static void Record(SyntaxNode node, Body body)
    {
        switch (node)
        {
            case InvocationExpressionSyntax invocation:
                if (Names.OfInvoked(invocation.Expression) is { } called && !IsPrinting(invocation)) body.AddCall(called);
                break;
            case ObjectCreationExpressionSyntax creation:
                if (Names.OfType(creation.Type) is { } created) body.AddCall(created);
                break;
            case ImplicitObjectCreationExpressionSyntax or ConstructorInitializerSyntax:
                body.AddCall(Names.NewWithoutName);
                break;
            case SimpleNameSyntax name:
                if (!Names.IsInvoked(name)) body.AddGet(name.Identifier.ValueText);
                break;
            case ElementAccessExpressionSyntax or ElementBindingExpressionSyntax:
                body.AddGet(Names.Indexer);
                break;
            case CastExpressionSyntax:
                body.AddCall(Names.Conversion);
                break;
            case BinaryExpressionSyntax or PrefixUnaryExpressionSyntax or PostfixUnaryExpressionSyntax:
                body.AddCall(Names.Operator);
                break;
            case ForEachStatementSyntax forEach:
                body.AddCall("GetEnumerator");
                body.AddCall("MoveNext");
                if (forEach.AwaitKeyword != default) body.HasAwait = true;
                break;
            case WhileStatementSyntax or ForStatementSyntax or DoStatementSyntax:
                if (LoopShape.LooksEndless(node)) body.MayNotEnd = true;
                break;
            case AwaitExpressionSyntax:
                body.HasAwait = true;
                break;
            case UsingStatementSyntax { AwaitKeyword.RawKind: not 0 }:
            case LocalDeclarationStatementSyntax { AwaitKeyword.RawKind: not 0 }:
                body.HasAwait = true;
                break;
            case AssignmentExpressionSyntax assignment when assignment.Kind() is not SyntaxKind.SimpleAssignmentExpression:
                body.AddCall(Names.Operator);
                break;
        }
    }
}
