using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.CodeFixes.Asynchrony;

/// <summary>
/// <c>bool TryAcquire(IDatabase database)</c> beside <c>Task&lt;bool&gt; TryAcquireAsync(IDatabaseAsync database)</c>: whoever offers
/// both has written the one for callers who may wait. If it became async, there would be two of the other.
/// </summary>
internal static class SynchronousHalf
{
    public static string? Stop(IMethodSymbol method) =>
        NewNames.Suffixed(method.Name) is { } name
            && method.ContainingType.GetMembers(name).OfType<IMethodSymbol>().Any(twin => IsOtherHalf(twin, method))
            ? $"'{method.Name}' is for callers who may wait, as '{name}' stands beside it" : null;

    private static bool IsOtherHalf(IMethodSymbol twin, IMethodSymbol method) =>
        Awaitables.IsTaskLike(twin.ReturnType) && Given(twin) == Given(method) && !Calls(twin, method.Name);

    private static int Given(IMethodSymbol method) =>
        method.Parameters.Count(parameter => parameter.Type.Name != "CancellationToken");

    // LoadAsync() { Load(); ... } has no other half: what it calls is a part of it.
    private static bool Calls(IMethodSymbol twin, string name) =>
        twin.DeclaringSyntaxReferences.Any(reference => reference.GetSyntax().DescendantNodes().OfType<IdentifierNameSyntax>()
            .Any(called => called.Identifier.ValueText == name));
}
