using System;
using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// Finds the nodes of one file that use a name again, by the positions that its outline has kept of them.
/// </summary>
internal sealed class UsePlaces
{
    private readonly Outline _outline;
    private readonly SyntaxNode _root;

    public UsePlaces(Outline outline, SyntaxNode root)
    {
        _outline = outline;
        _root = root;
    }

    /// <summary>The calls of anything of this name, body by body.</summary>
    public IEnumerable<InvocationExpressionSyntax> CallsTo(string name) => ByBody(InOrder(Calls(name)
        .OfType<InvocationExpressionSyntax>().Where(call => Names.OfInvoked(call.Expression) == name
            && _outline.Around(call)?.MentionsCall(name) == true)));

    /// <summary>Where objects of a type of this name are made, body by body.</summary>
    public IEnumerable<BaseObjectCreationExpressionSyntax> CreationsOf(string name) =>
        ByBody(InOrder(Calls(name).OfType<BaseObjectCreationExpressionSyntax>()));

    /// <summary>Where this name is read or written, body by body.</summary>
    public IEnumerable<SimpleNameSyntax> Mentions(string name) => Named(name, _outline.UsesOf(name)?.Reads);

    /// <summary>Where this name is handed on, body by body.</summary>
    public IEnumerable<SimpleNameSyntax> Passed(string name) => Named(name, _outline.UsesOf(name)?.Passed);

    /// <summary>Wherever this name stands, whatever it is used for.</summary>
    public IEnumerable<SimpleNameSyntax> All(string name) =>
        Named(name, _outline.UsesOf(name)?.In(_root.FullSpan));

    /// <summary>Every identifier of this name in a part of the file, in order.</summary>
    public IEnumerable<IdentifierNameSyntax> Identifiers(SyntaxNode part, string name) => _outline.UsesOf(name) is not { } uses ? []
        : uses.In(part.FullSpan).OrderBy(place => place)
            .Select(place => part.FindToken(place).Parent).OfType<IdentifierNameSyntax>()
            .Where(each => each.Identifier.ValueText == name);

    /// <summary>What a body itself calls by these names, and what it reads or writes by those, in order.</summary>
    public IEnumerable<SyntaxNode> In(Body body, Func<string, bool> isCalled, Func<string, bool> isRead)
    {
        List<int> places = [];
        foreach (string name in body.Calls) if (isCalled(name)) _outline.UsesOf(name)?.CallsIn(body.Node.FullSpan, places);
        foreach (string name in body.Gets) if (isRead(name)) _outline.UsesOf(name)?.ReadsIn(body.Node.FullSpan, places);
        return places.Count == 0 ? [] : InOrder(places.Select(place => At(body.Node, place)).Distinct()
            .Where(use => _outline.Around(use) == body));
    }

    /// <summary>What stands within something else comes after it, as in a walk over all nodes.</summary>
    public static IEnumerable<T> InOrder<T>(IEnumerable<T> nodes)
        where T : SyntaxNode => nodes.OrderBy(node => node.FullSpan.Start).ThenByDescending(node => node.FullSpan.Length);

    private IEnumerable<SyntaxNode> Calls(string name) =>
        _outline.UsesOf(name)?.Calls.Select(place => At(_root, place)) ?? [];

    private IEnumerable<SimpleNameSyntax> Named(string name, IReadOnlyList<int>? places) => places is null ? []
        : ByBody(places.Select(place => _root.FindToken(place).Parent).OfType<SimpleNameSyntax>()
            .Where(each => each.Identifier.ValueText == name));

    // Names of no length have no place of their own.
    private static SyntaxNode At(SyntaxNode around, int place) => around.FindToken(place).Parent switch
    {
        SimpleNameSyntax name => (SyntaxNode?)Names.CallOf(name) ?? name,
        BracketedArgumentListSyntax { Parent: { } access } => access,
        PositionalPatternClauseSyntax { Parent: { } pattern } => pattern,
        var other => other ?? around,
    };

    private IEnumerable<T> ByBody<T>(IEnumerable<T> nodes)
        where T : SyntaxNode => nodes.GroupBy(_outline.Around).SelectMany(each => each);
}
