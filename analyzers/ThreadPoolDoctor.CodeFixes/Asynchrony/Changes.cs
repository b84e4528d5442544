using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.CodeFixes.Asynchrony;

/// <summary>Puts the plans of one or of many sites together into one set of edits.</summary>
internal static class Changes
{
    public static Task<Solution> ApplyAsync(Solution solution, IReadOnlyCollection<SitePlan> sites,
        CancellationToken cancellation)
    {
        EditBook book = new();
        FunctionPlan[] plans = [.. sites.SelectMany(site => site.Functions).Distinct()];
        HashSet<SyntaxNode> awaiting = [.. sites.Select(site => site.Function?.Node).OfType<SyntaxNode>(),
            .. plans.SelectMany(plan => plan.Awaiting).Select(d => d.Node)];
        foreach (Edit edit in sites.SelectMany(site => site.Edits)
            .Concat(plans.SelectMany(plan => plan.Edits))) book.Add(edit);
        foreach ((DocumentId document, string name) in sites.SelectMany(site => site.Usings)
            .Concat(plans.SelectMany(plan => plan.Usings))) book.AddUsing(document, name);
        foreach (FunctionPlan plan in plans)
        {
            foreach (Declaration declaration in plan.Declarations) AddSignature(book, plan, declaration,
                awaiting.Contains(declaration.Node));
        }
        return book.ApplyAsync(solution, cancellation);
    }

    private static void AddSignature(EditBook book, FunctionPlan plan, Declaration declaration, bool awaits)
    {
        DocumentId document = declaration.Document.Id;
        SyntaxNode function = declaration.Node;
        if (function is CompilationUnitSyntax)
        {
            if (!Functions.OwnNodes(function)
                .Any(node => node is AwaitExpressionSyntax)) AddDiscards(book, declaration);
            return;
        }
        bool isAsync = Functions.IsAsync(function);
        if (isAsync && (function is AnonymousFunctionExpressionSyntax || !plan.ChangesType)) return;
        IMethodSymbol symbol = Functions.SymbolOf(function, declaration.Model)!;
        bool isNamed = function is not AnonymousFunctionExpressionSyntax
            || function is ParenthesizedLambdaExpressionSyntax { ReturnType: not null };
        TypeNames.TaskName task = plan.ChangesType && isNamed ? TypeNames.Task(declaration.Model, function.SpanStart)
            : new("Task", null);
        if (task.Using is not null) book.AddUsing(document, task.Using);
        if (isAsync)
        {
            // It was async void: only its type and name change.
        }
        else if (awaits)
        {
            AddDiscards(book, declaration);
            if (!plan.ChangesType) Add(book, Returns.OfTaskReturning(document, function, symbol, declaration.Model));
        }
        else
        {
            Add(book, Returns.OfCompleted(document, function, symbol, task.Text));
        }
        book.Add(new Edit(document, function, EditKind.Signature,
            node => MakeAsync.Signature(node, task.Text, plan.ChangesType, awaits && !isAsync, plan.NewName)));
    }

    // In an async function the compiler warns of a task that is dropped silently; in a synchronous one it did not.
    private static void AddDiscards(EditBook book, Declaration declaration)
    {
        foreach (ExpressionStatementSyntax statement in Functions.OwnNodes(declaration.Node).OfType<ExpressionStatementSyntax>())
        {
            if (statement.Expression is not InvocationExpressionSyntax call) continue;
            bool isTask = Awaitables.TryGetResult(declaration.Model.GetTypeInfo(call).Type, out _);
            if (!isTask && Syntax.MemberName(call)?.Identifier.ValueText.EndsWith("QueueUserWorkItem",
                StringComparison.Ordinal) != true) continue;
            book.Add(new Edit(declaration.Document.Id, call, EditKind.Return, node => Discard((ExpressionSyntax)node)));
        }
    }

    private static SyntaxNode Discard(ExpressionSyntax call) =>
        call is not InvocationExpressionSyntax
            || Syntax.MemberName(call)?.Identifier.ValueText.EndsWith("QueueUserWorkItem",
            StringComparison.Ordinal) == true
        ? call
        : Microsoft.CodeAnalysis.CSharp.SyntaxFactory.ParseExpression($"_ = {call.WithoutTrivia().ToFullString()}")
            .WithTriviaFrom(call);

    private static void Add(EditBook book, IEnumerable<Edit> edits)
    {
        foreach (Edit edit in edits) book.Add(edit);
    }
}
