using System.Collections.Generic;
using System.Linq;
using System.Runtime.CompilerServices;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// The variables that a member writes, and those that may change at any time, of which nothing stays known.
/// </summary>
internal sealed class WrittenPaths
{
    // What puts something into a collection.
    private static readonly HashSet<string> s_puts =
    [
        "Add", "AddRange", "Insert", "InsertRange", "TryAdd", "Enqueue", "Push", "AddLast", "AddFirst", "GetOrAdd", "AddOrUpdate",
    ];

    private readonly TaskPaths _paths;
    private readonly SyntaxNode _root;
    private readonly HashSet<string> _unreliable;

    public WrittenPaths(TaskPaths paths, SyntaxNode root)
    {
        _paths = paths;
        _root = root;
        _unreliable = Unreliable();
    }

    public IEnumerable<string> In(SyntaxNode node, int from = 0)
    {
        foreach (SyntaxNode inner in node.DescendantNodes())
        {
            if (inner.SpanStart < from) continue;
            ExpressionSyntax? written = inner switch
            {
                AssignmentExpressionSyntax assignment => assignment.Left,
                ArgumentSyntax { RefOrOutKeyword.RawKind: not 0 } argument => argument.Expression,
                _ => null,
            };
            if (written is TupleExpressionSyntax tuple)
            {
                foreach (ArgumentSyntax part in tuple.Arguments) if (_paths.Of(part.Expression) is { } one) yield return one;
            }
            else if (written is not null && _paths.Of(written) is { } path)
            {
                yield return path;
                if (written is ElementAccessExpressionSyntax element
                    && _paths.Of(element.Expression) is { } collection) yield return collection + ".[]";
            }
            if (from == 0 && inner is VariableDeclaratorSyntax declared) yield return _paths.OfDeclared(declared.Identifier);
            if (inner is InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax access } && s_puts.Contains(access.Name.Identifier.ValueText)
                && _paths.Of(access.Expression) is { } grown) yield return grown + CompletionState.Element;
        }
    }

    /// <summary>Whether what is called so puts something into a collection.</summary>
    public static bool Puts(string? name) => name is not null && s_puts.Contains(name);

    public bool IsReliable(string path) => !_unreliable.Contains(path);

    public string? Reliable(string? path) => path is not null && IsReliable(path) ? path : null;

    /// <summary>
    /// Variables that a lambda or local function writes, or that have another name by reference: they may change at any
    /// time.
    /// </summary>
    private HashSet<string> Unreliable()
    {
        HashSet<string> paths = [];
        foreach (SyntaxNode node in _root.DescendantNodes())
        {
            if (node is RefExpressionSyntax reference && _paths.Of(reference.Expression) is { } alias) paths.Add(alias);
            if (node is not (AnonymousFunctionExpressionSyntax or LocalFunctionStatementSyntax)) continue;
            foreach (string written in In(node))
            {
                int at = written.IndexOf('@');
                string start = at < 0 ? "" : written.Substring(at + 1).Split('.')[0];
                bool isOwn = int.TryParse(start, out int position) && node.Span.Contains(position);
                if (!isOwn) paths.Add(written);
            }
        }
        return paths;
    }
}
