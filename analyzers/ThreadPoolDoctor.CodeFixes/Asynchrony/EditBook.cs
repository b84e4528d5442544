using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;

namespace ThreadPoolDoctor.CodeFixes.Asynchrony;

/// <summary>The order in which several edits of one node are made; a node gets at most one edit of each kind.</summary>
internal enum EditKind
{
    Rename,
    Await,
    WorkItem,
    Return,
    Body,
    Signature,
}

/// <summary>One change of one node. The function is given the node with all edits below it already made.</summary>
internal sealed record Edit(DocumentId Document, SyntaxNode Node, EditKind Kind, Func<SyntaxNode, SyntaxNode> Change)
{
    /// <summary>An exception that would have ended the process stays in a task from now on: the user is told.</summary>
    public bool Hides { get; init; }
}

/// <summary>
/// All edits of a fix, by document. Each document is rewritten once, from the leaves up, so that edits inside edits
/// keep each other and none is lost, however many there are: this is why no batch fixer is used.
/// </summary>
internal sealed class EditBook
{
    private readonly Dictionary<DocumentId, Dictionary<SyntaxNode, SortedDictionary<EditKind, Func<SyntaxNode, SyntaxNode>>>> _edits = [];
    private readonly Dictionary<DocumentId, SortedSet<string>> _usings = [];

    public IEnumerable<DocumentId> Documents => _edits.Keys;

    /// <summary>
    /// Writes an edit down. The same kind of edit of the same node again is the same edit, asked for twice.
    /// </summary>
    public void Add(Edit edit)
    {
        if (!_edits.TryGetValue(edit.Document, out var nodes)) _edits.Add(edit.Document, nodes = []);
        if (!nodes.TryGetValue(edit.Node, out var kinds)) nodes.Add(edit.Node, kinds = []);
        if (!kinds.ContainsKey(edit.Kind)) kinds.Add(edit.Kind, edit.Change);
    }

    public void AddUsing(DocumentId document, string @namespace)
    {
        if (!_usings.TryGetValue(document, out var names)) _usings.Add(document, names = new(StringComparer.Ordinal));
        names.Add(@namespace);
    }

    public async Task<Solution> ApplyAsync(Solution solution, CancellationToken cancellation)
    {
        foreach (DocumentId id in _edits.Keys.ToArray()) await GatherAsync(solution, id, cancellation).ConfigureAwait(false);
        foreach (var pair in _edits)
        {
            SyntaxNode? root = await solution.GetDocument(pair.Key)!.GetSyntaxRootAsync(cancellation)
                .ConfigureAwait(false);
            SyntaxNode changed = root!.ReplaceNodes(pair.Value.Keys, (original, rewritten) =>
                Comments.Kept(rewritten, pair.Value[original].Values.Aggregate(rewritten, (node, change) => change(node))));
            if (_usings.TryGetValue(pair.Key, out var names) && changed is CompilationUnitSyntax unit)
            {
                changed = names.Aggregate(unit, Usings.Add);
            }
            // As text: what is checked, and shown, is then what a compiler reads, not a tree that prints differently.
            SourceText old = await solution.GetDocument(pair.Key)!.GetTextAsync(cancellation).ConfigureAwait(false);
            solution = solution.WithDocumentText(pair.Key,
                SourceText.From(changed.ToFullString(), old.Encoding, old.ChecksumAlgorithm));
        }
        return solution;
    }

    // A file that several projects compile is one file: a method is declared in the copy where it was reported, and its
    // callers are found in the others as well. Whoever wrote the copies one after the other would keep the edits of the
    // last one alone.
    private async Task GatherAsync(Solution solution, DocumentId into, CancellationToken cancellation)
    {
        if (!_edits.ContainsKey(into)) return;
        Document document = solution.GetDocument(into)!;
        foreach (DocumentId copy in document.GetLinkedDocumentIds())
        {
            if (!_edits.TryGetValue(copy, out var others)) continue;
            SyntaxNode root = (await document.GetSyntaxRootAsync(cancellation).ConfigureAwait(false))!;
            foreach (var pair in others.ToArray())
            {
                // What only the other project compiles has no node here, and is left to the safety net.
                if (!root.FullSpan.Contains(pair.Key.Span) || Twin(root, pair.Key) is not { } node) continue;
                foreach (var edit in pair.Value) Add(new Edit(into, node, edit.Key, edit.Value));
                others.Remove(pair.Key);
            }
            if (others.Count > 0) continue;
            _edits.Remove(copy);
            if (!_usings.TryGetValue(copy, out var names)) continue;
            foreach (string name in names) AddUsing(into, name);
            _usings.Remove(copy);
        }
    }

    private static SyntaxNode? Twin(SyntaxNode root, SyntaxNode node) => root
        .FindNode(node.Span, findInsideTrivia: true, getInnermostNodeForTie: true).AncestorsAndSelf(ascendOutOfTrivia: true)
        .FirstOrDefault(at => at.Span == node.Span && at.RawKind == node.RawKind);
}
