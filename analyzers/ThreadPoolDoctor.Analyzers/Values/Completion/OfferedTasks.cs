using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// Which of its own tasks an object gives when it is asked for them: <c>Task.WhenAll(loads.All())</c> ends each of
/// those.
/// </summary>
internal static class OfferedTasks
{
    // All() => Others().Where(t => t is not null), and so on.
    private const int MaxHelpers = 3;

    private static readonly string[] s_handingOn = ["OfType", "Cast", "ToArray", "ToList", "AsEnumerable"];

    /// <summary>
    /// The names of the fields and properties whose tasks a method or property of the same object surely gives,
    /// unless they are null.
    /// </summary>
    public static IReadOnlyList<string> Of(ISymbol? symbol) =>
        symbol is { IsStatic: false, ContainingType: { } type } ? Of(symbol, type, MaxHelpers) : [];

    private static IReadOnlyList<string> Of(ISymbol member, INamedTypeSymbol type, int helpers)
    {
        // An override may give others.
        if (member is not (IMethodSymbol or IPropertySymbol) || member.IsVirtual || member.IsAbstract
            || member.IsOverride
            || member.DeclaringSyntaxReferences is not [{ } declared]) return [];
        SyntaxNode[] own = [.. Names.Nodes(declared.GetSyntax(), node => node == declared.GetSyntax()
            || !Outline.IsBody(node)
            || node is AccessorDeclarationSyntax)];
        ExpressionSyntax[] yielded = [.. own.OfType<YieldStatementSyntax>().Select(each =>
            each.Expression).OfType<ExpressionSyntax>()];
        if (yielded.Length > 0) return own.Any(IsLeaving) ? []
            : [.. yielded.Where(IsSurelyGiven).SelectMany(each => NameOf(each, type))];
        return own.Select(Returned).OfType<ExpressionSyntax>().ToArray() is [var only]
            ? [.. Listed(only, type, helpers)] : [];
    }

    private static bool IsLeaving(SyntaxNode node) =>
        node is YieldStatementSyntax { Expression: null } or ThrowStatementSyntax;

    // if (_load is not null) yield return _load;
    private static bool IsSurelyGiven(ExpressionSyntax task) => Guards.Of(task)
        .All(asked => asked is not null && IsThere(asked, task.ToString()));

    private static ExpressionSyntax? Returned(SyntaxNode node) => node switch
    {
        ReturnStatementSyntax returned => returned.Expression,
        ArrowExpressionClauseSyntax arrow => arrow.Expression,
        _ => null,
    };

    private static IEnumerable<string> Listed(ExpressionSyntax tasks, INamedTypeSymbol type, int helpers) => tasks switch
    {
        ParenthesizedExpressionSyntax inner => Listed(inner.Expression, type, helpers),
        PostfixUnaryExpressionSyntax { RawKind: (int)SyntaxKind.SuppressNullableWarningExpression } forgiven =>
            Listed(forgiven.Operand, type, helpers),
        ArrayCreationExpressionSyntax { Initializer.Expressions: var all } =>
            all.SelectMany(each => NameOf(each, type)),
        ImplicitArrayCreationExpressionSyntax { Initializer.Expressions: var all } =>
            all.SelectMany(each => NameOf(each, type)),
        CollectionExpressionSyntax { Elements: var all } =>
            all.OfType<ExpressionElementSyntax>().SelectMany(each => NameOf(each.Expression, type)),
        InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax { Expression: not ThisExpressionSyntax } query } call =>
            s_handingOn.Contains(query.Name.Identifier.ValueText) || IsWhereThere(call)
                ? Listed(query.Expression, type, helpers) : [],
        InvocationExpressionSyntax { Expression: var named } => OfHelper(Names.OfInvoked(named), type, helpers),
        IdentifierNameSyntax named => OfHelper(named.Identifier.ValueText, type, helpers),
        _ => [],
    };

    private static IEnumerable<string> OfHelper(string? name, INamedTypeSymbol type, int helpers) =>
        helpers > 0 && name is not null && type.GetMembers(name) is [var helper] ? Of(helper, type, helpers - 1) : [];

    private static IEnumerable<string> NameOf(ExpressionSyntax task, INamedTypeSymbol type)
    {
        while (task is PostfixUnaryExpressionSyntax forgiven) task = forgiven.Operand;
        return Names.OfInvoked(task) is { } name
            && (task is IdentifierNameSyntax
                || task is MemberAccessExpressionSyntax { Expression: ThisExpressionSyntax })
            && type.GetMembers(name).Any(member =>
                TaskPaths.IsTask((member as IFieldSymbol)?.Type ?? (member as IPropertySymbol)?.Type)) ? [name] : [];
    }

    // Where(t => t is not null)
    private static bool IsWhereThere(InvocationExpressionSyntax call) => Names.OfInvoked(call.Expression) == "Where"
        && call.ArgumentList.Arguments is [{ Expression: SimpleLambdaExpressionSyntax { ExpressionBody: { } fits, Parameter.Identifier.ValueText: var each } }]
        && IsThere(fits, each);

    private static bool IsThere(ExpressionSyntax asked, string task) => asked switch
    {
        BinaryExpressionSyntax { RawKind: (int)SyntaxKind.NotEqualsExpression, Right.RawKind: (int)SyntaxKind.NullLiteralExpression } compared =>
            compared.Left.ToString() == task,
        IsPatternExpressionSyntax { Pattern: UnaryPatternSyntax { Pattern: ConstantPatternSyntax { Expression.RawKind: (int)SyntaxKind.NullLiteralExpression } } } matched =>
            matched.Expression.ToString() == task,
        _ => false,
    };
}
