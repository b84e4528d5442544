using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>Loops that count from the first to the last of something.</summary>
internal static class CountedLoops
{
    /// <summary>What <c>for (int i = 0; i &lt; tasks.Length; i++)</c> goes through; null for other loops.</summary>
    public static ExpressionSyntax? AllOf(ForStatementSyntax loop) => loop is
    {
        Declaration.Variables: [{ Initializer.Value: LiteralExpressionSyntax { Token.Value: 0 } } index],
        Condition: BinaryExpressionSyntax
        {
            RawKind: (int)SyntaxKind.LessThanExpression,
            Left: IdentifierNameSyntax counted,
            Right: MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Length" or "Count", Expression: var all },
        },
        Incrementors: [var step],
    }
        && counted.Identifier.ValueText == index.Identifier.ValueText && IsNext(step, index.Identifier.ValueText) ? all
            : null;

    private static bool IsNext(ExpressionSyntax step, string index) => step switch
    {
        PostfixUnaryExpressionSyntax { RawKind: (int)SyntaxKind.PostIncrementExpression, Operand: IdentifierNameSyntax operand } => operand.Identifier.ValueText == index,
        PrefixUnaryExpressionSyntax { RawKind: (int)SyntaxKind.PreIncrementExpression, Operand: IdentifierNameSyntax operand } => operand.Identifier.ValueText == index,
        _ => false,
    };
}
