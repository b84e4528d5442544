using System.Collections.Generic;
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

    private const string Switch = "AllowWriteStreamBuffering";

    // Who ends it has begun it, so that nobody but the program has set it up.
    private const string End = "EndGetRequestStream";

    // Helpers between who makes it and who writes to it.
    private const int MaxHelpers = 4;

    /// <summary>Whether a call gives the stream of such a request.</summary>
    public static bool Give(Examination examination, SyntaxNode call) =>
        call is InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax { Name.Identifier.ValueText: "GetRequestStream" or "GetRequestStreamAsync" or End } asked }
        && examination.ModelOf(call).GetTypeInfo(asked.Expression).Type is { Name: "HttpWebRequest", ContainingAssembly.Name: OfNet }
        && examination.BodyAround(call) is { } body
        && (asked.Name.Identifier.ValueText == End && IsLeftOn(examination)
            || Origins.Of(examination, asked.Expression).Where(value => !IsNull(value)).ToArray() is [_, ..] made
                && !body.OwnNodes().Any(IsSwitchedOff) && made.All(value => IsMadeIn(body, value))
            || IsLeftOn(examination) && IsMadeHere(examination, asked.Expression, MaxHelpers));

    // Where nobody speaks of the switch, or only to switch it on, nobody has switched it off.
    private static bool IsLeftOn(Examination examination) => !examination.Outlines.Uses(Switch)
        || examination.Mentions(Switch).All(name => !IsSwitchedOff(name.Parent is MemberAccessExpressionSyntax access ? access.Parent! : name.Parent!));

    // Made by some method of the program, and handed on by its own: by others, it may have been set up as well.
    private static bool IsMadeHere(Examination examination, ExpressionSyntax value, int helpers) => helpers > 0 && value switch
    {
        CastExpressionSyntax cast => IsMadeHere(examination, cast.Expression, helpers),
        BinaryExpressionSyntax { RawKind: (int)SyntaxKind.AsExpression } cast => IsMadeHere(examination, cast.Left, helpers),
        PostfixUnaryExpressionSyntax forgiven => IsMadeHere(examination, forgiven.Operand, helpers),
        ParenthesizedExpressionSyntax inner => IsMadeHere(examination, inner.Expression, helpers),
        InvocationExpressionSyntax call => Names.OfInvoked(call.Expression) is "Create" or "CreateHttp"
            && examination.ModelOf(call).GetSymbolInfo(call).Symbol?.ContainingType?.Name is "WebRequest" or "HttpWebRequest"
            || AreMadeHere(examination, examination.Calls.Returned(call), helpers),
        IdentifierNameSyntax or MemberAccessExpressionSyntax { Expression: ThisExpressionSyntax } =>
            AreMadeHere(examination, Origins.Of(examination, value), helpers),
        _ => false,
    };

    private static bool AreMadeHere(Examination examination, IEnumerable<ExpressionSyntax> values, int helpers) =>
        values.Where(value => !IsNull(value)).ToArray() is [_, ..] made
            && made.All(value => IsMadeHere(examination, value, helpers - 1));

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
        && Names.OfInvoked(set.Left) == Switch;
}
