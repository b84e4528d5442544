using System;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// Whether what a call waits for is another process: its end, or what it says; and whether that has exited by then.
/// </summary>
internal static class ChildProcesses
{
    private const string Process = "System.Diagnostics.Process";

    public static bool Is(Examination examination, CallSite wait) => wait.Row?.Type == Process
        || Receiver.Of(wait.Node) is { } read && (IsOutput(examination, read)
            || Origins.Of(examination, read).Any(value => IsOutput(examination, value)));

    /// <summary>
    /// The process whose words a task reads to the end (<c>process.StandardOutput.ReadToEndAsync()</c>, kept or not);
    /// null for other tasks.
    /// </summary>
    public static ExpressionSyntax? SayingIn(Examination examination, ExpressionSyntax task) => Begun(examination, task) is { } reading
        && Receiver.Of(reading) is MemberAccessExpressionSyntax output && IsOutput(examination, output) ? output.Expression : null;

    /// <summary>
    /// The process of the method's own whose words a call reads (<c>process.StandardOutput.ReadToEnd()</c>, its reader
    /// kept or not); null for other calls, and for one that was handed in or is kept, which others may start again.
    /// </summary>
    public static ExpressionSyntax? ReadIn(Examination examination, SyntaxNode call) =>
        Receiver.Of(call) is not { } read ? null
        : (Origins.Of(examination, read).ToArray() is [MemberAccessExpressionSyntax kept] ? kept
            : read as MemberAccessExpressionSyntax) is { } output
            && IsOutput(examination, output)
            && examination.ModelOf(output).GetSymbolInfo(output.Expression).Symbol is ILocalSymbol ? output.Expression : null;

    private static InvocationExpressionSyntax? Begun(Examination examination, ExpressionSyntax task) => task as InvocationExpressionSyntax
        ?? (Origins.Of(examination, task).ToArray() is [InvocationExpressionSyntax given] ? given : null);

    /// <summary>
    /// Whether a process has exited where a place of a body is come to: it was asked, its end was awaited, or it told.
    /// </summary>
    public static bool HasExited(Body body, SyntaxNode place, string process)
    {
        if (Guards.Of(place, body.Node).OfType<ExpressionSyntax>().SelectMany(Guards.Flags)
            .Any(flag => flag.ToString() == process + ".HasExited")) return true;
        AwaitExpressionSyntax[] before = [.. body.OwnNodes().OfType<AwaitExpressionSyntax>().Where(each => each.Span.End < place.SpanStart)];
        return before.Any(each => each.Expression.ToString().StartsWith(process + ".WaitForExitAsync(", StringComparison.Ordinal))
            || before.Length > 0 && body.OwnNodes().Any(node => node is AssignmentExpressionSyntax
            { RawKind: (int)SyntaxKind.AddAssignmentExpression, Left: var told } && told.ToString() == process + ".Exited");
    }

    /// <summary>
    /// Whether a thread has waited for the end of a process before it comes to a place, and has seen it.
    /// </summary>
    public static bool WasWaitedFor(Body body, SyntaxNode place, string process) =>
        Guards.Of(place, body.Node).OfType<ExpressionSyntax>().SelectMany(Guards.Parts).Any(asked => IsWait(asked, process))
        || Guards.Before(place, body.Node).Any(statement => IsOverBehind(statement, process));

    // process.WaitForExit(); or if (!process.WaitForExit(500)) { ... return; }
    private static bool IsOverBehind(StatementSyntax statement, string process) => statement switch
    {
        ExpressionStatementSyntax { Expression: InvocationExpressionSyntax { ArgumentList.Arguments.Count: 0 } wait } => IsWait(wait, process),
        IfStatementSyntax
        {
            Condition: PrefixUnaryExpressionSyntax { RawKind: (int)SyntaxKind.LogicalNotExpression, Operand: var asked },
            Else: null, Statement: var otherwise,
        } => IsWait(asked, process) && Guards.Leaves(otherwise),
        _ => false,
    };

    private static bool IsWait(ExpressionSyntax asked, string process) => asked is InvocationExpressionSyntax { Expression: var wait }
        && wait.ToString() == process + ".WaitForExit";

    // process.StandardOutput.ReadToEnd()
    private static bool IsOutput(Examination examination, ExpressionSyntax read) =>
        examination.ModelOf(read).GetSymbolInfo(read).Symbol is IPropertySymbol { Name: "StandardOutput" or "StandardError" } output
        && MemberNames.OfType(output.ContainingType) == Process;
}
