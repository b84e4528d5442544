using System;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.CompilerServices;
using System.Threading;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// What one file declares and which names each body uses, read off its syntax alone. Trees are immutable and most
/// survive an edit, so an outline is made once per text of a file, not once per keystroke.
/// </summary>
internal sealed class Outline
{
    private static readonly ConditionalWeakTable<SyntaxTree, Outline> s_outlines = new();

    private readonly Dictionary<SyntaxNode, Body> _byNode;
    private readonly Dictionary<string, NameUses> _uses;
    private readonly Lazy<Dictionary<string, List<Body>>> _declared;

    public Outline(List<Body> bodies, Dictionary<SyntaxNode, Body> byNode, Dictionary<string, NameUses> uses)
    {
        Bodies = bodies;
        _byNode = byNode;
        _uses = uses;
        _declared = new(() => IndexOfDeclared(bodies));
        foreach (NameUses each in uses.Values) each.Sort();
        Places = new UsePlaces(this, bodies[0].Node);
        Endless = [.. bodies.Where(body => body.MayNotEnd)];
        AsyncVoids = NamesWhere(body => body.IsAsync
            && body.Node is MethodDeclarationSyntax { ReturnType: PredefinedTypeSyntax }
            or LocalFunctionStatementSyntax { ReturnType: PredefinedTypeSyntax });
        Registrars = NamesWhere(body => body.MentionsCall("RegisterWaitForSingleObject")
            || body.MentionsCall("UnsafeRegisterWaitForSingleObject"));
        Types = [.. bodies.Select(body => body.Node).OfType<BaseTypeDeclarationSyntax>()
            .Select(type => type.Identifier.ValueText)];
    }

    public IReadOnlyList<Body> Bodies { get; }

    /// <summary>Every name that some body here calls, reads or writes.</summary>
    public IEnumerable<string> UsedNames => _uses.Keys;

    /// <summary>Every name that a body here is called or read by.</summary>
    public IEnumerable<string> DeclaredNames => _declared.Value.Keys;

    /// <summary>Bodies with a loop that looks as if it did not end.</summary>
    public IReadOnlyList<Body> Endless { get; }

    /// <summary>Names of async void methods and functions.</summary>
    public IReadOnlyList<string> AsyncVoids { get; }

    /// <summary>Names of what registers waits with the pool.</summary>
    public IReadOnlyList<string> Registrars { get; }

    /// <summary>Names of the types declared here.</summary>
    public IReadOnlyList<string> Types { get; }

    public static Outline Of(SyntaxTree tree, CancellationToken cancellation)
    {
        if (s_outlines.TryGetValue(tree, out Outline? outline)) return outline;
        return s_outlines.GetValue(tree, _ => OutlineWriter.Draw(tree.GetRoot(cancellation), cancellation));
    }

    // Every node of a walk is asked. Expressions and statements come before the compilation unit in the list of kinds:
    // one number answers for them, where each type would be a question of its own.
    public static bool IsBody(SyntaxNode node) => node.Kind() is var kind && kind < SyntaxKind.CompilationUnit
        ? kind is SyntaxKind.SimpleLambdaExpression or SyntaxKind.ParenthesizedLambdaExpression
            or SyntaxKind.AnonymousMethodExpression or SyntaxKind.LocalFunctionStatement
        : IsDeclaredBody(node);

    private static bool IsDeclaredBody(SyntaxNode node) => node switch
    {
        BaseMethodDeclarationSyntax or AccessorDeclarationSyntax => true,
        PropertyDeclarationSyntax property => property.ExpressionBody is not null || property.Initializer is not null,
        IndexerDeclarationSyntax indexer => indexer.ExpressionBody is not null,
        BaseFieldDeclarationSyntax => true,
        BaseTypeDeclarationSyntax or DelegateDeclarationSyntax => true,
        CompilationUnitSyntax => true,
        _ => false,
    };

    /// <summary>The innermost body around a node.</summary>
    public Body? Around(SyntaxNode node)
    {
        for (SyntaxNode? at = node; at is not null; at = at.Parent)
        {
            if (IsBody(at) && _byNode.TryGetValue(at, out Body? body)) return body;
        }
        return null;
    }

    public Body? Find(SyntaxNode node) => _byNode.TryGetValue(node, out Body? body) ? body : null;

    /// <summary>The bodies that a span touches; all of them when there is none.</summary>
    public IEnumerable<Body> BodiesIn(TextSpan? span) =>
        span is { } part ? Bodies.Where(body => body.Node.Span.IntersectsWith(part)) : Bodies;

    /// <summary>Who uses this name here, and how; null when nobody does.</summary>
    public NameUses? UsesOf(string name) => _uses.TryGetValue(name, out NameUses? uses) ? uses : null;

    /// <summary>The nodes here that use a name.</summary>
    public UsePlaces Places { get; }

    /// <summary>Where a name of these is handed on here, by the body that it stands in.</summary>
    public ILookup<Body, SimpleNameSyntax> PassedOn(Func<string, bool> isAsked) =>
        _uses.Where(use => use.Value.Passed.Count > 0 && isAsked(use.Key)).SelectMany(use => Places.Passed(use.Key))
            .OrderBy(name => name.SpanStart).ToLookup(name => Around(name)!);

    /// <summary>The bodies here that are called or read by this name.</summary>
    public IReadOnlyList<Body> DeclaredAs(string name) =>
        _declared.Value.TryGetValue(name, out List<Body>? bodies) ? bodies : [];

    private string[] NamesWhere(Func<Body, bool> holds) =>
        [.. Bodies.Where(holds).SelectMany(body => body.DeclaredNames).Select(name => name.Name).Distinct()];

    private static Dictionary<string, List<Body>> IndexOfDeclared(List<Body> bodies)
    {
        Dictionary<string, List<Body>> index = [];
        foreach (Body body in bodies)
        {
            foreach ((string name, bool _) in body.DeclaredNames)
            {
                if (!index.TryGetValue(name, out List<Body>? named)) index.Add(name, named = []);
                named.Add(body);
            }
        }
        return index;
    }
}
