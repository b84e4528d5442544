using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>What variables are given: where they are declared, by assignments, and by callers. One step back.</summary>
internal static class Origins
{
    /// <summary>Everything that a local or a private field is ever given.</summary>
    public static IEnumerable<ExpressionSyntax> Of(Examination examination, ExpressionSyntax expression)
    {
        if (expression is BaseObjectCreationExpressionSyntax) return [expression];
        ISymbol? symbol = examination.ModelOf(expression).GetSymbolInfo(expression).Symbol;
        if (symbol is IParameterSymbol parameter) return Arguments(examination, parameter);
        if (symbol is not (ILocalSymbol or IFieldSymbol or IPropertySymbol)
            || examination.SourcesOf(symbol).FirstOrDefault() is not { } reference) return [];
        SyntaxNode declaration = reference.GetSyntax();
        SyntaxNode? scope = symbol is ILocalSymbol
            ? ScopeUses.MemberAround(declaration)
            : declaration.FirstAncestorOrSelf<TypeDeclarationSyntax>();
        if (scope is null) return [];
        List<ExpressionSyntax> values = [];
        if (declaration is VariableDeclaratorSyntax { Initializer.Value: { } initial }) values.Add(initial);
        if (declaration is PropertyDeclarationSyntax { Initializer.Value: { } started }) values.Add(started);
        values.AddRange(examination.UsesIn(scope).AssignedTo(symbol.Name));
        return values;
    }

    /// <summary>
    /// What anybody who has an object of its class puts into a property or field: <c>all.Index = value</c>.
    /// </summary>
    public static IEnumerable<ExpressionSyntax> PutInto(Examination examination, ISymbol member) => examination.Mentions(member.Name)
        .Select(use => use.Parent is MemberAccessExpressionSyntax access && access.Name == use ? access : (SyntaxNode)use)
        .Where(whole => whole.Parent is AssignmentExpressionSyntax put && put.Left == whole
            && SymbolEqualityComparer.Default.Equals(
                examination.ModelOf(whole).GetSymbolInfo(whole).Symbol?.OriginalDefinition, member.OriginalDefinition))
        .Select(whole => ((AssignmentExpressionSyntax)whole.Parent!).Right);

    /// <summary>
    /// What callers give a helper for a parameter; nothing where others may call it too, or one does not say.
    /// </summary>
    public static IEnumerable<ExpressionSyntax> Arguments(Examination examination, IParameterSymbol parameter) =>
        examination.Arguments.GetOrAdd(parameter, key => FindArguments(examination, (IParameterSymbol)key));

    private static IReadOnlyList<ExpressionSyntax> FindArguments(Examination examination, IParameterSymbol parameter)
    {
        // An override is called by its base's name, and a method that is handed on by whoever is given it. Of what no
        // other project can name, those here are taken for all: through an interface it may be called elsewhere, but
        // seldom is.
        if (parameter.ContainingSymbol is not IMethodSymbol { MethodKind: MethodKind.Ordinary or MethodKind.LocalFunction, IsOverride: false } method || Contracts.CanBeNamedOutside(method)) return [];
        if (examination.Mentions(method.Name)
            .Any(mention => SymbolEqualityComparer.Default.Equals(examination.ModelOf(mention)
            .GetSymbolInfo(mention).Symbol?.OriginalDefinition, method.OriginalDefinition))) return [];
        List<ExpressionSyntax> given = [];
        foreach (InvocationExpressionSyntax call in examination.CallsTo(method.Name))
        {
            if (Calls.Target(examination.ModelOf(call), call) is not { } target || !Contracts.MayRun(target, method)) continue;
            ArgumentSyntax? argument = call.ArgumentList.Arguments.FirstOrDefault(each =>
                Calls.Parameter(target, each)?.Ordinal == parameter.Ordinal);
            if (argument is null) return [];
            given.Add(argument.Expression);
        }
        return given;
    }

    /// <summary>
    /// Whether others may call the method without a name for it: by an interface of theirs, or of this library's own
    /// that they see. Nobody refers to a program.
    /// </summary>
    public static bool IsAskedOutside(Examination examination, IMethodSymbol method)
    {
        bool isLibrary = examination.Compilation.Options.OutputKind == OutputKind.DynamicallyLinkedLibrary;
        return Contracts.ImplementedBy(method).Select(member => member.ContainingType).Any(face =>
            SymbolEqualityComparer.Default.Equals(face.ContainingAssembly, method.ContainingAssembly)
                ? isLibrary && Contracts.CanBeNamedOutside(face) : face.ContainingAssembly is not null);
    }
}
