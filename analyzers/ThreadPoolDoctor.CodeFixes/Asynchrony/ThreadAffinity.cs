using System.Collections.Generic;
using System.Linq;
using System.Runtime.CompilerServices;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.CodeFixes.Asynchrony;

/// <summary>
/// Regions that must begin and end on one thread. After an await the code may be on another thread, so none may be put
/// between, say, EnterReadLock and ExitReadLock: it compiles, and fails only in production.
/// </summary>
internal static class ThreadAffinity
{
    private sealed record Region(string Type, string[] Enter, string[] Exit);

    private static readonly Region[] s_regions =
    [
        new("System.Threading.Monitor", ["Enter", "TryEnter"], ["Exit"]),
        new("System.Threading.Lock", ["Enter", "TryEnter"], ["Exit"]),
        new("System.Threading.Mutex", ["WaitOne"], ["ReleaseMutex"]),
        new("System.Threading.SpinLock", ["Enter", "TryEnter"], ["Exit"]),
        new("System.Threading.ReaderWriterLockSlim",
            ["EnterReadLock", "EnterWriteLock", "EnterUpgradeableReadLock", "TryEnterReadLock", "TryEnterWriteLock",
                "TryEnterUpgradeableReadLock"],
            ["ExitReadLock", "ExitWriteLock", "ExitUpgradeableReadLock"]),
        new("System.Threading.ReaderWriterLock",
            ["AcquireReaderLock", "AcquireWriterLock", "UpgradeToWriterLock"],
            ["ReleaseReaderLock", "ReleaseWriterLock", "ReleaseLock"]),
        new("System.Threading.Thread", ["BeginThreadAffinity", "BeginCriticalRegion"],
            ["EndThreadAffinity", "EndCriticalRegion"]),
    ];

    // What a program ties to its thread by a call of its own: debugger.AttachToThread(), vm.DetachCurrentThread().
    private static readonly (string Tie, string Untie)[] s_ties =
        [("Attach", "Detach"), ("Bind", "Unbind"), ("Pin", "Unpin"), ("Enter", "Exit")];

    private static readonly HashSet<string> s_names = [.. s_regions.SelectMany(region =>
        region.Enter.Concat(region.Exit))];

    // What a function sets on its thread, it expects to find there later.
    private static readonly HashSet<string> s_threadState = ["Priority", "IsBackground", "Name"];

    // Asked for every await that is put into a function; what the function says of it is the same each time.
    private static readonly ConditionalWeakTable<SyntaxNode, StrongBox<bool>> s_threadStatics = new();

    public static string? Stop(SyntaxNode node, SyntaxNode function, SemanticModel model)
    {
        if (s_threadStatics.GetValue(function, key => new StrongBox<bool>(UsesThreadStatic(key, model))).Value)
        {
            return "the function uses what each thread has of its own (ThreadStatic, ThreadLocal)";
        }
        Stack<Region> open = [];
        string? tie = null;
        foreach (SyntaxNode own in Functions.OwnNodes(function))
        {
            if (own.SpanStart >= node.SpanStart) break;
            if (own is AssignmentExpressionSyntax { Left: MemberAccessExpressionSyntax { Name.Identifier.ValueText: var set } target }
                && s_threadState.Contains(set) && model.GetTypeInfo(target.Expression).Type?.Name == "Thread"
                && target.Expression is MemberAccessExpressionSyntax { Name.Identifier.ValueText: "CurrentThread" })
            {
                return "the function changes its own thread's " + set;
            }
            if (KeepsItself(own, model)) return "the function keeps which thread it runs on";
            if (own is not InvocationExpressionSyntax call) continue;
            tie = TieAfter(NameOf(call), tie);
            if (!s_names.Contains(NameOf(call))) continue;
            if (model.GetSymbolInfo(call).Symbol is not IMethodSymbol method) continue;
            foreach (Region region in s_regions)
            {
                // WaitOne is declared by WaitHandle: the receiver's type tells a mutex.
                INamedTypeSymbol? type = method.IsStatic ? method.ContainingType
                    : ReceiverType(call, model) ?? method.ContainingType;
                if (type is null || Awaitables.FullName(type) != region.Type) continue;
                if (region.Enter.Contains(method.Name)) open.Push(region);
                else if (region.Exit.Contains(method.Name) && open.Count > 0 && open.Peek() == region) open.Pop();
            }
        }
        if (tie is not null) return $"it is behind {tie}, which ties something to the thread";
        return open.Count > 0 ? $"it is between {open.Peek().Enter[0]} and {open.Peek().Exit[0]} of {open.Peek().Type}, which belong to one thread" : null;
    }

    private static string? TieAfter(string call, string? tie)
    {
        if (!call.EndsWith("Thread", System.StringComparison.Ordinal)) return tie;
        foreach ((string begin, string end) in s_ties)
        {
            if (call.StartsWith(begin, System.StringComparison.Ordinal)) return call;
            if (call.StartsWith(end, System.StringComparison.Ordinal)) return null;
        }
        return tie;
    }

    // Thread.CurrentThread, to be interrupted or compared later; its name or number for a log is of no consequence.
    private static bool KeepsItself(SyntaxNode node, SemanticModel model) => node is MemberAccessExpressionSyntax
    {
        Name.Identifier.ValueText: "CurrentThread" or "ManagedThreadId" or "CurrentManagedThreadId",
        Parent: EqualsValueClauseSyntax or AssignmentExpressionSyntax,
    } own && model.GetSymbolInfo(own).Symbol is { ContainingType.Name: "Thread" or "Environment" } member && member.ContainingNamespace.ToDisplayString().StartsWith("System", System.StringComparison.Ordinal);

    // What is counted up, lent or kept there would be another thread's after the await, and another work item's
    // meanwhile.
    private static bool UsesThreadStatic(SyntaxNode function, SemanticModel model) =>
        Functions.OwnNodes(function).OfType<SimpleNameSyntax>().Any(name =>
        !(name.Parent is InvocationExpressionSyntax) && model.GetSymbolInfo(name).Symbol switch
        {
            IFieldSymbol { IsStatic: true, IsConst: false } field => field.GetAttributes()
                .Any(attribute => attribute.AttributeClass?.Name == "ThreadStaticAttribute"),
            IPropertySymbol { Name: "Value", ContainingType: { Name: "ThreadLocal" } type } => Awaitables.IsIn(type,
                "System.Threading"),
            _ => false,
        });

    private static string NameOf(InvocationExpressionSyntax call) => call.Expression switch
    {
        MemberAccessExpressionSyntax member => member.Name.Identifier.ValueText,
        MemberBindingExpressionSyntax binding => binding.Name.Identifier.ValueText,
        IdentifierNameSyntax name => name.Identifier.ValueText,
        _ => "",
    };

    private static INamedTypeSymbol? ReceiverType(InvocationExpressionSyntax call, SemanticModel model) =>
        call.Expression is MemberAccessExpressionSyntax member
            ? model.GetTypeInfo(member.Expression).Type as INamedTypeSymbol : null;
}
