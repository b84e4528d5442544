using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// What a member, or a type, does with the names in it: generated and interpreting code has members of tens of thousands
/// of nodes, and is asked about for every call that leads into it.
/// </summary>
internal sealed class ScopeUses
{
    private readonly ConcurrentDictionary<string, IdentifierNameSyntax[]> _uses = new(StringComparer.Ordinal);
    private readonly SyntaxNode _scope;
    private readonly Outline _outline;

    public ScopeUses(SyntaxNode scope, Outline outline)
    {
        _scope = scope;
        _outline = outline;
    }

    /// <summary>The nearest member, or file of top-level statements, around a node.</summary>
    public static SyntaxNode? MemberAround(SyntaxNode node) =>
        node.Ancestors().FirstOrDefault(outer => outer is MemberDeclarationSyntax and not GlobalStatementSyntax
            or CompilationUnitSyntax);

    /// <summary>Every mention of a name, in order.</summary>
    public IReadOnlyList<IdentifierNameSyntax> Of(string name) => _uses.GetOrAdd(name, key =>
        [.. ToBase(key), .. _outline.Places.Identifiers(_scope, key)]);

    // class Worker(Action work) : Base(work): what a type's parameters are for is no body's.
    private IEnumerable<IdentifierNameSyntax> ToBase(string name) => _scope is not TypeDeclarationSyntax { BaseList: { } bases } ? []
        : bases.Types.OfType<PrimaryConstructorBaseTypeSyntax>().SelectMany(made => made.ArgumentList.DescendantNodes())
            .OfType<IdentifierNameSyntax>().Where(each => each.Identifier.ValueText == name);

    /// <summary>Every mention of a name in a part of it.</summary>
    public IEnumerable<IdentifierNameSyntax> In(SyntaxNode part, string name) =>
        Of(name).Where(use => part.Span.Contains(use.SpanStart));

    /// <summary>What writes a variable by its name in a part: x = ..., x++, (x, y) = ..., M(ref x), M(out x)</summary>
    public IEnumerable<SyntaxNode> WritersIn(SyntaxNode part, string variable) =>
        In(part, variable).Select(Writer).OfType<SyntaxNode>();

    private static SyntaxNode? Writer(IdentifierNameSyntax name) => name.Parent switch
    {
        AssignmentExpressionSyntax given when given.Left == name => given,
        PrefixUnaryExpressionSyntax { RawKind: (int)SyntaxKind.PreIncrementExpression or (int)SyntaxKind.PreDecrementExpression or (int)SyntaxKind.AddressOfExpression } counted => counted,
        PostfixUnaryExpressionSyntax { RawKind: (int)SyntaxKind.PostIncrementExpression or (int)SyntaxKind.PostDecrementExpression } counted => counted,
        ArgumentSyntax { RefOrOutKeyword.RawKind: not 0 } given => given,
        ArgumentSyntax { Parent: TupleExpressionSyntax { Parent: AssignmentExpressionSyntax assignment } tuple } when assignment.Left == tuple => assignment,
        RefExpressionSyntax alias => alias,
        _ => null,
    };

    /// <summary>
    /// Whether a variable of this name is given another value: by an assignment, a step, or a callee.
    /// </summary>
    public bool IsWritten(string variable) => Of(variable).Any(use => use.Parent switch
    {
        AssignmentExpressionSyntax assignment => assignment.Left == use,
        PostfixUnaryExpressionSyntax { RawKind: (int)SyntaxKind.PostIncrementExpression or (int)SyntaxKind.PostDecrementExpression } => true,
        PrefixUnaryExpressionSyntax { RawKind: (int)SyntaxKind.PreIncrementExpression or (int)SyntaxKind.PreDecrementExpression } => true,
        ArgumentSyntax argument => !argument.RefOrOutKeyword.IsKind(SyntaxKind.None),
        _ => false,
    });

    /// <summary>What is assigned to a variable, or to a member of any object, of this name.</summary>
    public IEnumerable<ExpressionSyntax> AssignedTo(string name) =>
        Of(name).Select(Assignment).OfType<AssignmentExpressionSyntax>().Select(given => given.Right);

    /// <summary>Whether a part assigns to what is written like this: a variable, or a member of an object.</summary>
    public bool IsAssignedIn(SyntaxNode part, ExpressionSyntax target) => Names.NameOf(target) is { } name
        && In(part, name.Identifier.ValueText).Select(Assignment).OfType<AssignmentExpressionSyntax>()
            .Any(given => given.Left.ToString() == target.ToString());

    private static AssignmentExpressionSyntax? Assignment(IdentifierNameSyntax use)
    {
        ExpressionSyntax target = use.Parent is MemberAccessExpressionSyntax access && access.Name == use ? access : use;
        return target.Parent is AssignmentExpressionSyntax assignment && assignment.Left == target ? assignment : null;
    }
}
