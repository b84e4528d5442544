using System;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// The asynchronous form of a member that hands its synchronous one to the pool, as there is no other:
/// <c>BeginLoad(...) => ThreadPool.QueueUserWorkItem(_ => Load())</c>, <c>LoadAsync() => Task.Run(Load)</c>.
/// </summary>
internal static class HandedOn
{
    private const string Begin = "Begin";
    private const string Async = "Async";

    /// <summary>
    /// Whether what a finding waits for is behind helpers of a synchronous form that its asynchronous one queues. Who
    /// waits there for a task has something to await.
    /// </summary>
    public static bool Is(Examination examination, Finding finding, int helpers)
    {
        if (finding.Item is not { Kind: WorkItemKind.Queued, Frequency: Frequency.Once, QueuedAt: { } queued }
            || Waits.ForTask(finding) || MemberAt(examination, queued) is not { } offered) return false;
        // Task.Run(Load): the form itself is what is queued.
        return IsFormOf(finding.Path[0].Target, offered) && helpers > 1
            || examination.MethodOf(finding.Body) is { } run && IsFormOf(run, offered) && helpers > 0;
    }

    private static bool IsFormOf(IMethodSymbol form, IMethodSymbol offered) =>
        NameOfForm(Contracts.NameOf(offered)) == Contracts.NameOf(form)
        && offered.ContainingType.SelfAndBases().Contains(form.ContainingType, SymbolEqualityComparer.Default);

    private static string? NameOfForm(string offered) =>
        offered.StartsWith(Begin, StringComparison.Ordinal) ? offered.Substring(Begin.Length)
        : offered.EndsWith(Async, StringComparison.Ordinal) ? offered.Substring(0, offered.Length - Async.Length)
        : null;

    private static IMethodSymbol? MemberAt(Examination examination, SyntaxNode queued) =>
        queued.FirstAncestorOrSelf<MethodDeclarationSyntax>() is { } member
            ? (IMethodSymbol?)examination.ModelOf(member).GetDeclaredSymbol(member) : null;
}
