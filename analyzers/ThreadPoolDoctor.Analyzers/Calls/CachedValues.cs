using System;
using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// What is made because a cache does not have it, and is put there: in the factory that the cache is given, or after it
/// was asked for a key and before it is given a value for the same one.
/// </summary>
internal static class CachedValues
{
    // What runs a factory once and keeps the value that it gives.
    private static readonly string[] s_keepers = ["GetOrAdd", "GetOrCreate", "AddOrUpdate"];

    // How the names begin of what asks a cache for a key, and of what gives it a value.
    private static readonly string[] s_asking = ["Get", "TryGet", "Contains"];
    private static readonly string[] s_keeping = ["Set", "Add", "TryAdd", "Put", "Insert"];

    /// <summary>Whether a call stands where such a value is made.</summary>
    public static bool IsMaking(SyntaxNode call) => KeeperAround(call) is not null || IsBetween(call);

    /// <summary>
    /// What runs the factory around a call: <c>texts.GetOrAdd(name, key => File.ReadAllText(key))</c>.
    /// </summary>
    public static string? KeeperAround(SyntaxNode call) =>
        call.Ancestors().FirstOrDefault(Outline.IsBody) is AnonymousFunctionExpressionSyntax
        {
            AsyncKeyword.RawKind: 0, Parent: ArgumentSyntax { Parent.Parent: InvocationExpressionSyntax around },
        } && Names.OfInvoked(around.Expression) is { } name && s_keepers.Contains(name) ? name : null;

    // if (!texts.TryGetValue(name, out string? text)) { text = File.ReadAllText(name); texts.Add(name, text); }
    private static bool IsBetween(SyntaxNode call)
    {
        if (call.Ancestors().FirstOrDefault(Outline.IsBody) is not { } body) return false;
        SyntaxNode[] own = [.. Names.Nodes(body, inner => inner == body || !Outline.IsBody(inner))];
        HashSet<(string, string)> asked = [.. own.Where(node => node.Span.End <= call.SpanStart)
            .SelectMany(node => Place(node, s_asking))];
        return asked.Count > 0 && own.Where(node => node.Span.End >= call.Span.End && node != call)
            .SelectMany(node => Place(node, s_keeping)).Any(asked.Contains);
    }

    // The cache and the key, as they are written: texts.Add(name, text), texts[name] = text.
    private static IEnumerable<(string, string)> Place(SyntaxNode node, string[] verbs) => node switch
    {
        InvocationExpressionSyntax
        {
            Expression: MemberAccessExpressionSyntax called, ArgumentList.Arguments: [{ Expression: var key }, ..],
        } when verbs.Any(verb => called.Name.Identifier.ValueText.StartsWith(verb, StringComparison.Ordinal))
            => [(called.Expression.ToString(), key.ToString())],
        AssignmentExpressionSyntax
        {
            Left: ElementAccessExpressionSyntax { ArgumentList.Arguments: [{ Expression: var key }] } kept,
        } when verbs == s_keeping => [(kept.Expression.ToString(), key.ToString())],
        _ => [],
    };
}
