using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// On which thread a task runs that is started by a factory of its own, or made now and started later.
/// </summary>
internal static class TaskStarts
{
    /// <summary>
    /// The thread of what a factory starts: what the factory was made with holds for all that it starts.
    /// </summary>
    public static Runner OfFactory(Examination examination, SyntaxNode call)
    {
        if (Receiver.Of(call) is not { } factory) return Runner.Pool;
        // Task.Factory and Task<int>.Factory are the pool's.
        if (factory is MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Factory" } access
            && examination.ModelOf(access)
                .GetSymbolInfo(access).Symbol is { IsStatic: true, ContainingType.Name: "Task" }) return Runner.Pool;
        ExpressionSyntax[] made = [.. Origins.Of(examination, factory)];
        if (made.Length == 0 || made.Any(value =>
            value is not BaseObjectCreationExpressionSyntax)) return Runner.Unknown;
        if (made.Any(value => Calls.HasForeignScheduler(examination.ModelOf(value), value))) return Runner.Unknown;
        return made.All(value => Calls.IsLongRunning(examination.ModelOf(value), value)) ? Runner.Dedicated
            : Runner.Pool;
    }

    /// <summary>
    /// What becomes of the work of <c>new Task(work)</c>, by how the task is started; the pool's where nobody is seen
    /// to start it.
    /// </summary>
    public static Fate OfMade(Examination examination, SyntaxNode made, Fate onPool)
    {
        foreach (InvocationExpressionSyntax start in Starts(examination, made))
        {
            if (Names.OfInvoked(start.Expression) == "RunSynchronously") return new Fate(Runner.Inline, start,
                onPool.Api);
            if (Calls.HasForeignScheduler(examination.ModelOf(start), start)) return default;
        }
        while (made.Parent is ParenthesizedExpressionSyntax) made = made.Parent;
        InvocationExpressionSyntax[] later = [.. KeptTasks.UsesOf(examination, made).Select(StartOf).OfType<InvocationExpressionSyntax>()];
        // A thread that starts and waits, one task after the other, holds one of the pool's at most: it may as well run
        // them itself.
        return later.Length > 0 && later.All(start => Names.OfInvoked(start.Expression) == "RunSynchronously" || KeptTasks.IsWaitedFor(start))
            ? new Fate(Runner.Inline, later[0], onPool.Api) : onPool;
    }

    /// <summary>
    /// Whether who calls a helper hands it <c>LongRunning</c> for what it starts: <c>Start(work,
    /// TaskCreationOptions.LongRunning)</c>
    /// </summary>
    public static bool IsGivenLongRunning(Examination examination, SyntaxNode start, IMethodSymbol helper, SyntaxNode call)
    {
        if (Calls.ArgumentsOf(start) is not { } options || Calls.Target(examination.ModelOf(call), call) is not { } called) return false;
        foreach (ArgumentSyntax option in options.Arguments)
        {
            if (option.Expression is not IdentifierNameSyntax || examination.ModelOf(option).GetSymbolInfo(option.Expression).Symbol
                is not IParameterSymbol { Type.Name: "TaskCreationOptions" } own
                || !SymbolEqualityComparer.Default.Equals(own.ContainingSymbol, helper)) continue;
            ArgumentSyntax? given = Calls.ArgumentsOf(call)?.Arguments
                .FirstOrDefault(argument => Calls.Parameter(called, argument)?.Name == own.Name);
            return given is null ? own is { HasExplicitDefaultValue: true, ExplicitDefaultValue: int value } && Calls.HasLongRunning(value)
                : Calls.SaysLongRunning(examination.ModelOf(given), given);
        }
        return false;
    }

    private static IEnumerable<InvocationExpressionSyntax> Starts(Examination examination, SyntaxNode made)
    {
        while (made.Parent is ParenthesizedExpressionSyntax) made = made.Parent;
        if (StartOf(made) is { } here) return [here];
        if (made.Parent is not EqualsValueClauseSyntax { Parent: VariableDeclaratorSyntax local }
            || examination.UsesAround(made) is not { } uses) return [];
        return uses.Of(local.Identifier.ValueText).Select(StartOf).OfType<InvocationExpressionSyntax>();
    }

    private static InvocationExpressionSyntax? StartOf(SyntaxNode task) =>
        task.Parent is MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Start" or "RunSynchronously", Parent: InvocationExpressionSyntax start } access
            && access.Expression == task ? start : null;
}
