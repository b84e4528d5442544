using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// Requests that keep in memory what is written to them until they are asked for the answer: those of .NET do, unless
/// they are told not to. .NET Framework's connect when they are asked for the stream.
/// </summary>
internal static class BufferedRequests
{
    // The assembly that HttpWebRequest lives in on .NET; elsewhere it is another.
    private const string OfNet = "System.Net.Requests";

    /// <summary>Whether a call gives the stream of such a request.</summary>
    public static bool Give(Examination examination, SyntaxNode call) =>
        call is InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax { Name.Identifier.ValueText: "GetRequestStream" or "GetRequestStreamAsync" } asked }
        && examination.ModelOf(call).GetTypeInfo(asked.Expression).Type is { Name: "HttpWebRequest", ContainingAssembly.Name: OfNet }
        && examination.BodyAround(call) is { } body
        && !body.OwnNodes().Any(IsSwitchedOff)
        && Origins.Of(examination, asked.Expression).Where(value => !IsNull(value)).ToArray() is [_, ..] made
        && made.All(value => IsMadeIn(body, value));

    // HttpWebRequest request = null!; try { request = ...
    private static bool IsNull(ExpressionSyntax value) => value.IsKind(SyntaxKind.NullLiteralExpression)
        || value is PostfixUnaryExpressionSyntax { Operand: var forgiven } && IsNull(forgiven);

    // (HttpWebRequest)WebRequest.Create(url), here, so that nobody else has set it up.
    private static bool IsMadeIn(Body body, ExpressionSyntax value) => value switch
    {
        CastExpressionSyntax cast => IsMadeIn(body, cast.Expression),
        BinaryExpressionSyntax { RawKind: (int)SyntaxKind.AsExpression } cast => IsMadeIn(body, cast.Left),
        PostfixUnaryExpressionSyntax forgiven => IsMadeIn(body, forgiven.Operand),
        ParenthesizedExpressionSyntax inner => IsMadeIn(body, inner.Expression),
        InvocationExpressionSyntax call => Names.OfInvoked(call.Expression) is "Create" or "CreateHttp"
            && call.SyntaxTree == body.Node.SyntaxTree && body.Node.Span.Contains(call.Span),
        _ => false,
    };

    private static bool IsSwitchedOff(SyntaxNode node) =>
        node is AssignmentExpressionSyntax { Right.RawKind: not (int)SyntaxKind.TrueLiteralExpression } set
        && Names.OfInvoked(set.Left) == "AllowWriteStreamBuffering";
}
