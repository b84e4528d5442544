using System;
using System.Collections.Generic;
using System.Linq;
using System.Text;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.CodeFixes.Asynchrony;

/// <summary>
/// What a method does, in words that leave out whether it waits or awaits: two methods with the same words do the same,
/// if what they call does.
/// </summary>
internal sealed class PlainBody
{
    private const string Tasks = "System.Threading.Tasks.Task";
    private const string Suffix = "Async";

    private readonly StringBuilder _words = new();
    private readonly List<(InvocationExpressionSyntax Call, IMethodSymbol Target)> _calls = [];
    private readonly SemanticModel _model;
    private readonly bool _givesValue;

    private PlainBody(SyntaxNode node, SemanticModel model, bool givesValue)
    {
        Node = node;
        _model = model;
        _givesValue = givesValue;
    }

    public SyntaxNode Node { get; }

    public string Words => _words.ToString();

    /// <summary>What is called, in the order of the words.</summary>
    public IReadOnlyList<(InvocationExpressionSyntax Call, IMethodSymbol Target)> Calls => _calls;

    /// <summary>The body of a function that is written down there; null where there is none.</summary>
    /// <param name="givesValue">Somebody may use what it returns; else it does as much without a return.</param>
    public static PlainBody? Of(SyntaxNode function, SemanticModel model, bool givesValue)
    {
        if (Functions.Bodies(function).FirstOrDefault() is not { } body) return null;
        PlainBody plain = new(body, model, givesValue);
        if (body is BlockSyntax block) plain.Statements(block.Statements, isWhole: true);
        else plain.Return(((ArrowExpressionClauseSyntax)body).Expression);
        return plain;
    }

    /// <summary>A CancellationToken is no part of what is done.</summary>
    public bool IsToken(ExpressionSyntax expression) => _model.GetTypeInfo(expression).Type is { Name: "CancellationToken" };

    private void Statements(SyntaxList<StatementSyntax> statements, bool isWhole)
    {
        foreach (StatementSyntax statement in statements)
        {
            bool isLast = isWhole && statement == statements.Last();
            // A return at the end says nothing where no value is given; nor does one of what is at hand.
            if (isLast && !_givesValue && statement is ReturnStatementSyntax { Expression: null or IdentifierNameSyntax } or ReturnStatementSyntax
                {
                    Expression: MemberAccessExpressionSyntax { Name.Identifier.ValueText: "CompletedTask" },
                }) continue;
            if (IsOfTokens(statement)) continue;
            if (isLast && statement is ReturnStatementSyntax { Expression: { } given }) Return(given);
            else Add(statement);
        }
    }

    private void Return(ExpressionSyntax given)
    {
        if (_givesValue) Say("return");
        Add(given);
        Say(";");
    }

    private void Add(SyntaxNodeOrToken part)
    {
        if (part.AsNode() is { } node) Add(node);
        else Say(part.AsToken());
    }

    private void Add(SyntaxNode node)
    {
        switch (node)
        {
            case BlockSyntax block:
                Say("{");
                Statements(block.Statements, isWhole: false);
                Say("}");
                break;
            case AwaitExpressionSyntax awaited:
                Add(awaited.Expression);
                break;
            // (await x).Trim() is x.Trim(); all other parentheses may say what comes first.
            case ParenthesizedExpressionSyntax { Expression: AwaitExpressionSyntax inner }:
                Add(inner);
                break;
            case VariableDeclarationSyntax { Parent: LocalDeclarationStatementSyntax or UsingStatementSyntax } local:
                Say("var");
                foreach (SyntaxNodeOrToken part in local.ChildNodesAndTokens().Skip(1)) Add(part);
                break;
            case InvocationExpressionSyntax call:
                Call(call);
                break;
            case MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Result" } read when IsTask(read.Expression):
                Add(read.Expression);
                break;
            case TypeArgumentListSyntax { Parent.Parent: InvocationExpressionSyntax or MemberAccessExpressionSyntax { Parent: InvocationExpressionSyntax } }:
                break; // often inferred; the calls themselves are compared
            case ArgumentListSyntax arguments:
                Say("(");
                foreach (ArgumentSyntax each in arguments.Arguments.Where(each => !IsToken(each.Expression)))
                {
                    Add(each);
                    Say(",");
                }
                Say(")");
                break;
            default:
                foreach (SyntaxNodeOrToken part in node.ChildNodesAndTokens()) Add(part);
                break;
        }
    }

    private void Call(InvocationExpressionSyntax call)
    {
        if (Asked(call) is { } asked)
        {
            Add(asked);
            return;
        }
        var target = _model.GetSymbolInfo(call).Symbol as IMethodSymbol;
        if (target is { Name: "Sleep", ContainingType.Name: "Thread" } || target is { Name: "Delay", ContainingType.Name: "Task" })
        {
            Say("Delay");
            Add(call.ArgumentList);
            return;
        }
        if (target is not null) _calls.Add((call, target));
        Add(call.Expression);
        Add(call.ArgumentList);
    }

    // What is waited for or awaited: nothing is said of how.
    private ExpressionSyntax? Asked(InvocationExpressionSyntax call)
    {
        if (Syntax.Receiver(call) is not { } receiver) return null;
        switch (Syntax.MemberName(call)?.Identifier.ValueText)
        {
            case "ConfigureAwait" or "GetAwaiter" or "GetResult":
                return receiver;
            case "Wait" when IsTask(receiver) && call.ArgumentList.Arguments.All(each => IsToken(each.Expression)):
                return receiver;
            case "FromResult" when call.ArgumentList.Arguments.Count == 1
                && Awaitables.IsMemberOf(_model.GetSymbolInfo(call).Symbol, Tasks):
                return call.ArgumentList.Arguments[0].Expression;
            default:
                return null;
        }
    }

    private bool IsTask(ExpressionSyntax expression) => Awaitables.IsTaskLike(_model.GetTypeInfo(expression).Type);

    private bool IsOfTokens(StatementSyntax statement) =>
        statement is ExpressionStatementSyntax { Expression: InvocationExpressionSyntax call }
        && Syntax.MemberName(call)?.Identifier.ValueText == "ThrowIfCancellationRequested"
        && Syntax.Receiver(call) is { } receiver && IsToken(receiver);

    private void Say(SyntaxToken token)
    {
        switch (token.Kind())
        {
            case SyntaxKind.AwaitKeyword or SyntaxKind.AsyncKeyword:
                break;
            case SyntaxKind.IdentifierToken:
                string name = token.ValueText;
                Say(name.EndsWith(Suffix, StringComparison.Ordinal) ? name.Substring(0, name.Length - Suffix.Length) : name);
                break;
            // "Store.LoadAsync failed" is what Load would say of itself.
            case SyntaxKind.StringLiteralToken or SyntaxKind.InterpolatedStringTextToken:
                Say(token.Text.Replace(Suffix, ""));
                break;
            default:
                Say(token.Text);
                break;
        }
    }

    private void Say(string word) => _words.Append(word).Append(' ');
}
