using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using ThreadPoolDoctor.CodeFixes.Asynchrony;
using ThreadPoolDoctor.CodeFixes.Fixing;
using static Microsoft.CodeAnalysis.CSharp.SyntaxFactory;

namespace ThreadPoolDoctor.CodeFixes.Offers;

/// <summary>
/// Holds a SemaphoreSlim instead of a lock, so that what waits in it can be awaited: changes the field, each lock of it, and the call.
/// Only where <see cref="HeldLock"/> knows every use of the field, and where the call can then be awaited.
/// </summary>
internal static class LockToSemaphore
{
    private static readonly SyntaxAnnotation s_call = new("ThreadPoolDoctor.CallUnderLock");

    public static async Task<Solution?> ChangeAsync(Document document, SyntaxNode call, CancellationToken cancellation)
    {
        if (await HeldLock.AroundAsync(document, call, cancellation).ConfigureAwait(false) is not { } held) return null;
        Solution before = document.Project.Solution;
        Solution solution = before;
        foreach (IGrouping<DocumentId, SyntaxNode> changes in held.Places.Append((document.Id, call))
            .GroupBy(place => place.Item1, place => place.Item2))
        {
            SyntaxNode root = (await before.GetDocument(changes.Key)!.GetSyntaxRootAsync(cancellation)
                .ConfigureAwait(false))!;
            SyntaxNode changed = root.ReplaceNodes(changes, (original, rewritten) => original == call
                ? rewritten.WithAdditionalAnnotations(s_call)
                : Changed(original, rewritten, held));
            if (held.Using is not null && changed is CompilationUnitSyntax unit) changed = Usings.Add(unit, held.Using);
            solution = solution.WithDocumentSyntaxRoot(changes.Key, changed);
        }
        return await AwaitAsync(solution, document.Id, cancellation).ConfigureAwait(false) is { } result
            ? await SafetyNet.CheckAsync(before, result, cancellation).ConfigureAwait(false)
            : null;
    }

    // What was under the lock can be awaited now; where it cannot, the lock stays.
    private static async Task<Solution?> AwaitAsync(Solution solution, DocumentId id, CancellationToken cancellation)
    {
        Document document = solution.GetDocument(id)!;
        SyntaxNode root = (await document.GetSyntaxRootAsync(cancellation).ConfigureAwait(false))!;
        Planner planner = new(solution, loosesAggregate: true, cancellation);
        SitePlan plan = await planner.PlanAsync(document, root.GetAnnotatedNodes(s_call).Single())
            .ConfigureAwait(false);
        return plan.Stop is null ? await Repair.ApplyAsync(solution, [plan], cancellation).ConfigureAwait(false) : null;
    }

    private static SyntaxNode Changed(SyntaxNode original, SyntaxNode rewritten, HeldLock held) =>
        (original, rewritten) switch
        {
            (BlockSyntax before, BlockSyntax block) => block.WithStatements(List(before.Statements.Zip(block.Statements,
                (was, now) => (was, now))
                .SelectMany(pair => pair.was is LockStatementSyntax was && held.Locks.Contains(was)
                    ? Awaited((LockStatementSyntax)pair.now, held) : [pair.now]))),
            (_, FieldDeclarationSyntax { Declaration: var declared } field) => field.WithDeclaration(declared
                .WithType(ParseTypeName(held.Semaphore).WithTriviaFrom(declared.Type))
                .WithVariables(SingletonSeparatedList(declared.Variables[0].WithInitializer(
                    declared.Variables[0].Initializer!.WithValue(ParseExpression("new(1, 1)")
                        .WithTriviaFrom(declared.Variables[0].Initializer!.Value)))))),
            _ => rewritten,
        };

    // await gate.WaitAsync(); try { ... } finally { gate.Release(); }, laid out as the lock was.
    private static StatementSyntax[] Awaited(LockStatementSyntax held, HeldLock field)
    {
        string gate = held.Expression.WithoutTrivia().ToString();
        string line = held.DescendantTrivia().FirstOrDefault(trivia => trivia.IsKind(SyntaxKind.EndOfLineTrivia))
            .ToString();
        string indent = Indentation.Of(held);
        bool isBraceOnOwnLine = held.Statement is BlockSyntax
            && held.CloseParenToken.TrailingTrivia.Any(SyntaxKind.EndOfLineTrivia);
        // A lock in one line becomes as many lines as there are statements, if it has a line of its own.
        string end = line.Length > 0 ? line : Usings.NewLine(held.SyntaxTree?.GetRoot() ?? held).ToString();
        string wait = $"await {gate}.WaitAsync(){(field.LeavesContext ? ".ConfigureAwait(false)" : "")};";
        string open = isBraceOnOwnLine ? end + indent : " ";
        string release = isBraceOnOwnLine ? $"{{{end}{indent}    {gate}.Release();{end}{indent}}}"
            : $"{{ {gate}.Release(); }}";
        BlockSyntax body = held.Statement is BlockSyntax block ? block : Block(
            Token(SyntaxKind.OpenBraceToken)
                .WithTrailingTrivia(Space), SingletonList(held.Statement.WithLeadingTrivia().WithTrailingTrivia(Space)),
                Token(SyntaxKind.CloseBraceToken));
        TryStatementSyntax attempt = (TryStatementSyntax)ParseStatement($"try{open}{{ }}{end}{indent}finally{open}{release}");
        attempt = attempt.WithBlock(body.WithLeadingTrivia(attempt.Block.GetLeadingTrivia())
            .WithTrailingTrivia(attempt.Block.GetTrailingTrivia()));
        return
        [
            ParseStatement(wait).WithLeadingTrivia(held.GetLeadingTrivia())
                .WithTrailingTrivia(ParseTrailingTrivia(end)),
            attempt.WithLeadingTrivia(Whitespace(indent)).WithTrailingTrivia(held.GetTrailingTrivia()),
        ];
    }
}
