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
/// Holds a SemaphoreSlim instead of a lock, so that what waits in it can be awaited: changes the field, each lock of
/// it, and the calls. Only where <see cref="HeldLock"/> knows every use of the field, and the call can then be awaited.
/// </summary>
internal static class LockToSemaphore
{
    private const string Call = "ThreadPoolDoctor.CallUnderLock";

    private sealed record Held(Place Call, HeldLock Lock);

    public static async Task<Solution?> ChangeAsync(Solution solution, IReadOnlyList<Place> places,
        CancellationToken cancellation)
    {
        List<Held> calls = [];
        foreach (Place place in places)
        {
            if (await HeldLock.AroundAsync(place.Document, place.Node, cancellation).ConfigureAwait(false) is { } held)
                calls.Add(new(place, held));
        }
        return calls.Count == 0 ? null : await Repair.ApplyAsync(solution, calls,
            together => ApplyAsync(solution, together, cancellation), cancellation).ConfigureAwait(false);
    }

    private static async Task<Solution?> ApplyAsync(Solution before, IReadOnlyCollection<Held> calls,
        CancellationToken cancellation)
    {
        Solution solution = before;
        HeldLock[] locks = [.. calls.GroupBy(call => call.Lock.Field).Select(same => same.First().Lock)];
        HashSet<SyntaxNode> called = [.. calls.Select(call => call.Call.Node)];
        foreach (IGrouping<DocumentId, SyntaxNode> changes in locks.SelectMany(held => held.Places)
            .Concat(calls.Select(call => (call.Call.Document.Id, call.Call.Node)))
            .GroupBy(place => place.Item1, place => place.Item2).ToArray())
        {
            SyntaxNode root = (await before.GetDocument(changes.Key)!.GetSyntaxRootAsync(cancellation)
                .ConfigureAwait(false))!;
            SyntaxNode changed = root.ReplaceNodes(changes.Distinct(), (original, rewritten) =>
                called.Contains(original) ? rewritten.WithAdditionalAnnotations(new SyntaxAnnotation(Call))
                    : Changed(original, rewritten, locks));
            foreach (string name in locks.Where(held => changes.Contains(held.Field))
                .Select(held => held.Using).OfType<string>().Distinct())
            {
                if (changed is CompilationUnitSyntax unit) changed = Usings.Add(unit, name);
            }
            solution = solution.WithDocumentSyntaxRoot(changes.Key, changed);
        }
        return await AwaitAsync(solution, calls.Select(call => call.Call.Document.Id).Distinct(), cancellation)
            .ConfigureAwait(false);
    }

    // What was under the lock can be awaited now; where it cannot, the lock stays.
    private static async Task<Solution?> AwaitAsync(Solution solution, IEnumerable<DocumentId> documents,
        CancellationToken cancellation)
    {
        Planner planner = new(solution, loosesAggregate: true, cancellation);
        List<SitePlan> plans = [];
        foreach (DocumentId id in documents)
        {
            Document document = solution.GetDocument(id)!;
            SyntaxNode root = (await document.GetSyntaxRootAsync(cancellation).ConfigureAwait(false))!;
            foreach (SyntaxNode call in root.GetAnnotatedNodes(Call))
            {
                SitePlan plan = await planner.PlanAsync(document, call).ConfigureAwait(false);
                if (plan.Stop is not null) return null;
                plans.Add(plan);
            }
        }
        return await Changes.ApplyAsync(solution, plans, cancellation).ConfigureAwait(false);
    }

    private static SyntaxNode Changed(SyntaxNode original, SyntaxNode rewritten, IReadOnlyCollection<HeldLock> locks) =>
        (original, rewritten) switch
        {
            (BlockSyntax before, BlockSyntax block) => block.WithStatements(List(before.Statements.Zip(block.Statements,
                (was, now) => (was, now))
                .SelectMany(pair => pair.was is LockStatementSyntax was
                    && locks.FirstOrDefault(held => held.Locks.Contains(was)) is { } held
                        ? Awaited((LockStatementSyntax)pair.now, held) : [pair.now]))),
            (FieldDeclarationSyntax field, FieldDeclarationSyntax { Declaration: var declared } changed) =>
                changed.WithDeclaration(declared
                    .WithType(ParseTypeName(locks.First(held => held.Field == field).Semaphore)
                        .WithTriviaFrom(declared.Type))
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
