using System;
using System.Collections.Generic;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>How names are read off syntax: what a node calls, and what a declaration is called.</summary>
internal static class Names
{
    public const string NewWithoutName = "new()";
    public const string Indexer = "this[]";
    public const string Operator = "operator";
    public const string Conversion = "conversion";
    public const string Deconstruct = "Deconstruct";

    public static string? OfInvoked(ExpressionSyntax expression) => NameOf(expression)?.Identifier.ValueText;

    /// <summary>The name in an expression that says what is called there.</summary>
    public static SimpleNameSyntax? NameOf(ExpressionSyntax expression) => expression switch
    {
        SimpleNameSyntax name => name,
        MemberAccessExpressionSyntax access => access.Name,
        MemberBindingExpressionSyntax binding => binding.Name,
        _ => null,
    };

    /// <summary>The last identifier of a type as it is written.</summary>
    public static string? OfType(TypeSyntax type) => type switch
    {
        SimpleNameSyntax name => name.Identifier.ValueText,
        QualifiedNameSyntax name => name.Right.Identifier.ValueText,
        AliasQualifiedNameSyntax name => name.Name.Identifier.ValueText,
        NullableTypeSyntax nullable => OfType(nullable.ElementType),
        _ => null,
    };

    /// <summary>
    /// The type that <c>TcpClient client = new(host, port)</c> makes, as far as it stands beside it: in the declaration
    /// of a local, a field or a property.
    /// </summary>
    public static string? OfMade(ImplicitObjectCreationExpressionSyntax creation) =>
        creation.Parent is not EqualsValueClauseSyntax { Parent: { } declared } ? null : declared switch
        {
            VariableDeclaratorSyntax { Parent: VariableDeclarationSyntax { Type: var type } } => OfType(type),
            PropertyDeclarationSyntax { Type: var type } => OfType(type),
            _ => null,
        };

    /// <summary>The same of any creation, by the name that it writes down or of what is declared with it.</summary>
    public static string? OfMade(BaseObjectCreationExpressionSyntax creation) => creation is ObjectCreationExpressionSyntax named
        ? OfType(named.Type) : OfMade((ImplicitObjectCreationExpressionSyntax)creation);

    public static bool LooksLikeTask(TypeSyntax type) =>
        OfType(type) is "Task" or "ValueTask" or "IAsyncEnumerable" or "IAsyncEnumerator";

    /// <summary>Whether this name is the part of a call that says what is called.</summary>
    public static bool IsInvoked(SyntaxNode name) => CallOf(name) is not null;

    /// <summary>The call of which this name says what is called; null for a name that says none.</summary>
    public static InvocationExpressionSyntax? CallOf(SyntaxNode name)
    {
        SyntaxNode node = name;
        if (node.Parent is MemberAccessExpressionSyntax access && access.Name == node) node = access;
        else if (node.Parent is MemberBindingExpressionSyntax binding && binding.Name == node) node = binding;
        return node.Parent is InvocationExpressionSyntax invocation && invocation.Expression == node ? invocation
            : null;
    }

    /// <summary>
    /// Whether this name stands where a method group can: what is handed on is a delegate, or may become one.
    /// </summary>
    public static bool IsPassedOn(SimpleNameSyntax name)
    {
        SyntaxNode node = name.Parent is MemberAccessExpressionSyntax access && access.Name == name ? access : name;
        return node.Parent switch
        {
            ArgumentSyntax or EqualsValueClauseSyntax or ReturnStatementSyntax or ArrowExpressionClauseSyntax
                or YieldStatementSyntax => true,
            AssignmentExpressionSyntax assignment => assignment.Right == node,
            ParenthesizedExpressionSyntax or ConditionalExpressionSyntax or SwitchExpressionArmSyntax
                or CheckedExpressionSyntax => true,
            CastExpressionSyntax cast => cast.Expression == node,
            PostfixUnaryExpressionSyntax unary => unary.IsKind(SyntaxKind.SuppressNullableWarningExpression),
            BinaryExpressionSyntax binary => binary.Kind() is SyntaxKind.CoalesceExpression or SyntaxKind.AddExpression
                or SyntaxKind.SubtractExpression or SyntaxKind.AsExpression,
            InitializerExpressionSyntax or ExpressionElementSyntax => true,
            AnonymousFunctionExpressionSyntax lambda => lambda.Body == node,
            _ => false,
        };
    }

