using System.Linq;
using Microsoft.CodeAnalysis;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// What WCF, CoreWCF and System.Web run for each that calls: operations of a contract, web methods, handlers. A proxy
/// implements the same contract, and who is called back runs where the client says.
/// </summary>
internal static class ServiceOperations
{
    private static readonly string[] s_libraries = ["System.ServiceModel", "CoreWCF"];

    public static bool IsOne(IMethodSymbol method) =>
        Has(method, "System.Web.Services.WebMethodAttribute") || IsOfHandler(method)
        || IsOfContract(method) && !method.ContainingType.SelfAndBases().Any(IsOfClient);

    // Most types have no contract: what a method implements is asked of those alone that have one.
    private static bool IsOfContract(IMethodSymbol method) => IsOperation(method)
        || method.ContainingType.AllInterfaces.Any(IsContract) && Contracts.ImplementedBy(method).Any(IsOperation)
        // What overrides the method of a base is an operation if that is one.
        || method.OverriddenMethod is { } before && IsOfContract(before);

    private static bool IsOperation(IMethodSymbol method) =>
        IsContract(method.ContainingType)
            && s_libraries.Any(library => Has(method, library + ".OperationContractAttribute"));

    private static bool IsContract(INamedTypeSymbol type) =>
        s_libraries.Any(library => Has(type, library + ".ServiceContractAttribute"));

    private static bool IsOfHandler(IMethodSymbol method) => Contracts.NameOf(method) == "ProcessRequest"
        && method.ContainingType.AllInterfaces.Any(face => MemberNames.OfType(face) == "System.Web.IHttpHandler");

    private static bool IsOfClient(INamedTypeSymbol type) =>
        s_libraries.Any(library => Has(type, library + ".CallbackBehaviorAttribute"))
        || MemberNames.OfType(type.OriginalDefinition)
            is "System.ServiceModel.ClientBase`1" or "System.ServiceModel.DuplexClientBase`1";

    private static bool Has(ISymbol symbol, string attribute) =>
        symbol.GetAttributes().Any(each => each.AttributeClass is { } type && MemberNames.OfType(type) == attribute);
}
