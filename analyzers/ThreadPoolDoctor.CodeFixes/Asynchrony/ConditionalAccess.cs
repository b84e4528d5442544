using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using static Microsoft.CodeAnalysis.CSharp.SyntaxFactory;

namespace ThreadPoolDoctor.CodeFixes.Asynchrony;

/// <summary>
/// An await behind <c>?.</c>: awaiting <c>a?.F()</c> would await null. As a statement it becomes <c>if (a is not null)
/// await a.F();</c>, as a value <c>a is null ? null : await a.F()</c>. What must not be asked twice gets a name:
/// <c>a.Next is { } next ? await next.F() : null</c>.
/// </summary>
internal static class ConditionalAccess
{
    /// <summary><c>a</c> and <c>.F(x)</c> make <c>a.F(x)</c>.</summary>
    public static ExpressionSyntax Attach(ExpressionSyntax receiver, ExpressionSyntax behind)
    {
        SyntaxNode binding = behind.DescendantNodesAndSelf()
            .First(node => node is MemberBindingExpressionSyntax or ElementBindingExpressionSyntax);
        ExpressionSyntax access = binding is MemberBindingExpressionSyntax member
            ? MemberAccessExpression(SyntaxKind.SimpleMemberAccessExpression, receiver.WithoutTrivia(), member.Name)
            : ElementAccessExpression(receiver.WithoutTrivia(), ((ElementBindingExpressionSyntax)binding).ArgumentList);
        return behind.ReplaceNode(binding, access);
    }

    /// <summary>The conditional access whose last part is this expression; null when it is not behind one.</summary>
    public static ConditionalAccessExpressionSyntax? Around(ExpressionSyntax expression) =>
        IsBehind(expression) ? expression.Ancestors().OfType<ConditionalAccessExpressionSyntax>().First() : null;

    /// <summary>Why an await cannot replace it, or null.</summary>
    public static string? Stop(ExpressionSyntax expression, ConditionalAccessExpressionSyntax conditional,
        SemanticModel model)
    {
        if (conditional.WhenNotNull != expression
            || conditional.Parent is ConditionalAccessExpressionSyntax) return "it is in the middle of a chain of ?.";
        return MayBeAskedTwice(conditional, model) || NameFor(conditional, model) is not null ? null
            : "what stands before ?. would be evaluated twice";
    }

    // A value that may be missing is another type once it is there.
    private static bool MayBeAskedTwice(ConditionalAccessExpressionSyntax conditional, SemanticModel model) =>
        Syntax.IsSimple(conditional.Expression, model)
        && model.GetTypeInfo(conditional.Expression).Type is not { OriginalDefinition.SpecialType: SpecialType.System_Nullable_T };

    /// <summary>
    /// What stands before <c>?.</c> is called by this name behind it; null where it may be asked twice.
    /// </summary>
    public static string? NewName(ConditionalAccessExpressionSyntax conditional, SemanticModel model) =>
        MayBeAskedTwice(conditional, model) ? null : NameFor(conditional, model);

    // content for request.Content, and content2 for the second in a member. Its pattern is C# 8.
    private static string? NameFor(ConditionalAccessExpressionSyntax conditional, SemanticModel model)
    {
        if (conditional.SyntaxTree.Options is not CSharpParseOptions { LanguageVersion: >= LanguageVersion.CSharp8 }
            || LastName(conditional) is not { Length: > 1 } last
            || conditional.FirstAncestorOrSelf<MemberDeclarationSyntax>() is not { } member) return null;
        int before = member.DescendantNodes().OfType<ConditionalAccessExpressionSyntax>()
            .Count(each => each.SpanStart < conditional.SpanStart && LastName(each) == last);
        string name = char.ToLowerInvariant(last[0]) + last.Substring(1) + (before == 0 ? "" : $"{before + 1}");
        return SyntaxFacts.GetKeywordKind(name) == SyntaxKind.None
            && model.LookupSymbols(conditional.SpanStart, name: name).IsEmpty
            && !member.DescendantTokens().Any(token => token.ValueText == name) ? name : null;
    }

    private static string? LastName(ConditionalAccessExpressionSyntax conditional) => conditional.Expression switch
    {
        SimpleNameSyntax name => name.Identifier.ValueText.TrimStart('_'),
        MemberAccessExpressionSyntax access => access.Name.Identifier.ValueText.TrimStart('_'),
        _ => null,
    };

    public static SyntaxNode AsStatement(ExpressionStatementSyntax statement, ExpressionSyntax receiver, string? named,
        ExpressionSyntax awaited)
    {
        IfStatementSyntax test = IfStatement(
            ParseExpression(receiver.WithoutTrivia() + (named is null ? " is not null" : $" is {{ }} {named}"))
                .WithoutTrivia(),
            ExpressionStatement(awaited.WithoutTrivia()));
        test = test.WithIfKeyword(Token(SyntaxKind.IfKeyword).WithTrailingTrivia(Space))
            .WithCloseParenToken(Token(SyntaxKind.CloseParenToken).WithTrailingTrivia(Space));
        // Without braces it could take the else of an if around it.
        return statement.Parent is IfStatementSyntax or ElseClauseSyntax
            ? Block(SingletonList<StatementSyntax>(test))
                .WithOpenBraceToken(Token(SyntaxKind.OpenBraceToken).WithTrailingTrivia(Space))
                .WithCloseBraceToken(Token(SyntaxKind.CloseBraceToken).WithLeadingTrivia(Space))
            : test;
    }

    /// <param name="place">What the value stands in: only within another expression are parentheses needed.</param>
    public static ExpressionSyntax AsValue(ExpressionSyntax receiver, string? named, ExpressionSyntax awaited,
        ITypeSymbol? type, SyntaxNode? place)
    {
        string none = type?.OriginalDefinition.SpecialType == SpecialType.System_Nullable_T
            ? $"({((INamedTypeSymbol)type).TypeArguments[0].ToDisplayString(SymbolDisplayFormat.MinimallyQualifiedFormat)}?)null"
            : "null";
        string choice = named is null ? $"{receiver.WithoutTrivia()} is null ? {none} : {awaited.WithoutTrivia()}"
            : $"{receiver.WithoutTrivia()} is {{ }} {named} ? {awaited.WithoutTrivia()} : {none}";
        bool isWhole = place is ReturnStatementSyntax or EqualsValueClauseSyntax or ArgumentSyntax
            or ArrowExpressionClauseSyntax or LambdaExpressionSyntax
            or AssignmentExpressionSyntax { RawKind: (int)SyntaxKind.SimpleAssignmentExpression };
        return ParseExpression(isWhole ? choice : $"({choice})");
    }

    private static bool IsBehind(ExpressionSyntax expression) =>
        expression.DescendantNodesAndSelf(node => node == expression
            || node is InvocationExpressionSyntax or MemberAccessExpressionSyntax or ElementAccessExpressionSyntax)
            .Any(node => node is MemberBindingExpressionSyntax or ElementBindingExpressionSyntax
                && node.Ancestors().TakeWhile(at => at != expression.Parent)
                    .All(at => at is not ConditionalAccessExpressionSyntax)
                && LeftMost(expression) == node);

    private static SyntaxNode LeftMost(ExpressionSyntax expression) => expression switch
    {
        InvocationExpressionSyntax call => LeftMost(call.Expression),
        MemberAccessExpressionSyntax member => LeftMost(member.Expression),
        ElementAccessExpressionSyntax element => LeftMost(element.Expression),
        _ => expression,
    };
}
