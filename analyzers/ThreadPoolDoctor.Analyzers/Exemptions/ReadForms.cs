using System;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using ThreadPoolDoctor.Catalog;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>Whether the form of a request has been read before somebody asks for it, so that it is at hand.</summary>
internal static class ReadForms
{
    public static bool IsRead(Candidate candidate)
    {
        for (Body? at = candidate.Body; at is not null; at = at.Parent)
        {
            if (Reads(candidate.Examination, at)) return true;
            if (candidate.Examination.MethodOf(at) is { } method && method.Parameters.Any(IsBound)) return true;
        }
        // MVC reads the form to find out what it calls an action with.
        return candidate.Examination.MemberAround(candidate.Body)?.ContainingType is { } type
            && type.SelfAndBases().Concat(type.AllInterfaces).Any(each => RequestForms.Bound.Contains(each.Name) && IsOfLibrary(each));
    }

    /// <summary>Whether the request is the one that an <c>IHttpContextAccessor</c> tells.</summary>
    public static bool IsOfAccessor(Candidate candidate)
    {
        // web.HttpContext?.Request.Form is about what stands before the question mark, too.
        SyntaxNode whole = candidate.Node.AncestorsAndSelf().TakeWhile(node => node is ExpressionSyntax).Last();
        return whole.DescendantNodesAndSelf().OfType<ExpressionSyntax>()
            .Any(part => candidate.Model.GetTypeInfo(part).Type is { Name: RequestForms.Accessor } type && IsOfLibrary(type));
    }

    // Only where the name is called is anything bound.
    private static bool Reads(Examination examination, Body body) => body.MentionsCall(RequestForms.Reading)
        && body.OwnNodes().OfType<InvocationExpressionSyntax>().Any(call => Names.OfInvoked(call.Expression) == RequestForms.Reading
            && examination.ModelOf(call).GetSymbolInfo(call).Symbol?.ContainingType is var of && (of is null || IsOfLibrary(of)));

    private static bool IsBound(IParameterSymbol parameter) =>
        RequestForms.Parameters.Contains(parameter.Type.Name) && IsOfLibrary(parameter.Type)
        || parameter.GetAttributes().Any(attribute => attribute.AttributeClass is { Name: RequestForms.Attribute } type && IsOfLibrary(type));

    // Of a library that is missing the name is all that is known.
    private static bool IsOfLibrary(ITypeSymbol type) => type.TypeKind == TypeKind.Error
        || (MemberNames.OfNamespace(type.ContainingNamespace) + ".").StartsWith(RequestForms.Library + ".", StringComparison.Ordinal);
}
