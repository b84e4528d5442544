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
        foreach (SyntaxNode node in Names.Nodes(root))
        {
            if ((++count & 0xFFF) == 0) cancellation.ThrowIfCancellationRequested();
            // Full spans are kept in the tree; spans without trivia would be measured anew for every node.
            int start = node.FullSpan.Start;
            while (open.Count > 1 && start >= open.Peek().Node.FullSpan.End) open.Pop();
            if (Outline.IsBody(node))
            {
                Body? parent = open.Count == 0 ? null : open.Peek();
                Body body = new(node, node is AnonymousFunctionExpressionSyntax or LocalFunctionStatementSyntax ? parent
                    : null);
                if (parent is not null && body.IsLambda) parent.AddLambda(body);
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
                if (Names.NameOf(invocation.Expression) is not { } called) break;
                if (IsPrinting(invocation)) UsesOf(called.Identifier.ValueText).AddCall(called.FullSpan.Start);
                else AddCall(body, called.Identifier.ValueText, called);
                break;
            case ObjectCreationExpressionSyntax creation:
                if (Names.OfType(creation.Type) is { } created) AddCall(body, created, node);
                break;
            case ImplicitObjectCreationExpressionSyntax creation:
                AddCall(body, Names.NewWithoutName, node);
                if (Names.OfMade(creation) is { } made) AddCall(body, made, node);
                break;
            case ConstructorInitializerSyntax:
                AddCall(body, Names.NewWithoutName, node);
                break;
            case ElementAccessExpressionSyntax access:
                AddGet(body, Names.Indexer, access.ArgumentList);
                break;
            case ElementBindingExpressionSyntax binding:
                AddGet(body, Names.Indexer, binding.ArgumentList);
                break;
            // Of conversions and operators the place is not kept: who asks for them looks at every expression.
            case CastExpressionSyntax:
                AddCall(body, Names.Conversion);
                break;
            case BinaryExpressionSyntax or PrefixUnaryExpressionSyntax or PostfixUnaryExpressionSyntax:
                AddCall(body, Names.Operator);
                break;
            case ForEachStatementSyntax forEach:
                AddCall(body, "GetEnumerator", forEach.ForEachKeyword.FullSpan.Start);
                AddCall(body, "MoveNext", forEach.ForEachKeyword.FullSpan.Start);
                if (forEach.AwaitKeyword != default) body.HasAwait = true;
                break;
            case ForEachVariableStatementSyntax forEach:
                AddCall(body, Names.Deconstruct, forEach.ForEachKeyword.FullSpan.Start);
                if (forEach.AwaitKeyword != default) body.HasAwait = true;
                break;
            case RecursivePatternSyntax { PositionalPatternClause: { } parts }:
                AddCall(body, Names.Deconstruct, parts);
                break;
            case AssignmentExpressionSyntax { Left: TupleExpressionSyntax or DeclarationExpressionSyntax } assignment:
                AddCall(body, Names.Deconstruct, assignment.OperatorToken.FullSpan.Start);
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

    private void AddCall(Body body, string name)
    {
        if (body.AddCall(name)) UsesOf(name).AddCaller(body);
    }

    private void AddCall(Body body, string name, SyntaxNode at) => AddCall(body, name, at.FullSpan.Start);

    private void AddCall(Body body, string name, int place)
    {
        NameUses uses = UsesOf(name);
        if (body.AddCall(name)) uses.AddCaller(body);
        uses.AddCall(place);
    }

    private void AddGet(Body body, SimpleNameSyntax name)
    {
        NameUses uses = AddGet(body, name.Identifier.ValueText, name);
        if (Names.IsPassedOn(name)) uses.AddPassed(name.FullSpan.Start);
    }

    private NameUses AddGet(Body body, string name, SyntaxNode at)
    {
        NameUses uses = UsesOf(name);
        if (body.AddGet(name)) uses.AddReader(body);
        uses.AddRead(at.FullSpan.Start);
        return uses;
    }

    private NameUses UsesOf(string name)
    {
        if (!_uses.TryGetValue(name, out NameUses? uses)) _uses.Add(name, uses = new());
        return uses;
    }
}
