using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// Tasks that are made for later and kept in a collection: <c>_queue.Add(new Task(work))</c>. Who takes them out starts
/// them.
/// </summary>
internal static class KeptTasks
{
    private static readonly string[] s_put = ["Add", "TryAdd", "Enqueue", "Push"];

    private static readonly string[] s_take =
    [
        "Take", "TryTake", "Dequeue", "TryDequeue", "Pop", "TryPop", "GetConsumingEnumerable",
    ];

    /// <summary>
    /// The names of what comes out of the collection, in the members that take it out; none where it is not kept.
    /// </summary>
    public static IEnumerable<SyntaxNode> UsesOf(Examination examination, SyntaxNode made)
    {
        if (made.Parent is not ArgumentSyntax { Parent.Parent: InvocationExpressionSyntax put }
            || !s_put.Contains(Names.OfInvoked(put.Expression)) || Receiver.Of(put) is not { } receiver
            || examination.ModelOf(receiver).GetSymbolInfo(receiver).Symbol is not IFieldSymbol kept) return [];
        return examination.Mentions(kept.Name)
            .Where(name => SymbolEqualityComparer.Default.Equals(examination.ModelOf(name).GetSymbolInfo(name).Symbol, kept))
            .Select(TakenAt).OfType<SyntaxNode>()
            .SelectMany(taken => NameOf(taken) is { } name && examination.UsesAround(taken) is { } uses
                ? uses.Of(name) : []);
    }

    /// <summary>
    /// Whether a task is waited for as soon as it is started: whoever starts it starts the next after that.
    /// </summary>
    public static bool IsWaitedFor(InvocationExpressionSyntax start)
    {
        if (start.Parent is not ExpressionStatementSyntax { Parent: BlockSyntax block } statement
            || Receiver.Of(start) is not IdentifierNameSyntax task) return false;
        int next = block.Statements.IndexOf(statement) + 1;
        return next < block.Statements.Count
            && block.Statements[next] is ExpressionStatementSyntax { Expression: InvocationExpressionSyntax wait }
            && Names.OfInvoked(wait.Expression) == "Wait" && Receiver.Of(wait) is IdentifierNameSyntax waited
            && waited.Identifier.ValueText == task.Identifier.ValueText;
    }

    // _queue.Take()
    private static InvocationExpressionSyntax? TakenAt(SyntaxNode name)
    {
        SyntaxNode whole = name.Parent is MemberAccessExpressionSyntax own && own.Name == name ? own : name;
        return whole.Parent is MemberAccessExpressionSyntax { Parent: InvocationExpressionSyntax call } access
            && access.Expression == whole && s_take.Contains(access.Name.Identifier.ValueText) ? call : null;
    }

    // Task next = _queue.Take(), _queue.TryTake(out Task? next), foreach (Task next in _queue.GetConsumingEnumerable())
    private static string? NameOf(SyntaxNode taken) => taken switch
    {
        { Parent: EqualsValueClauseSyntax { Parent: VariableDeclaratorSyntax local } } => local.Identifier.ValueText,
        { Parent: ForEachStatementSyntax loop } => loop.Identifier.ValueText,
        InvocationExpressionSyntax { ArgumentList.Arguments: [{ Expression: DeclarationExpressionSyntax given }, ..] } =>
            (given.Designation as SingleVariableDesignationSyntax)?.Identifier.ValueText,
        _ => null,
    };
}
