using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>The members of interfaces that this project may call without knowing what they do.</summary>
internal sealed class OpenMembers
{
    private readonly Examination _examination;
    private readonly ConcurrentDictionary<IMethodSymbol, OpenCall?> _known = new(SymbolEqualityComparer.Default);

    public OpenMembers(Examination examination) => _examination = examination;

    public IEnumerable<(string Name, bool IsCall)> Names =>
        NamesIn(_examination.Outlines).Concat(_examination.Others.OpenNames).Distinct();

    /// <summary>What the interfaces of a project declare and do not await.</summary>
    public static IEnumerable<(string Name, bool IsCall)> NamesIn(OutlineIndex outlines) => outlines.Outlines
        .SelectMany(outline => outline.Bodies).Where(IsDeclared).SelectMany(body => body.DeclaredNames).Distinct();

    public OpenCall? Find(IMethodSymbol method) =>
        _known.GetOrAdd((method.ReducedFrom ?? method).OriginalDefinition, Look);

    private static bool IsDeclared(Body body) => !body.LooksAwaitable && body.Node switch
    {
        MethodDeclarationSyntax { Body: null, ExpressionBody: null, Parent: InterfaceDeclarationSyntax } => true,
        AccessorDeclarationSyntax { Body: null, ExpressionBody: null, Parent.Parent.Parent: InterfaceDeclarationSyntax } => true,
        _ => false,
    };

    private OpenCall? Look(IMethodSymbol method)
    {
        if (method.ContainingType is not { TypeKind: TypeKind.Interface } face || method.IsStatic || !method.IsAbstract
            || WorkItems.IsTaskLike(method.ReturnType)) return null;
        if (MemberNames.OfNamespace(face.ContainingNamespace) is var space
            && (space == "System" || space.StartsWith("System.", StringComparison.Ordinal)
            || space.StartsWith("Microsoft.", StringComparison.Ordinal))) return null;
        if (method.GetDocumentationCommentId() is not { } id
            || _examination.Others.AnyImplements(method, id)) return null;
        return new OpenCall(id, MemberNames.OfType(face), method.Name);
    }
}
