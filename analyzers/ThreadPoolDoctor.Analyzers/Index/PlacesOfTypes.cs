using System;
using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// The bodies in which a value of some types may stand. A value comes by a name: of the type, of a member whose
/// declaration mentions it, or of a type that is made with it. Names only, so it errs on the side of suspicion.
/// </summary>
internal sealed class PlacesOfTypes
{
    // What the language calls without naming it: whoever holds the object may get the value.
    private static readonly HashSet<string> s_unnamed =
        ["GetEnumerator", "MoveNext", "Current", Names.Deconstruct, "GetAwaiter", "GetResult", "Add",
            "Select", "SelectMany", "Where", "Cast"];

    private readonly OutlineIndex _outlines;
    private readonly HashSet<Body>? _members;
    private readonly HashSet<string> _types = [];
    private readonly HashSet<string> _names = [];
    private readonly Queue<string> _pending = new();

    private PlacesOfTypes(OutlineIndex outlines, bool isEverywhere)
    {
        _outlines = outlines;
        _members = isEverywhere ? null : [];
    }

    /// <param name="outlines">Of the compilation.</param>
    /// <param name="types">Simple names.</param>
    public PlacesOfTypes(OutlineIndex outlines, IEnumerable<string> types)
        : this(outlines, isEverywhere: false)
    {
        foreach (string type in types) AddType(type);
        while (_pending.Count > 0)
        {
            string type = _pending.Dequeue();
            foreach (Outline outline in outlines.Outlines) AddMentions(type, outline);
        }
        foreach (Body body in outlines.Outlines.Where(outline => outline.Types.Any(_types.Contains))
            .SelectMany(outline => outline.Bodies))
        {
            if (body.Node.Ancestors().OfType<BaseTypeDeclarationSyntax>()
                .Any(type => _types.Contains(type.Identifier.ValueText))) AddMember(body);
        }
    }

    /// <summary>Every body: nothing is known of the types.</summary>
    public static PlacesOfTypes Everywhere(OutlineIndex outlines) => new(outlines, isEverywhere: true);

    public bool IsEmpty => _members?.Count == 0;

    /// <summary>
    /// Whether a value of the types may stand in a body, or in the member around it: a lambda sees its variables.
    /// </summary>
    public bool Include(Body body) => _members is null || _members.Contains(MemberOf(body));

    private static Body MemberOf(Body body)
    {
        while (body.Parent is { } parent) body = parent;
        return body;
    }

    private void AddMember(Body body) => _members!.Add(MemberOf(body));

    private void AddType(string name)
    {
        if (_types.Add(name)) _pending.Enqueue(name);
    }

    private void AddName(string name)
    {
        if (!_names.Add(name)) return;
        foreach (NameUses uses in _outlines.UsesOf(name))
        {
            foreach (Body body in uses.Callers) AddMember(body);
            foreach (Body body in uses.Readers) AddMember(body);
        }
        foreach (Body body in _outlines.DeclaredAs(name)) AddMember(body);
    }

    private void AddMentions(string type, Outline outline)
    {
        // A whole walk for the few files that have the word.
        SyntaxTree tree = outline.Bodies[0].Node.SyntaxTree;
        if (tree.GetText().ToString().IndexOf(type, StringComparison.Ordinal) < 0) return;
        foreach (SyntaxNode node in tree.GetRoot().DescendantNodes())
        {
            if (node is SimpleNameSyntax name && name.Identifier.ValueText == type) AddMention(name, outline);
        }
    }

    // Where code says it, its member may hold the value; where a declaration does, whoever uses what is declared.
    private void AddMention(SimpleNameSyntax name, Outline outline)
    {
        for (SyntaxNode? at = name.Parent; at is not null; at = at.Parent)
        {
            switch (at)
            {
                case AttributeListSyntax:
                    return;
                case UsingDirectiveSyntax { Alias.Name.Identifier.ValueText: var alias }:
                    AddType(alias);
                    return;
                case StatementSyntax or ArrowExpressionClauseSyntax or EqualsValueClauseSyntax
                    or ConstructorInitializerSyntax:
                    if (outline.Around(at) is { } body) AddMember(body);
                    return;
                case MethodDeclarationSyntax method:
                    AddName(method.Identifier.ValueText);
                    if (s_unnamed.Contains(method.Identifier.ValueText)) AddTypeAround(at);
                    return;
                case PropertyDeclarationSyntax property:
                    AddName(property.Identifier.ValueText);
                    if (s_unnamed.Contains(property.Identifier.ValueText)) AddTypeAround(at);
                    return;
                case EventDeclarationSyntax @event:
                    AddName(@event.Identifier.ValueText);
                    return;
                case BaseFieldDeclarationSyntax field:
                    foreach (VariableDeclaratorSyntax variable in field.Declaration.Variables)
                    {
                        AddName(variable.Identifier.ValueText);
                    }
                    if (outline.Find(field) is { } initializer) AddMember(initializer);
                    return;
                case DelegateDeclarationSyntax @delegate:
                    AddType(@delegate.Identifier.ValueText);
                    return;
                case BaseTypeDeclarationSyntax { Identifier.ValueText: { Length: > 0 } declared }:
                    AddType(declared);
                    return;
                // An indexer, an operator, a constructor: called by no name of its own.
                case MemberDeclarationSyntax and not BaseNamespaceDeclarationSyntax:
                    AddTypeAround(at);
                    return;
            }
        }
    }

    private void AddTypeAround(SyntaxNode member)
    {
        if (member.Parent?.FirstAncestorOrSelf<BaseTypeDeclarationSyntax>() is { } type) AddType(type.Identifier.ValueText);
    }
}
