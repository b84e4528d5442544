using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;

namespace ThreadPoolDoctor.Pool.Analyzers;

/// <summary>
/// In a project with UseThreadPoolDoctorPool: a member of .NET's ThreadPool that is used all the same, because C# finds
/// another meaning of the name before the swap's alias. Whoever writes System.Threading.ThreadPool out means it.
/// </summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class NotSwapped : DiagnosticAnalyzer
{
    private static readonly DiagnosticDescriptor s_rule = new(
        "TPDPOOL001",
        "Not swapped",
        "This is .NET's ThreadPool, not the bundled one: {0}; if .NET's is meant, write System.Threading.ThreadPool",
        "Swap",
        DiagnosticSeverity.Warning,
        isEnabledByDefault: true,
        description: "UseThreadPoolDoctorPool makes ThreadPool an alias of the bundled pool. The alias does not reach this place.");

    public override ImmutableArray<DiagnosticDescriptor> SupportedDiagnostics { get; } = [s_rule];

    public override void Initialize(AnalysisContext context)
    {
        context.EnableConcurrentExecution();
        context.ConfigureGeneratedCodeAnalysis(GeneratedCodeAnalysisFlags.Analyze | GeneratedCodeAnalysisFlags.ReportDiagnostics);
        context.RegisterCompilationStartAction(static start =>
        {
            if (IsSwapped(start.Options) && start.Compilation.GetTypeByMetadataName("System.Threading.ThreadPool") is { } pool)
            {
                start.RegisterOperationAction(
                    use => Examine(use, pool), OperationKind.Invocation, OperationKind.MethodReference, OperationKind.PropertyReference);
            }
        });
    }

    private static bool IsSwapped(AnalyzerOptions options) =>
        options.AnalyzerConfigOptionsProvider.GlobalOptions.TryGetValue("build_property.UseThreadPoolDoctorPool", out string? value)
        && value.Equals("true", StringComparison.OrdinalIgnoreCase);

    private static void Examine(OperationAnalysisContext use, INamedTypeSymbol pool)
    {
        ISymbol member = use.Operation switch
        {
            IInvocationOperation call => call.TargetMethod,
            IMemberReferenceOperation reference => reference.Member,
            _ => throw new InvalidOperationException(use.Operation.Kind.ToString()),
        };
        if (!SymbolEqualityComparer.Default.Equals(member.ContainingType, pool)) return;
        SyntaxNode place = use.Operation.Syntax is InvocationExpressionSyntax invocation ? invocation.Expression : use.Operation.Syntax;
        if (Remedy(place, member, use) is { } remedy)
        {
            use.ReportDiagnostic(Diagnostic.Create(s_rule, place.GetLocation(), remedy));
        }
    }

    /// <summary>What to do about it; null where .NET's pool is named in full.</summary>
    private static string? Remedy(SyntaxNode place, ISymbol member, OperationAnalysisContext use)
    {
        if (place is not MemberAccessExpressionSyntax { Expression: var receiver })
        {
            return $"write ThreadPool.{member.Name} instead of 'using static'";
        }
        if (receiver is not IdentifierNameSyntax name) return null;
        if (use.Operation.SemanticModel?.GetAliasInfo(name, use.CancellationToken) is { } alias)
        {
            return $"remove the alias {alias.Name}";
        }
        return IsInside(use.ContainingSymbol.ContainingNamespace, "System.Threading")
            ? "write ThreadPoolDoctor.Pool.DoctorThreadPool in this namespace, to which ThreadPool belongs"
            : "move 'using System.Threading' above the namespace";
    }

    private static bool IsInside(INamespaceSymbol? space, string name)
    {
        string full = space?.ToDisplayString() ?? "";
        return full == name || full.StartsWith(name + ".", StringComparison.Ordinal);
    }
}
