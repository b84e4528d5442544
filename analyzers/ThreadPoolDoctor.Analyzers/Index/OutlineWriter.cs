using System.Collections.Generic;
using System.Threading;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>Draws a file's outline in one walk over its syntax.</summary>
internal sealed class OutlineWriter
{
    private readonly List<Body> _bodies = [];
    private readonly Dictionary<SyntaxNode, Body> _byNode = [];
    private readonly Dictionary<string, NameUses> _uses = [];

    public static Outline Draw(SyntaxNode root, CancellationToken cancellation)
    {
        OutlineWriter writer = new();
        writer.Walk(root, cancellation);
        return new Outline(writer._bodies, writer._byNode, writer._uses);
    }

    private void Walk(SyntaxNode root, CancellationToken cancellation)
    {
        Stack<Body> open = new();
        int count = 0;
        foreach (SyntaxNode node in Names.Nodes(root, _ => true))
        {
            if ((++count & 0xFFF) == 0) cancellation.ThrowIfCancellationRequested();
            // Full spans are kept in the tree; spans without trivia would be measured anew for every node.
            int start = node.FullSpan.Start;
            while (open.Count > 1 && start >= open.Peek().Node.FullSpan.End) open.Pop();
            if (Outline.IsBody(node))
            {
                Body? parent = open.Count == 0 ? null : open.Peek();
                if (parent is not null && node is AnonymousFunctionExpressionSyntax) parent.HasLambda = true;
                Body body = new(node, node is AnonymousFunctionExpressionSyntax or LocalFunctionStatementSyntax ? parent
                    : null);
                open.Push(body);
                _bodies.Add(body);
                _byNode[node] = body;
            }
            else if (open.Count > 0)
            {
                Record(node, open.Peek());
            }
        }
    }

    private void Record(SyntaxNode node, Body body)
    {
        // Four of five nodes are these, and most of them tell nothing: their kind is one question, each type below
        // another.
        if (node.Kind() is SyntaxKind.SimpleMemberAccessExpression or SyntaxKind.Argument or SyntaxKind.ArgumentList
            or SyntaxKind.ExpressionStatement or SyntaxKind.Block or SyntaxKind.VariableDeclaration or SyntaxKind.VariableDeclarator
            or SyntaxKind.EqualsValueClause or SyntaxKind.PredefinedType or SyntaxKind.StringLiteralExpression
            or SyntaxKind.NumericLiteralExpression) return;
        switch (node)
        {
            case SimpleNameSyntax name:
                if (!Names.IsInvoked(name)) AddGet(body, name);
                break;
            case InvocationExpressionSyntax invocation:
                if (Names.NameOf(invocation.Expression) is { } called && !IsPrinting(invocation))
                {
                    AddCall(body, called.Identifier.ValueText).AddCall(called.FullSpan.Start);
                }
                break;
            case ObjectCreationExpressionSyntax creation:
                if (Names.OfType(creation.Type) is { } created) AddCall(body, created);
                break;
            case ImplicitObjectCreationExpressionSyntax creation:
                AddCall(body, Names.NewWithoutName);
                if (Names.OfMade(creation) is { } made) AddCall(body, made);
                break;
            case ConstructorInitializerSyntax:
                AddCall(body, Names.NewWithoutName);
                break;
            case ElementAccessExpressionSyntax or ElementBindingExpressionSyntax:
                AddGet(body, Names.Indexer);
                break;
            case CastExpressionSyntax:
                AddCall(body, Names.Conversion);
                break;
            case BinaryExpressionSyntax or PrefixUnaryExpressionSyntax or PostfixUnaryExpressionSyntax:
                AddCall(body, Names.Operator);
                break;
            case ForEachStatementSyntax forEach:
                AddCall(body, "GetEnumerator");
                AddCall(body, "MoveNext");
                if (forEach.AwaitKeyword != default) body.HasAwait = true;
                break;
            case ForEachVariableStatementSyntax forEach:
                AddCall(body, Names.Deconstruct);
                if (forEach.AwaitKeyword != default) body.HasAwait = true;
                break;
            case RecursivePatternSyntax { PositionalPatternClause: not null }:
            case AssignmentExpressionSyntax { Left: TupleExpressionSyntax or DeclarationExpressionSyntax }:
                AddCall(body, Names.Deconstruct);
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
                AddCall(body, Names.Operator);
                break;
        }
    }

    // Printing to the console is on every other line of some programs, and is never reported.
    private static bool IsPrinting(InvocationExpressionSyntax invocation) =>
        invocation.Expression is MemberAccessExpressionSyntax
        {
            Expression: IdentifierNameSyntax { Identifier.ValueText: "Console" },
            Name.Identifier.ValueText: "Write" or "WriteLine",
        };

    private NameUses AddCall(Body body, string name)
    {
        NameUses uses = UsesOf(name);
        if (body.AddCall(name)) uses.AddCaller(body);
        return uses;
    }

    private void AddGet(Body body, SimpleNameSyntax name)
    {
        AddGet(body, name.Identifier.ValueText);
        if (Names.IsPassedOn(name)) UsesOf(name.Identifier.ValueText).AddPassed(name.FullSpan.Start);
    }

    private void AddGet(Body body, string name)
    {
        if (body.AddGet(name)) UsesOf(name).AddReader(body);
    }

    private NameUses UsesOf(string name)
    {
        if (!_uses.TryGetValue(name, out NameUses? uses)) _uses.Add(name, uses = new());
        return uses;
    }
}
