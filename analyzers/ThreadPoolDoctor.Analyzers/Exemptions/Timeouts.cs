using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>A wait of no time only looks; it does not block.</summary>
internal static class Timeouts
{
    /// <param name="model">The model of the call's file.</param>
    /// <param name="site">The call.</param>
    /// <param name="isHelper">It is no member of the catalogue, so that only a parameter that is called a timeout is
    /// taken for one.</param>
    public static bool AreZero(SemanticModel model, CallSite site, bool isHelper = false)
    {
        if (Calls.ArgumentsOf(site.Node) is not { } arguments) return false;
        foreach (ArgumentSyntax argument in arguments.Arguments)
        {
            if (Calls.Parameter(site.Target, argument) is not { } parameter
                || !(isHelper ? IsTimeout(parameter) : IsTime(parameter))) continue;
            if (IsZero(model, argument.Expression, 0)) return true;
            // socket.Poll(1, ...): up to a millisecond, it asks rather than waits.
            if (parameter.Name == "microSeconds"
                && model.GetConstantValue(argument.Expression) is { HasValue: true, Value: int and >= 0 and <= 1000 }) return true;
        }
        return false;
    }

    /// <summary>Whether a call waits for a hundredth of a second at most, whatever it waits for.</summary>
    public static bool AreBrief(SemanticModel model, CallSite site) => Calls.ArgumentsOf(site.Node)?.Arguments
        .Any(argument => Calls.Parameter(site.Target, argument) is { } parameter && IsTime(parameter)
            && model.GetConstantValue(argument.Expression) is { HasValue: true, Value: int and >= 0 and <= 10 }) == true;

    /// <summary>Whether a call says that it waits for no answer: <c>CommandFlags.FireAndForget</c> of Redis.</summary>
    public static bool AsksForNoAnswer(SemanticModel model, CallSite site) => Calls.ArgumentsOf(site.Node)?.Arguments
        .SelectMany(argument => argument.Expression.DescendantNodesAndSelf(inner => !Outline.IsBody(inner)))
        .OfType<IdentifierNameSyntax>()
        .Any(name => name.Identifier.ValueText == "FireAndForget"
            && model.GetSymbolInfo(name).Symbol is IFieldSymbol { ContainingType.TypeKind: TypeKind.Enum }) == true;

    private static bool IsTime(IParameterSymbol parameter) =>
        parameter.Type.Name == "TimeSpan"
            || parameter.Name is "millisecondsTimeout" or "timeout" or "milliseconds" or "microSeconds";

    // timeoutMs, connectTimeout
    private static bool IsTimeout(IParameterSymbol parameter) =>
        parameter.Name.IndexOf("timeout", System.StringComparison.OrdinalIgnoreCase) >= 0;

    private static bool IsZero(SemanticModel model, ExpressionSyntax expression, int depth)
    {
        if (model.GetConstantValue(expression) is { HasValue: true, Value: { } value }) return value is 0 or 0L or 0d;
        switch (expression)
        {
            case DefaultExpressionSyntax or LiteralExpressionSyntax { RawKind: (int)SyntaxKind.DefaultLiteralExpression }:
                return true;
            case BaseObjectCreationExpressionSyntax creation:
                return AllZero(model, creation.ArgumentList, depth);
            case InvocationExpressionSyntax call when Names.OfInvoked(call.Expression)?.StartsWith("From",
                System.StringComparison.Ordinal) == true:
                return AllZero(model, call.ArgumentList, depth);
            case ParenthesizedExpressionSyntax inner:
                return IsZero(model, inner.Expression, depth);
        }
        ISymbol? symbol = model.GetSymbolInfo(expression).Symbol;
        if (symbol is IFieldSymbol { Name: "Zero", ContainingType.Name: "TimeSpan" }) return true;
        if (depth > 2 || symbol is not (IFieldSymbol { IsReadOnly: true } or ILocalSymbol)
            || symbol.DeclaringSyntaxReferences is not [{ } reference]) return false;
        if (reference.SyntaxTree != model.SyntaxTree
            || reference.GetSyntax() is not VariableDeclaratorSyntax { Initializer.Value: { } initial } variable) return false;
        return IsZero(model, initial, depth + 1) && (symbol is IFieldSymbol || !IsWritten(variable));
    }

    private static bool AllZero(SemanticModel model, ArgumentListSyntax? arguments, int depth)
    {
        if (arguments is null) return true;
        foreach (ArgumentSyntax argument in arguments.Arguments)
        {
            if (!IsZero(model, argument.Expression, depth + 1)) return false;
        }
        return true;
    }

    private static bool IsWritten(VariableDeclaratorSyntax variable)
    {
        foreach (SyntaxNode node in (variable.FirstAncestorOrSelf<BlockSyntax>() ?? variable.Parent!).DescendantNodes())
        {
            ExpressionSyntax? written = node switch
            {
                AssignmentExpressionSyntax assignment => assignment.Left,
                PostfixUnaryExpressionSyntax { RawKind: (int)SyntaxKind.PostIncrementExpression or (int)SyntaxKind.PostDecrementExpression } step => step.Operand,
                PrefixUnaryExpressionSyntax { RawKind: (int)SyntaxKind.PreIncrementExpression or (int)SyntaxKind.PreDecrementExpression } step => step.Operand,
                ArgumentSyntax { RefOrOutKeyword.RawKind: not 0 } argument => argument.Expression,
                _ => null,
            };
            if (written is IdentifierNameSyntax name
                && name.Identifier.ValueText == variable.Identifier.ValueText) return true;
        }
        return false;
    }
}