    public static IEnumerable<(string Name, bool IsCall)> Declared(SyntaxNode node)
    {
        switch (node)
        {
            case MethodDeclarationSyntax method:
                yield return (method.Identifier.ValueText, true);
                break;
            case LocalFunctionStatementSyntax local:
                yield return (local.Identifier.ValueText, true);
                break;
            case ConstructorDeclarationSyntax constructor when !constructor.Modifiers.Any(SyntaxKind.StaticKeyword):
                yield return (constructor.Identifier.ValueText, true);
                yield return (NewWithoutName, true);
                break;
            case OperatorDeclarationSyntax:
                yield return (Operator, true);
                break;
            case ConversionOperatorDeclarationSyntax:
                yield return (Conversion, true);
                break;
            case AccessorDeclarationSyntax { Parent.Parent: BasePropertyDeclarationSyntax property }:
                yield return (OfProperty(property), false);
                break;
            case BasePropertyDeclarationSyntax property:
                yield return (OfProperty(property), false);
                if (property is not PropertyDeclarationSyntax { Initializer: not null }) break;
                foreach ((string, bool) name in OfConstructed(node)) yield return name;
                break;
            // Whoever reads a Lazy by its name may run what it is made with.
            case AnonymousFunctionExpressionSyntax { Parent: ArgumentSyntax { Parent.Parent: BaseObjectCreationExpressionSyntax made } } when OfLazy(made) is { } kept:
                yield return (kept, false);
                break;
            case BaseFieldDeclarationSyntax field:
                foreach (VariableDeclaratorSyntax variable in field.Declaration.Variables)
                {
                    if (variable.Initializer is { Value: BaseObjectCreationExpressionSyntax made }
                        && OfLazy(made) is { } lazy) yield return (lazy, false);
                }
                if (field.Modifiers.Any(SyntaxKind.StaticKeyword)) break;
                foreach ((string, bool) name in OfConstructed(node)) yield return name;
                break;
        }
    }

    /// <summary>
    /// Nodes in document order, without recursion: a chain of 20,000 additions must not exhaust the stack.
    /// </summary>
    public static IEnumerable<SyntaxNode> Nodes(SyntaxNode root, Func<SyntaxNode, bool> descend) =>
        root.DescendantNodesAndSelf(node => descend(node) && !IsOfNoInterest(node));

    /// <summary>All of them.</summary>
    public static IEnumerable<SyntaxNode> Nodes(SyntaxNode root) => root.DescendantNodesAndSelf(s_isOfInterest);

    private static readonly Func<SyntaxNode, bool> s_isOfInterest = node => !IsOfNoInterest(node);

    private static bool IsOfNoInterest(SyntaxNode node) => node.Kind() is
        SyntaxKind.AttributeList or SyntaxKind.UsingDirective or SyntaxKind.BaseList or SyntaxKind.TypeArgumentList
        or SyntaxKind.TypeParameterList or SyntaxKind.TypeParameterConstraintClause or SyntaxKind.ParameterList;

    // new Lazy<T>(...), or new(...) in the declaration of one: the name of what it is kept in.
    private static string? OfLazy(BaseObjectCreationExpressionSyntax made)
    {
        bool isLazy = made switch
        {
            ObjectCreationExpressionSyntax named => OfType(named.Type) == "Lazy",
            ImplicitObjectCreationExpressionSyntax unnamed => OfMade(unnamed) == "Lazy",
            _ => false,
        };
        return !isLazy ? null : made.Parent switch
        {
            EqualsValueClauseSyntax { Parent: VariableDeclaratorSyntax variable } => variable.Identifier.ValueText,
            EqualsValueClauseSyntax { Parent: PropertyDeclarationSyntax property } => property.Identifier.ValueText,
            AssignmentExpressionSyntax { Left: var left } => OfInvoked(left),
            _ => null,
        };
    }

    private static string OfProperty(BasePropertyDeclarationSyntax property) => property switch
    {
        PropertyDeclarationSyntax named => named.Identifier.ValueText,
        EventDeclarationSyntax named => named.Identifier.ValueText,
        _ => Indexer,
    };

    // An instance initialiser runs as part of every constructor of its type.
    private static IEnumerable<(string Name, bool IsCall)> OfConstructed(SyntaxNode member)
    {
        if (member.Parent is not TypeDeclarationSyntax type) yield break;
        yield return (type.Identifier.ValueText, true);
        yield return (NewWithoutName, true);
    }
}
