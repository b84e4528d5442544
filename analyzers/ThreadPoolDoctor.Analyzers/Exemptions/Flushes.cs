using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using ThreadPoolDoctor.Catalog;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// Whether a stream keeps nothing back of what is written to it, so that its <c>Flush</c> does nothing.
/// </summary>
internal static class Flushes
{
    public static bool AreOfNothing(Examination examination, CallSite site) => site.Target.Name == "Flush"
        && (IsUnbuffered(site.Target.ContainingType) || Receiver.Of(site.Node) is { } stream
            && KeepsNothing(examination, stream, new HashSet<ISymbol>(SymbolEqualityComparer.Default)));

    // By its type, or by all that it is ever given; over TLS each write goes out whole, and Flush is that of the stream
    // below: where nobody sees that one, it is a connection's.
    private static bool KeepsNothing(Examination examination, ExpressionSyntax stream, HashSet<ISymbol> asked)
    {
        SemanticModel model = examination.ModelOf(stream);
        ITypeSymbol? type = model.GetTypeInfo(stream).Type;
        if (IsUnbuffered(type)) return true;
        if (stream is ConditionalExpressionSyntax either)
        {
            return KeepsNothing(examination, either.WhenTrue, asked) && KeepsNothing(examination, either.WhenFalse, asked);
        }
        if (stream is BaseObjectCreationExpressionSyntax made)
        {
            return type?.Name == "SslStream" && made.ArgumentList?.Arguments.FirstOrDefault() is { } below && KeepsNothing(examination, below.Expression, asked);
        }
        if (model.GetSymbolInfo(stream).Symbol is not { } symbol) return IsOfConnection(type);
        if (symbol is IPropertySymbol { ContainingType: var owner }
            && UnbufferedStreams.Properties.Contains(MemberNames.OfType(owner) + "." + symbol.Name)) return true;
        // What is asked already adds nothing of its own.
        if (!asked.Add(symbol)) return true;
        ExpressionSyntax[] given = [.. (stream is InvocationExpressionSyntax ? Returned(examination, symbol) : Origins.Of(examination, stream))
            .Where(value => !value.IsKind(SyntaxKind.NullLiteralExpression))];
        return given.Length > 0 ? given.All(value => KeepsNothing(examination, value, asked)) : IsOfConnection(type);
    }

    private static bool IsOfConnection(ITypeSymbol? type) => (type as INamedTypeSymbol).SelfAndBases()
        .Any(at => MemberNames.OfType(at) == "System.Net.Security.AuthenticatedStream");

    private static IEnumerable<ExpressionSyntax> Returned(Examination examination, ISymbol method) => method is IMethodSymbol { IsVirtual: false, IsAbstract: false, IsOverride: false } own
        ? examination.BodiesOf(own).SelectMany(body => body.Returned())
        : [];

    private static bool IsUnbuffered(ITypeSymbol? type) => (type as INamedTypeSymbol).SelfAndBases().Any(at => UnbufferedStreams.Types.Contains(MemberNames.OfType(at)));
}
