using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.CodeFixes.Asynchrony;

/// <summary>What in a function's own declaration keeps it from being async, whoever calls it.</summary>
internal static class CanBeAsync
{
    /// <summary>The reason as the end of a sentence, or null.</summary>
    public static string? Stop(SyntaxNode function, IMethodSymbol? symbol)
    {
        if (symbol is null) return "it is not in a function";
        if (function is not (MethodDeclarationSyntax or LocalFunctionStatementSyntax
            or AnonymousFunctionExpressionSyntax)) return Kind(function);
        if (symbol.Parameters.FirstOrDefault(p =>
            p.RefKind != RefKind.None) is { } byRef) return $"parameter '{byRef.Name}' is passed by reference";
        if (symbol.Parameters.FirstOrDefault(p =>
            p.Type.IsRefLikeType) is { } refLike) return $"parameter '{refLike.Name}' is a span or ref struct";
        if (symbol.Parameters.Any(p => p.Type is IPointerTypeSymbol
            or IFunctionPointerTypeSymbol)) return "it takes a pointer";
        if (symbol.IsVararg) return "it takes __arglist";
        if (symbol.ReturnsByRef || symbol.ReturnsByRefReadonly
            || symbol.ReturnType.IsRefLikeType) return "it returns a reference or ref struct";
        if (symbol.ReturnType is IPointerTypeSymbol or IFunctionPointerTypeSymbol) return "it returns a pointer";
        if (Functions.OwnNodes(function).Any(node => node is YieldStatementSyntax)) return "it is an iterator";
        if (IsPartialOrExtern(function)) return "it is partial or extern";
        if (IsOfRefStruct(function, symbol)) return "it is a method of a ref struct, which cannot live across an await";
        if (ChangesACopy(function, symbol)) return "it is a method of a struct: after an await it would work on a copy";
        if (IsOfQueries(symbol)) return "a query may call it by its name";
        if (TwinOf(symbol) is { } twin) return $"'{twin.Name}' stands beside it, for its callers to await";
        return null;
    }

    // Tests and actions are called by somebody who looks at their attributes, and two of a name have nothing to do with
    // each other.
    private static IMethodSymbol? TwinOf(IMethodSymbol symbol) =>
        symbol.MethodKind != MethodKind.Ordinary || Awaitables.IsTaskLike(symbol.ReturnType) || symbol.GetAttributes().Length > 0 ? null
        : symbol.ContainingType.GetMembers(symbol.Name + "Async").OfType<IMethodSymbol>().FirstOrDefault(twin =>
            Awaitables.IsTaskLike(twin.ReturnType) && twin.Parameters.Length >= symbol.Parameters.Length
            && symbol.Parameters.Zip(twin.Parameters, (one, other) => Takes(other.Type, one.Type)).All(takes => takes)
            && twin.Parameters.Skip(symbol.Parameters.Length).All(each => each.IsOptional || each.Type.Name == "CancellationToken"));

    // Take(IDatabase database) beside TakeAsync(IDatabaseAsync database), which an IDatabase is.
    private static bool Takes(ITypeSymbol parameter, ITypeSymbol given)
    {
        if (given.AllInterfaces.Contains(parameter, SymbolEqualityComparer.Default)) return true;
        for (ITypeSymbol? at = given; at is not null; at = at.BaseType)
        {
            if (SymbolEqualityComparer.Default.Equals(at, parameter)) return true;
        }
        return false;
    }

    // from x in y select z: nobody finds who calls them so.
    private static bool IsOfQueries(IMethodSymbol symbol) => symbol.MethodKind == MethodKind.Ordinary
        && symbol.Name is "Select" or "SelectMany" or "Where" or "Join" or "GroupJoin" or "GroupBy" or "OrderBy"
            or "OrderByDescending" or "ThenBy" or "ThenByDescending"
        && symbol.Parameters.Any(each => each.Type.TypeKind == TypeKind.Delegate);

    private static string Kind(SyntaxNode function) => function switch
    {
        ConstructorDeclarationSyntax => "it is in a constructor",
        DestructorDeclarationSyntax => "it is in a finalizer",
        AccessorDeclarationSyntax => "it is in a property, indexer or event accessor",
        OperatorDeclarationSyntax or ConversionOperatorDeclarationSyntax => "it is in an operator",
        _ => "it is in code that cannot be async",
    };

    private static bool IsPartialOrExtern(SyntaxNode function) => function switch
    {
        MethodDeclarationSyntax method => method.Modifiers.Any(SyntaxKind.PartialKeyword)
            || method.Modifiers.Any(SyntaxKind.ExternKeyword),
        LocalFunctionStatementSyntax local => local.Modifiers.Any(SyntaxKind.ExternKeyword),
        _ => false,
    };

    private static bool ChangesACopy(SyntaxNode function, IMethodSymbol symbol) =>
        function is MethodDeclarationSyntax && !symbol.IsStatic
        && symbol.ContainingType is { TypeKind: TypeKind.Struct, IsReadOnly: false } && !symbol.IsReadOnly;

    // The compiler says so only when it lowers the code.
    private static bool IsOfRefStruct(SyntaxNode function, IMethodSymbol symbol) =>
        function is MethodDeclarationSyntax && !symbol.IsStatic && symbol.ContainingType.IsRefLikeType;
}
