using System;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.Threading;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Text;
using ThreadPoolDoctor.Catalog;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// Members that a project adds to the catalogue or takes from it: additional files whose names end in
/// <c>threadpooldoctor.blocking.txt</c> and <c>threadpooldoctor.harmless.txt</c>. One documentation-comment id a line,
/// with an optional <c>=> Twin</c> in the first; <c>T:</c> covers a whole type; # starts a comment.
/// <code>
/// M:Acme.Bus.Receive(System.Int32) => ReceiveAsync
/// M:Acme.Legacy.Gateway.Call
/// </code>
/// </summary>
internal sealed class MemberLists
{
    public const string BlockingFile = "threadpooldoctor.blocking.txt";
    public const string HarmlessFile = "threadpooldoctor.harmless.txt";

    private readonly Dictionary<string, BlockingCall> _blocking = new(StringComparer.Ordinal);
    private readonly HashSet<string> _harmless = new(StringComparer.Ordinal);

    public IReadOnlyDictionary<string, BlockingCall> Blocking => _blocking;

    public bool Any => _blocking.Count > 0;

    public static MemberLists Read(ImmutableArray<AdditionalText> files, IEnumerable<string> trusted,
        CancellationToken cancellation)
    {
        MemberLists lists = new();
        foreach (string id in trusted) lists._harmless.Add(Normalize(id));
        foreach (AdditionalText file in files)
        {
            bool blocking = file.Path.EndsWith(BlockingFile, StringComparison.OrdinalIgnoreCase);
            if (!blocking && !file.Path.EndsWith(HarmlessFile, StringComparison.OrdinalIgnoreCase)) continue;
            foreach (TextLine line in file.GetText(cancellation)?.Lines ?? Enumerable())
            {
                if (blocking) lists.AddBlocking(line.ToString());
                else lists.AddHarmless(line.ToString());
            }
        }
        return lists;

        static IEnumerable<TextLine> Enumerable() => [];
    }

    public BlockingCall? Find(IMethodSymbol definition)
    {
        foreach (string id in Ids(definition))
        {
            if (_blocking.TryGetValue(id, out BlockingCall? row)) return row;
        }
        return null;
    }

    public bool IsHarmless(IMethodSymbol method)
    {
        if (_harmless.Count == 0) return false;
        IMethodSymbol definition = (method.ReducedFrom ?? method).OriginalDefinition;
        foreach (string id in Ids(definition))
        {
            if (_harmless.Contains(id)) return true;
        }
        for (INamedTypeSymbol? type = definition.ContainingType; type is not null; type = type.ContainingType)
        {
            if (type.GetDocumentationCommentId() is { } id && _harmless.Contains(id)) return true;
        }
        return false;
    }

    // The exact id, the property of an accessor, and the id without parameters, which stands for every overload.
    private static IEnumerable<string> Ids(IMethodSymbol definition)
    {
        ISymbol member = definition.AssociatedSymbol ?? definition;
        if (member.GetDocumentationCommentId() is not { } id) yield break;
        yield return id;
        int parameters = id.IndexOf('(');
        if (parameters > 0) yield return id.Substring(0, parameters);
    }

    private void AddBlocking(string line)
    {
        string[] parts = WithoutComment(line).Split(["=>"], StringSplitOptions.None);
        string id = parts[0].Trim();
        if (id.Length < 3 || id[1] != ':') return;
        string name = id.Substring(2).Split('(')[0];
        int dot = name.LastIndexOf('.');
        if (dot <= 0) return;
        string member = name.Substring(dot + 1).Split('`')[0].Replace('#', '.');
        if (id[0] == 'P') member = "get_" + member;
        string? twin = parts.Length > 1 && parts[1].Trim() is { Length: > 0 } said ? said : null;
        _blocking[id] = new BlockingCall(Ailments.BlockingIO, name.Substring(0, dot), member, twin);
    }

    private void AddHarmless(string line)
    {
        string id = WithoutComment(line);
        if (id.Length > 0) _harmless.Add(Normalize(id));
    }

    // In .editorconfig a type may stand without its "T:", as it is seldom a member.
    private static string Normalize(string id) => id.Length > 1 && id[1] == ':' ? id : "T:" + id;

    private static string WithoutComment(string line)
    {
        int hash = line.IndexOf(" #", StringComparison.Ordinal);
        string text = (hash >= 0 ? line.Substring(0, hash) : line).Trim();
        return text.StartsWith("#", StringComparison.Ordinal) ? "" : text;
    }
}
