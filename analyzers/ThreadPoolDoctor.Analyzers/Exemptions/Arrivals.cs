using System;
using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// What a condition says of bytes that are there: <c>stream.DataAvailable</c>, <c>socket.Available &gt; 0</c>, also
/// where a variable keeps the answer, or a getter of one's own gives it.
/// </summary>
internal sealed class Arrivals(Examination examination, string[] names, string? owner = null, int steps = Arrivals.Steps)
{
    // A variable, and the getter that it was given by.
    private const int Steps = 2;

    private static readonly string[] s_asking = ["DataAvailable", "Available", "BytesToRead", "Pending", "Poll"];

    /// <summary>Whether a body asks anything at all for what has come.</summary>
    public static bool AreAskedIn(Body body) => s_asking.Any(name => body.MentionsGet(name) || body.MentionsCall(name));

    /// <summary>The same of a loop: who keeps the answer in a variable has to ask anew once he has read.</summary>
    public bool AsksAnew(ExpressionSyntax condition, StatementSyntax loop, SyntaxNode read) => Guards.Parts(condition)
        .Any(part => Asks(part) && (VariableOf(part) is not { } kept || !IsLocal(kept)
            || examination.UsesAround(loop) is { } uses
                && uses.WritersIn(loop, kept.Identifier.ValueText).Any(writer => writer.SpanStart > read.SpanStart)));

    public bool AsksForMore(ExpressionSyntax condition) => Guards.Parts(condition).Any(Asks);

    public bool SaysThereIsNone(ExpressionSyntax condition) => condition switch
    {
        ParenthesizedExpressionSyntax inner => SaysThereIsNone(inner.Expression),
        BinaryExpressionSyntax { RawKind: (int)SyntaxKind.LogicalOrExpression } either =>
            SaysThereIsNone(either.Left) || SaysThereIsNone(either.Right),
        BinaryExpressionSyntax { RawKind: (int)SyntaxKind.EqualsExpression, Left: var said, Right: var none } =>
            IsZero(none) && IsCount(said),
        BinaryExpressionSyntax less when less.Kind() is SyntaxKind.LessThanExpression or SyntaxKind.LessThanOrEqualExpression =>
            IsCount(less.Left),
        PrefixUnaryExpressionSyntax { RawKind: (int)SyntaxKind.LogicalNotExpression, Operand: var asked } =>
            Guards.Parts(asked).Count() == 1 && AsksForMore(asked),
        _ => false,
    };

    private bool Asks(ExpressionSyntax part) => owner is null && part switch
    {
        BinaryExpressionSyntax { RawKind: (int)SyntaxKind.GreaterThanExpression } more => IsCount(more.Left),
        BinaryExpressionSyntax { RawKind: (int)SyntaxKind.GreaterThanOrEqualExpression } more =>
            !IsZero(more.Right) && IsCount(more.Left),
        BinaryExpressionSyntax { RawKind: (int)SyntaxKind.NotEqualsExpression } some =>
            IsZero(some.Right) && IsCount(some.Left),
        BinaryExpressionSyntax { RawKind: (int)SyntaxKind.EqualsExpression, Right.RawKind: (int)SyntaxKind.TrueLiteralExpression } yes =>
            AsksForMore(yes.Left),
        InvocationExpressionSyntax { ArgumentList.Arguments: [_, { Expression: var mode }] } polled =>
            Names.OfInvoked(polled.Expression) == "Poll" && mode.ToString().EndsWith("SelectRead", StringComparison.Ordinal)
            && Receiver.Of(polled)?.ToString() is { } on && names.Contains(on),
        InvocationExpressionSyntax { ArgumentList.Arguments.Count: 0 } asked =>
            Names.OfInvoked(asked.Expression) == "Pending"
            && Receiver.Of(asked)?.ToString() is { } listener && names.Contains(listener),
        IsPatternExpressionSyntax { Pattern: RecursivePatternSyntax { PropertyPatternClause.Subpatterns: var all } } asked => names.Contains(asked.Expression.ToString())
            && all.Any(each => each is { NameColon.Name.Identifier.ValueText: "DataAvailable", Pattern: ConstantPatternSyntax { Expression.RawKind: (int)SyntaxKind.TrueLiteralExpression } }),
        ConditionalAccessExpressionSyntax { WhenNotNull: MemberBindingExpressionSyntax { Name.Identifier.ValueText: "DataAvailable" } } asked =>
            names.Contains(Plain(asked.Expression).ToString()),
        _ => Names.OfInvoked(part) == "DataAvailable" && IsOf(part),
    } || GivesAnswer(part, AreAsking);

