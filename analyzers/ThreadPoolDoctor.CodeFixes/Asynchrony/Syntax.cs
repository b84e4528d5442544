using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using static Microsoft.CodeAnalysis.CSharp.SyntaxFactory;

namespace ThreadPoolDoctor.CodeFixes.Asynchrony;

/// <summary>Small questions and changes of syntax that several cures share.</summary>
internal static class Syntax
{
    /// <summary>The name of the member that is called or read: Sleep in <c>Thread.Sleep(5)</c>.</summary>
    public static SimpleNameSyntax? MemberName(ExpressionSyntax expression) => expression switch
    {
        InvocationExpressionSyntax call => MemberName(call.Expression),
        MemberAccessExpressionSyntax member => member.Name,
        MemberBindingExpressionSyntax binding => binding.Name,
        SimpleNameSyntax name => name,
        _ => null,
    };

    public static ExpressionSyntax? Receiver(ExpressionSyntax? expression) => expression switch
    {
        InvocationExpressionSyntax call => Receiver(call.Expression),
        MemberAccessExpressionSyntax member => member.Expression,
        _ => null,
    };

    /// <summary>The same call under another name; type arguments are kept.</summary>
    public static InvocationExpressionSyntax WithName(InvocationExpressionSyntax call, string name) =>
        call.ReplaceNode(MemberName(call)!,
            MemberName(call)!.WithIdentifier(Identifier(name).WithTriviaFrom(MemberName(call)!.Identifier)));

    public static InvocationExpressionSyntax WithArgument(InvocationExpressionSyntax call, string expression,
        string? parameter)
    {
        ArgumentSyntax argument = Argument(ParseExpression(expression));
        if (parameter is not null) argument = argument.WithNameColon(NameColon(IdentifierName(parameter))
            .WithTrailingTrivia(Space));
        SeparatedSyntaxList<ArgumentSyntax> old = call.ArgumentList.Arguments;
        if (old.Count == 0) return call.WithArgumentList(call.ArgumentList.WithArguments(SingletonSeparatedList(argument)));
        // On a line of its own where the last one is; what stands behind the last, a comment or a line's end, stays
        // behind the last.
        ArgumentSyntax last = old.Last();
        bool hasOwnLine = last.GetFirstToken().GetPreviousToken().TrailingTrivia.Any(SyntaxKind.EndOfLineTrivia);
        SyntaxToken comma = Token(SyntaxKind.CommaToken).WithTrailingTrivia(hasOwnLine ? Usings.NewLine(call) : Space);
        argument = argument.WithLeadingTrivia(hasOwnLine ? TriviaList(Whitespace(Indentation.Of(last))) : default)
            .WithTrailingTrivia(last.GetTrailingTrivia());
        SeparatedSyntaxList<ArgumentSyntax> arguments = SeparatedList(old.Replace(last, last.WithTrailingTrivia())
            .Add(argument), old.GetSeparators().Append(comma));
        return call.WithArgumentList(call.ArgumentList.WithArguments(arguments));
    }

    /// <summary>Can be written twice: a local, a parameter, a field of this, or this.</summary>
    public static bool IsSimple(ExpressionSyntax? expression, SemanticModel model) => expression switch
    {
        ThisExpressionSyntax => true,
        IdentifierNameSyntax => model.GetSymbolInfo(expression).Symbol is ILocalSymbol or IParameterSymbol
            or IFieldSymbol { IsVolatile: false },
        MemberAccessExpressionSyntax { Expression: ThisExpressionSyntax } => model.GetSymbolInfo(expression).Symbol is IFieldSymbol { IsVolatile: false },
        _ => false,
    };

    /// <summary>Does the short name mean that type at this position?</summary>
    public static bool Resolves(string name, string fullName, SemanticModel model, int position) =>
        model.LookupSymbols(position, name: name) is { Length: > 0 } found
        && found.All(s => TypeNames.Meant(s) is INamedTypeSymbol type && Awaitables.FullName(type) == fullName);

    /// <summary>Is nothing made of the expression's value?</summary>
    public static bool IsUnused(ExpressionSyntax expression, SemanticModel model) => expression.Parent switch
    {
        ExpressionStatementSyntax => true,
        ForStatementSyntax @for => @for.Incrementors.Contains(expression) || @for.Initializers.Contains(expression),
        ArrowExpressionClauseSyntax { Parent: { } function } => model.GetDeclaredSymbol(function) is IMethodSymbol { ReturnsVoid: true },
        AnonymousFunctionExpressionSyntax lambda => model.GetSymbolInfo(lambda).Symbol is IMethodSymbol { ReturnsVoid: true },
        _ => false,
    };

    /// <summary>
    /// An await needs parentheses before a dot, an index, a call, a question mark or a postfix operator.
    /// </summary>
    public static bool NeedsParentheses(SyntaxNode at) => at.Parent switch
    {
        MemberAccessExpressionSyntax member => member.Expression == at,
        ElementAccessExpressionSyntax element => element.Expression == at,
        InvocationExpressionSyntax call => call.Expression == at,
        ConditionalAccessExpressionSyntax conditional => conditional.Expression == at,
        PostfixUnaryExpressionSyntax => true,
        _ => false,
    };
}
