using System;
using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using ThreadPoolDoctor.Catalog;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// LINQ operators that make Entity Framework ask the database: <c>db.Orders.Where(...).ToList()</c>. A queryable that
/// was made from a list in memory is none of its business.
/// </summary>
internal static class Queries
{
    private static readonly Dictionary<string, BlockingCall> s_rows = BlockingCalls.QueryOperators
        .ToDictionary(name => name, name => new BlockingCall(Ailments.BlockingIO, "System.Linq.Queryable", name, name + "Async"), StringComparer.Ordinal);

    public static BlockingCall? Find(Examination examination, CallSite site)
    {
        if (!examination.Catalogue.HasQueries
            || !s_rows.TryGetValue(site.Target.Name, out BlockingCall? row)) return null;
        if (site.Target.ContainingType is not { Name: "Queryable" or "Enumerable" } type
            || MemberNames.OfNamespace(type.ContainingNamespace) != "System.Linq") return null;
        if (site.Node is not InvocationExpressionSyntax call) return null;
        SemanticModel model = examination.ModelOf(call);
        ExpressionSyntax? source = site.Target.ReducedFrom is not null ? Receiver.Of(call)
            : call.ArgumentList.Arguments.FirstOrDefault()?.Expression;
        return source is not null && IsQuery(model.GetTypeInfo(source).Type) && IsKnown(source, model)
            && !IsInMemory(examination, source, 0)
            && !IsOfOwnProvider(model.GetTypeInfo(RootOf(source, model)).Type) ? row : null;
    }

    private static bool IsQuery(ITypeSymbol? type) =>
        type is not null && (type.Name is "IQueryable" or "IOrderedQueryable"
            || type.AllInterfaces.Any(face => face.Name == "IQueryable"));

    private static ExpressionSyntax RootOf(ExpressionSyntax source, SemanticModel model)
    {
        while (source is InvocationExpressionSyntax operation && Receiver.Of(operation) is { } query
            && IsQuery(model.GetTypeInfo(query).Type)) source = query;
        return source;
    }

    // A query that is its own provider, or an interface that one beside it implements: Entity Framework's operators
    // refuse it.
    private static bool IsOfOwnProvider(ITypeSymbol? type) => type is INamedTypeSymbol named
        && !MemberNames.IsOfSystem(named.ContainingNamespace)
        && (IsProvider(named) || named.TypeKind == TypeKind.Interface
            && named.ContainingNamespace.GetTypeMembers().Any(each => IsProvider(each) && each.AllInterfaces
                .Any(face => SymbolEqualityComparer.Default.Equals(face.OriginalDefinition, named.OriginalDefinition))));

    private static bool IsProvider(INamedTypeSymbol type) =>
        type.AllInterfaces.Any(face => face.Name == "IQueryProvider");

    // Of what does not bind, the compiler may make a query where there is a list.
    private static bool IsKnown(ExpressionSyntax source, SemanticModel model)
    {
        while (true)
        {
            if (model.GetTypeInfo(source).Type is not INamedTypeSymbol { TypeKind: not TypeKind.Error } type
                || type.TypeArguments.Any(argument => argument.TypeKind == TypeKind.Error)) return false;
            if (source is not InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax access }
                || !IsQuery(type)) return true;
            if (model.GetSymbolInfo(source).Symbol is not IMethodSymbol called) return false;
            if (called.ReducedFrom is null) return true;
            source = access.Expression;
        }
    }

    private static bool IsInMemory(Examination examination, ExpressionSyntax source, int depth)
    {
        SemanticModel model = examination.ModelOf(source);
        while (source is InvocationExpressionSyntax operation && Receiver.Of(operation) is { } query)
        {
            bool isOfQuery = IsQuery(model.GetTypeInfo(query).Type);
            if (Names.OfInvoked(operation.Expression) == "AsQueryable" && !isOfQuery) return true;
            if (!isOfQuery) return false;
            source = query;
        }
        // query(list.AsQueryable()): whoever is handed a list's query makes another of it.
        if (source is InvocationExpressionSyntax called
            && called.ArgumentList.Arguments.Any(given => IsQuery(model.GetTypeInfo(given.Expression).Type)
            && IsInMemory(examination, given.Expression, depth + 1))) return true;
        ISymbol? symbol = model.GetSymbolInfo(source).Symbol;
        if (depth > 3) return false;
        if (symbol is IPropertySymbol { ContainingType.IsAnonymousType: true }) return IsOfRow(examination, symbol);
        // IQueryable<User> Users { get { ...; return _users.AsQueryable(); } }
        if (symbol is IPropertySymbol { IsVirtual: false, IsOverride: false, GetMethod: { } getter })
        {
            ExpressionSyntax[] given = [.. examination.BodiesOf(getter).SelectMany(body => body.Returned())];
            return given.Length > 0 && given.All(each => IsInMemory(examination, each, depth + 1));
        }
        if (symbol is not (ILocalSymbol or IFieldSymbol)
            || symbol.DeclaringSyntaxReferences is not [{ } reference]) return false;
        return reference.SyntaxTree == model.SyntaxTree
            && reference.GetSyntax() is VariableDeclaratorSyntax { Initializer.Value: { } made }
            && IsInMemory(examination, made, depth + 1);
    }

    // orders.Select(order => new { order.Id, Lines = lines.Where(...) }): what a query gives of each row has come with
    // it.
    private static bool IsOfRow(Examination examination, ISymbol member) =>
        member.DeclaringSyntaxReferences is [{ } reference] && reference.GetSyntax().Ancestors().Any(around => around switch
        {
            LambdaExpressionSyntax lambda => examination.ModelOf(lambda).GetTypeInfo(lambda).ConvertedType is { } type && DelegateFlow.IsExpressionTree(type),
            QueryExpressionSyntax query => IsQuery(examination.ModelOf(query).GetTypeInfo(query).Type),
            _ => false,
        });
}
