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

    private static readonly ConditionalWeakTable<SyntaxTree, StrongBox<bool>> s_files = new();
    private static readonly ConditionalWeakTable<Compilation, StrongBox<bool>> s_projects = new();

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
            if (!Functions.IsAsync(function) && OwnFrame.Asks(own, model) is { } asked) return asked;
        }
        return mayFlowOut && Flow(function, model, 0) is { } set
            ? $"what the function sets ({set}) would not reach its caller" : null;
    }

    // In a helper of the program's own as well: what that sets reaches the function, and ends with it once it is async.
    private static string? Flow(SyntaxNode function, SemanticModel model, int calls)
    {
        const int Most = 2;
        foreach (SyntaxNode own in Functions.OwnNodes(function))
        {
            if (own is AssignmentExpressionSyntax assignment && Syntax.MemberName(assignment.Left) is { } name
                && s_flowingNames.Contains(name.Identifier.ValueText)
                && model.GetSymbolInfo(assignment.Left).Symbol is { } set
                && s_flowing.Any(row => row.Member == set.Name && Awaitables.IsMemberOf(set, row.Type)))
            {
                return $"{set.ContainingType.Name}.{set.Name}";
            }
            if (own is InvocationExpressionSyntax begun
                && BeginsActivity(begun, function, model)) return "Activity.Current";
            if (calls < Most && IsEverSet(model.Compilation) && own is InvocationExpressionSyntax call
                && Declaration(call, model) is { } helper
                && Flow(helper, model.Compilation.GetSemanticModel(helper.SyntaxTree),
                    calls + 1) is { } inner) return inner;
        }
        return null;
    }

    // One that the function also ends is none that its caller would look for.
    private static bool BeginsActivity(InvocationExpressionSyntax call, SyntaxNode function, SemanticModel model) =>
        Syntax.MemberName(call)?.Identifier.ValueText is "Start" or "StartActivity"
        && model.GetSymbolInfo(call).Symbol?.ContainingType is { Name: "Activity" or "ActivitySource" } type
        && Awaitables.IsIn(type, "System.Diagnostics")
        && !Functions.OwnNodes(function).Any(node => node is UsingStatementSyntax
            or LocalDeclarationStatementSyntax { UsingKeyword.RawKind: not 0 }
            || node is InvocationExpressionSyntax end
                && Syntax.MemberName(end)?.Identifier.ValueText is "Stop" or "Dispose");

    // Else no call needs to be bound. Value is the name of many a property.
    private static bool IsEverSet(Compilation project) => s_projects.GetValue(project, all => new StrongBox<bool>(
        all.SyntaxTrees.Any(tree => s_files.GetValue(tree, file => new StrongBox<bool>(IsSetIn(file))).Value))).Value;

    private static bool IsSetIn(SyntaxTree file) => file.GetRoot().DescendantNodes().Any(node =>
        node is GenericNameSyntax { Identifier.ValueText: "AsyncLocal" }
        || node is AssignmentExpressionSyntax { Left: var left }
            && Syntax.MemberName(left)?.Identifier.ValueText is { } name
            && name != "Value" && s_flowingNames.Contains(name));

    private static SyntaxNode? Declaration(InvocationExpressionSyntax call, SemanticModel model) =>
        model.GetSymbolInfo(call).Symbol is IMethodSymbol { IsAsync: false, DeclaringSyntaxReferences: [var written] }
            && written.GetSyntax() is { } node && Functions.IsFunction(node)
            && model.Compilation.ContainsSyntaxTree(node.SyntaxTree)
            ? node : null;
}
