using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// The members of interfaces and abstract classes that this project may call without knowing what they do.
/// </summary>
internal sealed class OpenMembers
{
    private readonly Examination _examination;
    private readonly ConcurrentDictionary<IMethodSymbol, OpenCall?> _known = new(SymbolEqualityComparer.Default);

    public OpenMembers(Examination examination) => _examination = examination;

    public IEnumerable<(string Name, bool IsCall)> Names =>
        NamesIn(_examination.Outlines).Concat(_examination.Others.OpenNames).Concat(_examination.Others.AskingNames).Distinct();

    /// <summary>
    /// What the contracts of a project that no class in it names as its own declare and do not await.
    /// </summary>
    public static IEnumerable<(string Name, bool IsCall)> NamesIn(OutlineIndex outlines)
    {
        HashSet<string> implemented = ImplementedIn(outlines);
        return outlines.Outlines.SelectMany(outline => outline.Bodies)
            .Where(body => IsDeclared(body)
                && !implemented.Contains(NameOf(body.Node.FirstAncestorOrSelf<TypeDeclarationSyntax>()!)))
            .SelectMany(body => body.DeclaredNames).Distinct();
    }

    // By name alone, the interfaces that those extend included, and those of a class's bases. What an abstract class
    // alone lists may be left to others, and of two types of one name nobody knows which is meant.
    private static HashSet<string> ImplementedIn(OutlineIndex outlines)
    {
        HashSet<string> implemented = [];
        TypeDeclarationSyntax[] types = [.. outlines.Outlines.SelectMany(outline => outline.Bodies)
            .Select(body => body.Node).OfType<TypeDeclarationSyntax>()];
        ILookup<string, TypeDeclarationSyntax> named = types
            .Where(type => type is InterfaceDeclarationSyntax || type.Modifiers.Any(SyntaxKind.AbstractKeyword)).ToLookup(NameOf);
        Stack<TypeDeclarationSyntax> pending = new(types.Where(type => type is not InterfaceDeclarationSyntax
                && !type.Modifiers.Any(SyntaxKind.AbstractKeyword)));
        while (pending.Count > 0)
        {
            foreach (BaseTypeSyntax @base in pending.Pop().BaseList?.Types ?? [])
            {
                if (NameOf(@base.Type) is not { } name || !implemented.Add(name)) continue;
                foreach (TypeDeclarationSyntax type in named[name]) pending.Push(type);
            }
        }
        implemented.RemoveWhere(name => named[name].Skip(1).Any(type => type is InterfaceDeclarationSyntax));
        return implemented;
    }

    private static string NameOf(TypeDeclarationSyntax type) =>
        $"{type.Identifier.ValueText}`{type.TypeParameterList?.Parameters.Count ?? 0}";

    private static string? NameOf(TypeSyntax type) => type switch
    {
        GenericNameSyntax name => $"{name.Identifier.ValueText}`{name.TypeArgumentList.Arguments.Count}",
        SimpleNameSyntax name => $"{name.Identifier.ValueText}`0",
        QualifiedNameSyntax name => NameOf(name.Right),
        AliasQualifiedNameSyntax name => NameOf(name.Name),
        _ => null,
    };

    public OpenCall? Find(IMethodSymbol method) =>
        _known.GetOrAdd((method.ReducedFrom ?? method).OriginalDefinition, Look);

    private static bool IsDeclared(Body body) => !body.LooksAwaitable && body.Node switch
    {
        MethodDeclarationSyntax { Body: null, ExpressionBody: null } method => IsOfContract(method),
        AccessorDeclarationSyntax { Body: null, ExpressionBody: null, Parent.Parent: MemberDeclarationSyntax member } =>
            IsOfContract(member),
        _ => false,
    };

    private static bool IsOfContract(MemberDeclarationSyntax member) =>
        member.Parent is InterfaceDeclarationSyntax || member.Modifiers.Any(SyntaxKind.AbstractKeyword);

    private OpenCall? Look(IMethodSymbol method)
    {
        string type = MemberNames.OfType(method.ContainingType);
        if (method is { IsAbstract: true, ContainingType: { } face }
            && !WorkItems.IsTaskLike(method.ReturnType) && !IsOfOthers(face)
            && method.GetDocumentationCommentId() is { } id && !_examination.Others.AnyImplements(method, id))
        {
            return new OpenCall(type, method.Name, [new(id, (method.AssociatedSymbol ?? method).Name, "")]);
        }
        OpenWay[] open = [.. _examination.Others.WaysFrom(method).Where(way => !_examination.Others.AnyImplements(way))];
        return open.Length == 0 ? null : new OpenCall(type, method.Name, open);
    }

    private static bool IsOfOthers(INamedTypeSymbol face) => MemberNames.IsOfSystem(face.ContainingNamespace)
        || MemberNames.OfNamespace(face.ContainingNamespace).StartsWith("Microsoft.", StringComparison.Ordinal);
}
