using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// This part looks up what a class gives the constructor of its base: what <c>Writer</c> keeps ends in memory for who
/// calls a <c>class Buffer() : Writer(new MemoryStream())</c>.
/// </summary>
internal static partial class Endpoints
{
    private static Endpoint OfBase(Examination examination, ISymbol? symbol, Callers? callers, int depth, Walk walk)
    {
        if (symbol is not IFieldSymbol { IsStatic: false, IsReadOnly: true } field
            || Called(examination, field.ContainingType, callers) is not { } type) return Endpoint.Unknown;
        Endpoint? all = null;
        foreach (IMethodSymbol constructor in type.InstanceConstructors)
        {
            SyntaxNode? declared = examination.SourcesOf(constructor).FirstOrDefault()?.GetSyntax();
            // Another constructor of its own gives the base something.
            if (declared is ConstructorDeclarationSyntax { Initializer.RawKind: (int)SyntaxKind.ThisConstructorInitializer }) continue;
            if (GivenToBase(examination, declared, field) is not { } given) return Endpoint.Unknown;
            Endpoint end = Of(examination, given, callers: null, depth + 1, walk);
            all = all is { } before ? Both(before, end) : end;
        }
        return all ?? Endpoint.Unknown;
    }

    // The class that derives from the field's, of the object that was called on this way.
    private static INamedTypeSymbol? Called(Examination examination, INamedTypeSymbol owner, Callers? callers)
    {
        for (; callers is not null; callers = callers.Before)
        {
            ExpressionSyntax? receiver = Receiver.Of(callers.Site.Node);
            bool isOwn = receiver is null or ThisExpressionSyntax or BaseExpressionSyntax;
            ITypeSymbol? type = !isOwn ? examination.ModelOf(receiver!).GetTypeInfo(receiver!).Type
                : examination.BodyAround(callers.Site.Node) is { } around ? examination.MemberAround(around)?.ContainingType : null;
            if (type is not INamedTypeSymbol called || !called.SelfAndBases().Contains(owner, SymbolEqualityComparer.Default)) return null;
            if (!SymbolEqualityComparer.Default.Equals(called, owner)) return called;
            if (!isOwn) return null;
        }
        return null;
    }

    // base(new MemoryStream()), of which the constructor there keeps its parameter in the field.
    private static ExpressionSyntax? GivenToBase(Examination examination, SyntaxNode? constructor, IFieldSymbol field)
    {
        SyntaxNode? call = constructor switch
        {
            ConstructorDeclarationSyntax declared => declared.Initializer,
            TypeDeclarationSyntax type => type.BaseList?.Types.OfType<PrimaryConstructorBaseTypeSyntax>().FirstOrDefault(),
            _ => null,
        };
        ArgumentListSyntax? given = call?.ChildNodes().OfType<ArgumentListSyntax>().FirstOrDefault();
        if (given is null || examination.ModelOf(call!).GetSymbolInfo(call!).Symbol is not IMethodSymbol made) return null;
        ExpressionSyntax[] kept = [.. examination.BodiesOf(made).SelectMany(body => body.OwnNodes()).OfType<AssignmentExpressionSyntax>()
            .Where(assignment => Names.OfInvoked(assignment.Left) == field.Name).Select(assignment => assignment.Right)];
        return kept is [IdentifierNameSyntax name] && examination.ModelOf(name).GetSymbolInfo(name).Symbol is IParameterSymbol parameter
            ? given.Arguments.FirstOrDefault(argument => Calls.Parameter(made, argument)?.Ordinal == parameter.Ordinal)?.Expression : null;
    }
}
