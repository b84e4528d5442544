using System.Linq;
using System.Runtime.CompilerServices;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.CodeFixes.Asynchrony;

/// <summary>
/// Calls that are bound when they are made (<c>dynamic store; store.Load()</c>): nobody finds them among a method's
/// callers, and under a new name they fail where they run.
/// </summary>
internal static class DynamicCalls
{
    private static readonly ConditionalWeakTable<SyntaxTree, StrongBox<bool>> s_files = new();

    /// <summary>Why a method keeps its name and type, as the end of a sentence, or null.</summary>
    public static async Task<string?> StopAsync(IMethodSymbol method, Solution solution, CancellationToken cancellation)
    {
        foreach (Document document in solution.Projects.SelectMany(project => project.Documents))
        {
            if (await document.GetSyntaxRootAsync(cancellation).ConfigureAwait(false) is not { } root
                || !s_files.GetValue(root.SyntaxTree, file => new StrongBox<bool>(Speaks(file))).Value) continue;
            foreach (InvocationExpressionSyntax call in root.DescendantNodes().OfType<InvocationExpressionSyntax>())
            {
                if (Syntax.MemberName(call)?.Identifier.ValueText != method.Name
                    || (Syntax.Receiver(call)
                        ?? ConditionalAccess.Around(call)?.Expression) is not { } receiver) continue;
                SemanticModel model = (await document.GetSemanticModelAsync(cancellation).ConfigureAwait(false))!;
                if (model.GetTypeInfo(receiver, cancellation).Type?.TypeKind != TypeKind.Dynamic) continue;
                return $"'{method.Name}' is called on a dynamic object";
            }
        }
        return null;
    }

    private static bool Speaks(SyntaxTree file) => file.GetRoot().DescendantNodes().OfType<IdentifierNameSyntax>()
        .Any(name => name.Identifier.ValueText == "dynamic");
}
