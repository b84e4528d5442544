using System.Collections.Generic;
using System.Linq;
using System.Runtime.CompilerServices;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.CodeFixes.Asynchrony;

/// <summary>
/// What code finds around itself without being given it: a culture, a user, a context. Some of it belongs to a thread,
/// and what an async function sets of the rest is gone for its caller once it returns. Both compile.
/// </summary>
internal static class Ambience
{
    // All flow with the ExecutionContext: down into calls, never back up out of an async function.
    private static readonly (string Type, string Member)[] s_flowing =
    [
        ("System.Threading.AsyncLocal", "Value"),
        ("System.Globalization.CultureInfo", "CurrentCulture"),
        ("System.Globalization.CultureInfo", "CurrentUICulture"),
        ("System.Threading.Thread", "CurrentCulture"),
        ("System.Threading.Thread", "CurrentUICulture"),
        ("System.Threading.Thread", "CurrentPrincipal"),
        ("System.Diagnostics.Activity", "Current"),
        ("System.Transactions.Transaction", "Current"),
        ("Microsoft.AspNetCore.Http.IHttpContextAccessor", "HttpContext"),
    ];

    private static readonly HashSet<string> s_flowingNames = [.. s_flowing.Select(row => row.Member)];

    // What a function sets is the same for every await that is put into it.
    private static readonly ConditionalWeakTable<SyntaxNode, StrongBox<string?>> s_known = new();

    public static string? Stop(SyntaxNode function, SemanticModel model) =>
        s_known.GetValue(function, key => new StrongBox<string?>(Sets(key, model))).Value;

    private static string? Sets(SyntaxNode function, SemanticModel model)
    {
        // A lambda that becomes async is awaited by nobody who would look for what it has set.
        bool mayFlowOut = !Functions.IsAsync(function)
            && function is MethodDeclarationSyntax or LocalFunctionStatementSyntax;
        foreach (SyntaxNode own in Functions.OwnNodes(function))
        {
            if (own is InvocationExpressionSyntax call
                && Syntax.MemberName(call)?.Identifier.ValueText == "SetSynchronizationContext"
                && Awaitables.IsMemberOf(model.GetSymbolInfo(call).Symbol, "System.Threading.SynchronizationContext"))
            {
                return "the function changes its own thread's SynchronizationContext";
            }
            if (!mayFlowOut || own is not AssignmentExpressionSyntax assignment
                || Syntax.MemberName(assignment.Left) is not { } name
                || !s_flowingNames.Contains(name.Identifier.ValueText)) continue;
            ISymbol? set = model.GetSymbolInfo(assignment.Left).Symbol;
            if (s_flowing.Any(row => row.Member == set?.Name
                && Awaitables.IsMemberOf(set, row.Type))) return $"what the function sets ({set!.ContainingType.Name}.{set.Name}) would not reach its caller";
        }
        return null;
    }
}
