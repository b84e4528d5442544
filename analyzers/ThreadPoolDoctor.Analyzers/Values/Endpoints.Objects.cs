using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// This part asks whose a stream is: one that an object of the program offers, <c>message.Body</c>, is a buffer as
/// often as a connection.
/// </summary>
internal static partial class Endpoints
{
    /// <summary>
    /// Whether what a call reads or writes is a stream that another object of the program offers, or stands around one,
    /// and nothing is named for a file or a connection.
    /// </summary>
    public static bool IsOfObject(Examination examination, CallSite site)
    {
        SemanticModel model = examination.ModelOf(site.Node);
        ExpressionSyntax? stream = Receiver.Of(site.Node) is { } receiver && !IsFed(site.Target) ? receiver
            : Calls.ArgumentsOf(site.Node)?.Arguments.Select(argument => argument.Expression)
                .FirstOrDefault(argument => IsStreamLike(model.GetTypeInfo(argument).Type));
        return stream is not null && IsOfObject(examination, stream, MaxDepth);
    }

    private static bool IsOfObject(
        Examination examination, ExpressionSyntax stream, int depth) => depth > 0 && stream switch
        {
            ParenthesizedExpressionSyntax inner => IsOfObject(examination, inner.Expression, depth - 1),
            CastExpressionSyntax cast => IsOfObject(examination, cast.Expression, depth - 1),
            PostfixUnaryExpressionSyntax forgiven => IsOfObject(examination, forgiven.Operand, depth - 1),
            IdentifierNameSyntax when examination.ModelOf(stream).GetSymbolInfo(stream).Symbol is ILocalSymbol =>
                Origins.Of(examination, stream).ToArray() is [_, ..] made
                && made.All(each => IsOfObject(examination, each, depth - 1)),
            BaseObjectCreationExpressionSyntax or InvocationExpressionSyntax =>
                Calls.ArgumentsOf(stream)?.Arguments.FirstOrDefault()?.Expression is { } over
                && IsStreamLike(examination.ModelOf(over).GetTypeInfo(over).Type)
                && IsOfObject(examination, over, depth - 1),
            _ => IsOffered(examination, stream),
        };

    private static bool IsOffered(Examination examination, ExpressionSyntax stream) =>
        Receiver.Of(stream) is { } owner and not (ThisExpressionSyntax or BaseExpressionSyntax)
        && examination.ModelOf(stream).GetSymbolInfo(stream).Symbol
            is IPropertySymbol { IsStatic: false, ContainingType: { } type } property
        && IsStreamLike(property.Type)
        && (examination.IsHere(type) || examination.IsOfOtherProject(type.ContainingAssembly))
        && !IsFar(type) && !IsFar(examination.ModelOf(owner).GetTypeInfo(owner).Type);

    // By its name, which may also be that of what goes over a wire.
    private static bool IsFar(ITypeSymbol? type) =>
        IsWire(type) || type!.Name.Contains("Request") || type.Name.Contains("Response");
}
