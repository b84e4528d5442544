using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using ThreadPoolDoctor.Catalog;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>Calls of what a mocking library made by an interface alone: no implementation runs.</summary>
internal static class Mocks
{
    public static bool Answer(Candidate c) => c.Examination.Catalogue.HasMocks
        && Receiver.Of(c.Node) is { } receiver && c.Model.GetTypeInfo(receiver).Type is { TypeKind: TypeKind.Interface }
        && (IsMade(c.Examination, receiver)
            || Origins.Of(c.Examination, receiver) is var values && values.Any() && values.All(value => IsMade(c.Examination, value)));

    // Substitute.For<IOrders>(), mock.Object, orders.Received(5). One that is given more may wrap another object.
    private static bool IsMade(Examination examination, ExpressionSyntax value) =>
        examination.ModelOf(value).GetSymbolInfo(value).Symbol is { ContainingType: { } maker } made
        && MockingLibraries.Namespaces.Contains(MemberNames.OfNamespace(maker.ContainingNamespace))
        && (made is IPropertySymbol or IMethodSymbol { ReducedFrom: not null } || value is InvocationExpressionSyntax { ArgumentList.Arguments.Count: 0 });
}
