using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using ThreadPoolDoctor.CodeFixes.Asynchrony;

namespace ThreadPoolDoctor.CodeFixes.Cures;

/// <summary>
/// Whether a query may run over objects in memory (<c>list.AsQueryable()</c>): Entity Framework's ToListAsync and the
/// like compile there and throw, as what they are given cannot be enumerated asynchronously. Followed from where the
/// query is run back through its variable, or one call or property, to where it was made.
/// </summary>
internal static class InMemoryQuery
{
    public static bool MayBe(InvocationExpressionSyntax run, SemanticModel model)
    {
        HashSet<ISymbol> seen = new(SymbolEqualityComparer.Default);
        return Syntax.Receiver(run) is { } query && MayBe(query, Functions.Around(run), model, seen);
    }

    private static bool MayBe(ExpressionSyntax query, SyntaxNode? function, SemanticModel model, HashSet<ISymbol> seen)
    {
        foreach (InvocationExpressionSyntax call in Chain(query).OfType<InvocationExpressionSyntax>())
        {
            if (MakesOfMemory(call, model)) return true;
        }
        if (model.GetSymbolInfo(Chain(query).Last()).Symbol is not { } root || !seen.Add(root)) return false;
        return root switch
        {
            ILocalSymbol or IParameterSymbol when function is not null => Given(root.Name, function)
                .Any(value => MayBe(value, function, model, seen)),
            IMethodSymbol or IPropertySymbol => root.DeclaringSyntaxReferences.Any(made => made.GetSyntax()
                .DescendantNodes().OfType<InvocationExpressionSyntax>()
                .Any(call => MakesOfMemory(call, call.SyntaxTree == model.SyntaxTree ? model : null))),
            _ => false,
        };
    }

    // a.Where(x).Select(y): itself, a.Where(x), a.
    private static IEnumerable<ExpressionSyntax> Chain(ExpressionSyntax query)
    {
        for (ExpressionSyntax? at = query; at is not null; at = at is InvocationExpressionSyntax call
            ? Syntax.Receiver(call) : null)
        {
            while (at is ParenthesizedExpressionSyntax inner) at = inner.Expression;
            yield return at;
        }
    }

    private static IEnumerable<ExpressionSyntax> Given(string name, SyntaxNode function) =>
        function.DescendantNodes().Select(node => node switch
    {
        VariableDeclaratorSyntax { Initializer.Value: var value } local when local.Identifier.ValueText == name => value,
        AssignmentExpressionSyntax { Left: IdentifierNameSyntax left } assignment when left.Identifier.ValueText == name => assignment.Right,
        _ => null,
    }).OfType<ExpressionSyntax>();

    // In another file the name alone has to do; a query that is made of a query is none of memory.
    private static bool MakesOfMemory(InvocationExpressionSyntax call, SemanticModel? model) =>
        Syntax.MemberName(call)?.Identifier.ValueText == "AsQueryable" && Syntax.Receiver(call) is { } source
        && (model?.GetTypeInfo(source).Type is not { } type || !TwinBinding.IsQueryable(type));
}