    private bool IsCount(ExpressionSyntax asked) => owner is null
        && Names.OfInvoked(asked) is "Available" or "BytesToRead" && IsOf(asked)
        || GivesAnswer(asked, given => given.All(Next().IsCount));

    private bool AreAsking(ExpressionSyntax[] given) => given.All(Next().AsksForMore);

    private Arrivals Next() => new(examination, names, null, steps - 1);

    // bool isThere = stream.DataAvailable; ... if (isThere), bool IsThere => _stream.DataAvailable; false says nothing.
    private bool GivesAnswer(ExpressionSyntax asked, Func<ExpressionSyntax[], bool> ask) => steps > 0
        && s_asking.Any(examination.Outlines.Uses)
        && ValuesOf(asked).Where(value => !value.IsKind(SyntaxKind.FalseLiteralExpression)
            && value is not LiteralExpressionSyntax { Token.Value: 0 }).ToArray() is [_, ..] given
        && ask(given);

    private IEnumerable<ExpressionSyntax> ValuesOf(ExpressionSyntax asked)
    {
        if (VariableOf(asked) is { } variable)
        {
            if (IsLocal(variable)) return Origins.Of(examination, variable);
        }
        ExpressionSyntax? of = asked switch
        {
            InvocationExpressionSyntax { ArgumentList.Arguments.Count: 0 } call => Receiver.Of(call),
            MemberAccessExpressionSyntax access => access.Expression,
            IdentifierNameSyntax => null,
            _ => asked,
        };
        if (of == asked || (owner is null ? of is not (null or ThisExpressionSyntax) : of?.ToString() != owner)) return [];
        IMethodSymbol? getter = examination.ModelOf(asked).GetSymbolInfo(asked).Symbol switch
        {
            IPropertySymbol property => property.GetMethod,
            IMethodSymbol { MethodKind: MethodKind.Ordinary } method => method,
            _ => null,
        };
        return getter is { IsStatic: false, IsVirtual: false, IsAbstract: false, IsOverride: false }
            ? examination.BodiesOf(getter).SelectMany(body => body.Returned()) : [];
    }

    private bool IsLocal(IdentifierNameSyntax name) => examination.ModelOf(name).GetSymbolInfo(name).Symbol is ILocalSymbol;

    private static IdentifierNameSyntax? VariableOf(ExpressionSyntax asked) => asked switch
    {
        ParenthesizedExpressionSyntax inner => VariableOf(inner.Expression),
        BinaryExpressionSyntax compared => VariableOf(compared.Left),
        IdentifierNameSyntax name => name,
        _ => null,
    };

    private bool IsOf(ExpressionSyntax asked) => asked switch
    {
        MemberAccessExpressionSyntax said => names.Contains(Plain(said.Expression).ToString()),
        IdentifierNameSyntax => names.Contains("this"),
        _ => false,
    };

    // ((NetworkStream)stream).DataAvailable
    private static ExpressionSyntax Plain(ExpressionSyntax wire) => wire switch
    {
        ParenthesizedExpressionSyntax inner => Plain(inner.Expression),
        CastExpressionSyntax cast => Plain(cast.Expression),
        BinaryExpressionSyntax { RawKind: (int)SyntaxKind.AsExpression } cast => Plain(cast.Left),
        PostfixUnaryExpressionSyntax forgiven => Plain(forgiven.Operand),
        _ => wire,
    };

    private static bool IsZero(ExpressionSyntax number) => number is LiteralExpressionSyntax { Token.Value: 0 };
}
