using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;

namespace ThreadPoolDoctor.CodeFixes.Fixing;

/// <summary>
/// Takes away the using directives that only what was cured had need of (System.Threading, for a Thread.Sleep). Those
/// that nobody needed before stay as they are; so do those that one of several projects that compile the file needs,
/// and all of a file with conditions.
/// </summary>
internal static class UnusedUsings
{
    private const string Unnecessary = "CS8019";

    public static async Task<Solution> RemoveAsync(Solution before, Solution after, IEnumerable<DocumentId> changed,
        CancellationToken cancellation)
    {
        HashSet<DocumentId> done = [];
        foreach (DocumentId id in changed.ToArray())
        {
            if (done.Contains(id) || before.GetDocument(id) is not { } old) continue;
            DocumentId[] copies = [id, .. old.GetLinkedDocumentIds()];
            done.UnionWith(copies);
            SourceText text = await after.GetDocument(id)!.GetTextAsync(cancellation).ConfigureAwait(false);
            SyntaxNode root = (await after.GetDocument(id)!.GetSyntaxRootAsync(cancellation).ConfigureAwait(false))!;
            if (root.ContainsDirectives && root.DescendantTrivia().Any(trivia => trivia.IsKind(SyntaxKind.IfDirectiveTrivia))) continue;
            HashSet<string> unused = await UnusedInAllAsync(after, copies, cancellation).ConfigureAwait(false);
            if (unused.Count == 0) continue;
            unused.ExceptWith(await UnusedInAllAsync(before, copies, cancellation).ConfigureAwait(false));
            UsingDirectiveSyntax[] lost =
            [
                .. root.DescendantNodes(node => node is CompilationUnitSyntax or BaseNamespaceDeclarationSyntax)
                    .OfType<UsingDirectiveSyntax>()
                    .Where(directive => unused.Contains(directive.ToString()) && IsPlain(directive)),
            ];
            if (lost.Length == 0) continue;
            SourceText less = text.WithChanges(
                lost.Select(directive => new TextChange(Lines(directive, lost, text), "")));
            after = copies.Aggregate(after, (whole, copy) => whole.WithDocumentText(copy, less));
        }
        return after;
    }

    // What one of the projects that compile a file needs stays for all of them.
    private static async Task<HashSet<string>> UnusedInAllAsync(Solution solution, DocumentId[] copies,
        CancellationToken cancellation)
    {
        HashSet<string>? unused = null;
        foreach (DocumentId copy in copies)
        {
            UsingDirectiveSyntax[] here = await UnusedAsync(solution.GetDocument(copy)!, cancellation).ConfigureAwait(false);
            unused ??= [.. here.Select(directive => directive.ToString())];
            unused.IntersectWith(here.Select(directive => directive.ToString()));
        }
        return unused!;
    }

    private static async Task<UsingDirectiveSyntax[]> UnusedAsync(Document document, CancellationToken cancellation)
    {
        SemanticModel model = (await document.GetSemanticModelAsync(cancellation).ConfigureAwait(false))!;
        SyntaxNode root = await model.SyntaxTree.GetRootAsync(cancellation).ConfigureAwait(false);
        return [.. model.GetDiagnostics(null, cancellation).Where(problem => problem.Id == Unnecessary)
            .Select(problem => root.FindNode(problem.Location.SourceSpan).FirstAncestorOrSelf<UsingDirectiveSyntax>()).OfType<UsingDirectiveSyntax>()];
    }

    // Its lines; and the blank one below, when no other directive is left above it.
    private static TextSpan Lines(UsingDirectiveSyntax directive, UsingDirectiveSyntax[] lost, SourceText text)
    {
        TextSpan lines = TextSpan.FromBounds(text.Lines.GetLineFromPosition(directive.SpanStart).Start,
            directive.FullSpan.End);
        UsingDirectiveSyntax[] siblings = [.. directive.Parent!.ChildNodes().OfType<UsingDirectiveSyntax>()];
        if (siblings.Last() != directive || siblings.Any(sibling => !lost.Contains(sibling))) return lines;
        TextLine below = text.Lines.GetLineFromPosition(lines.End);
        return string.IsNullOrWhiteSpace(below.ToString())
            ? TextSpan.FromBounds(lines.Start, below.EndIncludingLineBreak) : lines;
    }

    // Alone in its lines, so that they can go as a whole.
    private static bool IsPlain(UsingDirectiveSyntax directive) =>
        directive.GlobalKeyword == default && directive.GetTrailingTrivia() is [.., var last] trailing
            && last.IsKind(SyntaxKind.EndOfLineTrivia)
        && trailing.Concat(directive.GetLeadingTrivia().Reverse()
            .TakeWhile(trivia => !trivia.IsKind(SyntaxKind.EndOfLineTrivia)))
            .All(trivia => trivia.IsKind(SyntaxKind.WhitespaceTrivia) || trivia.IsKind(SyntaxKind.EndOfLineTrivia));
}
