using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// Questions about one call: what it calls, which parameter an argument is for, and how a task is started.
/// </summary>
internal static class Calls
{
    /// <summary>The one method that a node calls; null when it does not bind.</summary>
    public static IMethodSymbol? Target(SemanticModel model, SyntaxNode call) =>
        model.GetSymbolInfo(call).Symbol as IMethodSymbol;

    public static BaseArgumentListSyntax? ArgumentsOf(SyntaxNode call) => call switch
    {
        InvocationExpressionSyntax invocation => invocation.ArgumentList,
        BaseObjectCreationExpressionSyntax creation => creation.ArgumentList,
        ConstructorInitializerSyntax initializer => initializer.ArgumentList,
        ElementAccessExpressionSyntax access => access.ArgumentList,
        _ => null,
    };

    /// <summary>Whether null is among what a call hands over, written as such.</summary>
    public static bool HandsNull(SyntaxNode call) => ArgumentsOf(call)?.Arguments.Any(argument => IsNull(argument.Expression)) == true;

    private static bool IsNull(ExpressionSyntax value) => value switch
    {
        ParenthesizedExpressionSyntax inner => IsNull(inner.Expression),
        CastExpressionSyntax cast => IsNull(cast.Expression),
        PostfixUnaryExpressionSyntax forgiven => IsNull(forgiven.Operand),
        _ => value.Kind() is SyntaxKind.NullLiteralExpression or SyntaxKind.DefaultLiteralExpression or SyntaxKind.DefaultExpression,
    };

    public static IParameterSymbol? Parameter(IMethodSymbol method, ArgumentSyntax argument)
    {
        if (argument.NameColon is { } name)
        {
            foreach (IParameterSymbol parameter in method.Parameters)
            {
                if (parameter.Name == name.Name.Identifier.ValueText) return parameter;
            }
            return null;
        }
        if (argument.Parent is not BaseArgumentListSyntax list || method.Parameters.Length == 0) return null;
        int index = list.Arguments.IndexOf(argument);
        if (index < method.Parameters.Length) return method.Parameters[index];
        IParameterSymbol last = method.Parameters[method.Parameters.Length - 1];
        return last.IsParams ? last : null;
    }

    /// <summary>Whether TaskCreationOptions.LongRunning is among the arguments, alone or in a sum of options.</summary>
    public static bool IsLongRunning(SemanticModel model, SyntaxNode call)
    {
        if (ArgumentsOf(call) is not { } arguments) return false;
        return arguments.Arguments.Any(argument => SaysLongRunning(model, argument));
    }

    public static bool SaysLongRunning(SemanticModel model, ArgumentSyntax argument)
    {
        if (argument.Expression is AnonymousFunctionExpressionSyntax) return false;
        // StartNew(work, LongRunning, token): the overload with a state and a token takes it for the state.
        if (model.GetTypeInfo(argument.Expression).ConvertedType is { SpecialType: SpecialType.System_Object }) return false;
        if (model.GetTypeInfo(argument.Expression).Type is not { TypeKind: TypeKind.Enum, Name: "TaskCreationOptions" or "TaskContinuationOptions" }) return false;
        return model.GetConstantValue(argument.Expression) is { HasValue: true, Value: int value } ? HasLongRunning(value)
            : argument.Expression.ToString().Contains("LongRunning") || IsInitialisedWithLongRunning(model, argument.Expression);
    }

    public static bool HasLongRunning(int options) => (options & LongRunning) != 0;

    /// <summary>A scheduler of somebody else's runs it: a UI's, a dedicated one, nobody knows.</summary>
    public static bool HasForeignScheduler(SemanticModel model, SyntaxNode call)
    {
        if (ArgumentsOf(call) is not { } arguments) return false;
        foreach (ArgumentSyntax argument in arguments.Arguments)
        {
            if (argument.Expression is AnonymousFunctionExpressionSyntax or LiteralExpressionSyntax) continue;
            ITypeSymbol? type = model.GetTypeInfo(argument.Expression).Type;
            bool isScheduler = false;
            for (ITypeSymbol? at = type; at is not null; at = at.BaseType) isScheduler |= at.Name == "TaskScheduler";
            if (isScheduler && argument.Expression is not MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Default" or "Current" }) return true;
        }
        return false;
    }

    private const int LongRunning = 2;

    private static bool IsInitialisedWithLongRunning(SemanticModel model, ExpressionSyntax expression) =>
        model.GetSymbolInfo(expression).Symbol is ILocalSymbol or IFieldSymbol
        && model.GetSymbolInfo(expression).Symbol!.DeclaringSyntaxReferences is [{ } reference]
        && reference.GetSyntax() is VariableDeclaratorSyntax { Initializer.Value: { } value }
        && value.ToString().Contains("LongRunning");
}
