using System;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using ThreadPoolDoctor.Catalog;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>Calls of sockets, responses and Begin/End pairs that the catalogue lists, and that do not wait where they stand.</summary>
internal static class KnownIO
{
    // A buffer, and its size; unfinished code may make a variable of itself.
    private const int Variables = 2;

    // socket.Blocking = false; socket.Receive(...): it throws where it would have to wait. while (socket.Available >
    // 0), if (stream.DataAvailable), if (!socket.Poll(0, SelectMode.SelectRead)) return: it is there.
    public static bool IsOnSocketThatDoesNotWait(Examination examination, Body body, CallSite site) =>
        Receiver.Of(site.Node)?.ToString() is { } wire
        && (IsAvailable(body, site, wire) || WasLetThrough(examination, site)
            || TakesWhatIsThere(examination, site, wire)
            || site.Target.ContainingType.Name == "Socket" && body.OwnNodes().OfType<AssignmentExpressionSyntax>()
            .Any(assignment => assignment.SpanStart < site.Node.SpanStart
            && assignment is { Left: MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Blocking" } set, Right.RawKind: (int)SyntaxKind.FalseLiteralExpression } && set.Expression.ToString() == wire));

    // new Socket(family, SocketType.Dgram, 0).Connect("1.1.1.1", 9): that only remembers whom to send to. A name would
    // be looked up. What is sent is handed to the system, and nobody answers for it.
    public static bool AsksNobody(Examination examination, CallSite site) =>
        site.Target is { Name: "Connect" or "Send" or "SendTo", ContainingType.Name: "Socket" or "UdpClient" }
        && Calls.ArgumentsOf(site.Node)?.Arguments
            .Any(given => IsLookedUp(examination.ModelOf(given), given.Expression)) == false
        && (site.Target.ContainingType.Name == "UdpClient"
            || Receiver.Of(site.Node) is { } socket && IsForDatagrams(examination, socket));

    // udp.Client, or what was made for them.
    private static bool IsForDatagrams(Examination examination, ExpressionSyntax socket) =>
        examination.ModelOf(socket).GetSymbolInfo(socket).Symbol
            is IPropertySymbol { Name: "Client", ContainingType.Name: "UdpClient" }
        || Origins.Of(examination, socket)
            .SelectMany(value => value is InvocationExpressionSyntax call ? examination.Calls.Returned(call) : [value])
            .ToArray() is [_, ..] made
        && made.All(value => value is BaseObjectCreationExpressionSyntax { ArgumentList.Arguments: var given }
            && given.Any(argument => examination.ModelOf(value).GetSymbolInfo(argument.Expression).Symbol
                is IFieldSymbol { Name: "Dgram", ContainingType.Name: "SocketType" }));

    private static bool IsLookedUp(SemanticModel model, ExpressionSyntax peer) => model.GetTypeInfo(peer).Type?.SpecialType == SpecialType.System_String
        && !(model.GetConstantValue(peer).Value is string address && System.Net.IPAddress.TryParse(address, out _));

    private static bool IsAvailable(Body body, CallSite site, string wire)
    {
        if (!TakesBytes(site)) return false;
        string[] names = [wire, .. body.OwnNodes().OfType<IsPatternExpressionSyntax>().Where(asked => asked.Expression.ToString() == wire).Select(NameOf).OfType<string>()];
        for (SyntaxNode node = site.Node; node.Parent is { } parent && node != body.Node; node = parent)
        {
            switch (parent)
            {
                case IfStatementSyntax branch when node == branch.Statement && AsksForMore(branch.Condition, names): return true;
                case BinaryExpressionSyntax { RawKind: (int)SyntaxKind.LogicalAndExpression } both
                    when node == both.Right && AsksForMore(both.Left, names):
                    return true;
                case BlockSyntax block when block.Statements.TakeWhile(each => each != node).OfType<IfStatementSyntax>()
                    .Any(asked => Guards.Leaves(asked.Statement) && SaysThereIsNone(asked.Condition, names)):
                    return true;
                // Each round has to ask, the first of do { } while before it.
                case WhileStatementSyntax loop: return AsksForMore(loop.Condition, names);
                case DoStatementSyntax loop when !AsksForMore(loop.Condition, names): return false;
            }
        }
        return false;
    }

    // foreach (var wire in wires.Where(each => each.Available > 0)) wire.Receive(read)
    private static bool WasLetThrough(Examination examination, CallSite site)
    {
        if (!TakesBytes(site) || Receiver.Of(site.Node) is not { } wire
            || RootOf(wire) is not { } variable) return false;
        string rest = wire.ToString().Substring(variable.Span.Length);
        return Filters.Of(examination, variable).Any(filter => AsksForMore(filter.Condition, [filter.Name + rest]));
    }

    private static IdentifierNameSyntax? RootOf(ExpressionSyntax wire)
    {
        while (wire is MemberAccessExpressionSyntax access) wire = access.Expression;
        return wire as IdentifierNameSyntax;
    }

    // int count = port.BytesToRead; port.Read(new byte[count], 0, count)
    private static bool TakesWhatIsThere(Examination examination, CallSite site, string wire) => TakesBytes(site)
        && Calls.ArgumentsOf(site.Node)?.Arguments.Any(given => IsWhatIsThere(examination, given.Expression, wire, Variables)) == true;

    private static bool IsWhatIsThere(Examination examination, ExpressionSyntax count, string wire, int variables) => count switch
    {
        MemberAccessExpressionSyntax { Name.Identifier.ValueText: "BytesToRead" or "Available" } said =>
            said.Expression.ToString() == wire,
        ArrayCreationExpressionSyntax { Type.RankSpecifiers: [{ Sizes: [var size] }] } => IsWhatIsThere(examination, size, wire, variables),
        IdentifierNameSyntax when variables > 0 => Origins.Of(examination, count)
            .Where(value => value is not LiteralExpressionSyntax { Token.Value: 0 }).ToArray() is [_, ..] given
            && given.All(value => value is not IdentifierNameSyntax && IsWhatIsThere(examination, value, wire, variables - 1)),
        _ => false,
    };

    private static bool TakesBytes(CallSite site) => site.Target.Name.StartsWith("Receive", StringComparison.Ordinal)
        || site.Target.Name.StartsWith("Read", StringComparison.Ordinal);

    // stream is NetworkStream { DataAvailable: true } wire
    private static string? NameOf(IsPatternExpressionSyntax asked) => asked.Pattern switch
    {
        DeclarationPatternSyntax { Designation: SingleVariableDesignationSyntax named } => named.Identifier.ValueText,
        RecursivePatternSyntax { Designation: SingleVariableDesignationSyntax named } => named.Identifier.ValueText,
        _ => null,
    };

    private static bool SaysThereIsNone(ExpressionSyntax condition, string[] names) => condition switch
    {
        ParenthesizedExpressionSyntax inner => SaysThereIsNone(inner.Expression, names),
        BinaryExpressionSyntax { RawKind: (int)SyntaxKind.LogicalOrExpression } either =>
            SaysThereIsNone(either.Left, names) || SaysThereIsNone(either.Right, names),
        BinaryExpressionSyntax { RawKind: (int)SyntaxKind.EqualsExpression, Left: var said, Right: var none } =>
            none is LiteralExpressionSyntax { Token.Value: 0 } && IsAvailable(said, names),
        PrefixUnaryExpressionSyntax { RawKind: (int)SyntaxKind.LogicalNotExpression, Operand: var asked } =>
            Guards.Parts(asked).Count() == 1 && AsksForMore(asked, names),
        _ => false,
    };

    private static bool IsAvailable(ExpressionSyntax asked, string[] names) =>
        asked is MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Available" } said
        && names.Contains(said.Expression.ToString());

    private static bool AsksForMore(ExpressionSyntax condition, string[] names) => Guards.Parts(condition).Any(part => part switch
    {
        BinaryExpressionSyntax { RawKind: (int)SyntaxKind.GreaterThanExpression } more => IsAvailable(more.Left, names),
        InvocationExpressionSyntax { ArgumentList.Arguments: [_, { Expression: var mode }] } polled =>
            Names.OfInvoked(polled.Expression) == "Poll" && mode.ToString().EndsWith("SelectRead", StringComparison.Ordinal)
            && Receiver.Of(polled)?.ToString() is { } on && names.Contains(on),
        MemberAccessExpressionSyntax { Name.Identifier.ValueText: "DataAvailable" } asked => names.Contains(asked.Expression.ToString()),
        IsPatternExpressionSyntax { Pattern: RecursivePatternSyntax { PropertyPatternClause.Subpatterns: var all } } asked => names.Contains(asked.Expression.ToString())
            && all.Any(each => each is { NameColon.Name.Identifier.ValueText: "DataAvailable", Pattern: ConstantPatternSyntax { Expression.RawKind: (int)SyntaxKind.TrueLiteralExpression } }),
        _ => false,
    });

    /// <summary>Whether beginning a transaction only notes down what is sent with its first command.</summary>
    public static bool OnlyNotesDown(IMethodSymbol target) => target.Name == "BeginTransaction"
        && DatabaseProviders.LateBeginners.Contains(MemberNames.OfType(target.ContainingType));

    // response.Content.ReadAsStream() hands over what is there: the buffer, or the stream of the connection, and only
    // reading that waits (dotnet/runtime, HttpConnectionResponseContent.CreateContentReadStream).
    public static bool IsStreamOfResponse(Examination examination, CallSite site) =>
        site.Target is { Name: "ReadAsStream", ContainingType.Name: "HttpContent" }
            && Receiver.Of(site.Node) is { } content
        && Origins.Of(examination, content).Append(content)
            .Any(value => examination.ModelOf(value)
            .GetSymbolInfo(value).Symbol is IPropertySymbol { Name: "Content", ContainingType.Name: "HttpResponseMessage" });

    /// <summary>
    /// EndRead(result), or result.EndRead(), of a result that is handed in: in the callback of BeginRead it has ended, and nearly
    /// all are there.
    /// </summary>
    public static bool IsEndInCallback(SemanticModel model, CallSite site)
    {
        if (!site.Target.Name.StartsWith("End", StringComparison.Ordinal)
            && !site.Target.Name.StartsWith("InternalEnd", StringComparison.Ordinal)) return false;
        return Receiver.Of(site.Node) is { } receiver && IsHandedResult(model, receiver)
            || Calls.ArgumentsOf(site.Node)?.Arguments.Any(argument =>
                IsHandedResult(model, argument.Expression)) == true;
    }

    /// <summary>
    /// EndRead(result) behind <c>if (!await EndsInTimeAsync(result)) throw</c>, or behind an await of the result's handle: it
    /// has ended.
    /// </summary>
    public static bool IsEndOfAwaited(Examination examination, Body body, CallSite site) =>
        site.Target.Name.StartsWith("End", StringComparison.Ordinal)
        && Calls.ArgumentsOf(site.Node)?.Arguments.Select(given => given.Expression).OfType<IdentifierNameSyntax>()
            .FirstOrDefault(given => IsResult(examination.ModelOf(given).GetTypeInfo(given).Type)) is { } result
        && Guards.Before(site.Node, body.Node).Reverse().FirstOrDefault(before => Mentions(before, result)) switch
        {
            IfStatementSyntax { Condition: PrefixUnaryExpressionSyntax { Operand: AwaitExpressionSyntax awaited } } asked =>
                Guards.Leaves(asked.Statement) && Mentions(awaited, result),
            ExpressionStatementSyntax { Expression: AwaitExpressionSyntax awaited } => awaited.DescendantNodes()
                .OfType<MemberAccessExpressionSyntax>()
                .Any(access => access.Name.Identifier.ValueText == "AsyncWaitHandle" && Mentions(access.Expression, result)),
            _ => false,
        };

    private static bool IsResult(ITypeSymbol? type) =>
        type is { Name: "IAsyncResult" } || type?.AllInterfaces.Any(face => face.Name == "IAsyncResult") == true;

    private static bool Mentions(SyntaxNode node, IdentifierNameSyntax result) => node.DescendantTokens()
        .Any(token => token.IsKind(SyntaxKind.IdentifierToken) && token.ValueText == result.Identifier.ValueText);

    // It may have been cast before: var own = (OwnResult)result.
    private static bool IsHandedResult(SemanticModel model, ExpressionSyntax result)
    {
        if (result is not IdentifierNameSyntax) return false;
        return model.GetSymbolInfo(result).Symbol switch
        {
            IParameterSymbol handed => handed.Type.Name == "IAsyncResult",
            ILocalSymbol { DeclaringSyntaxReferences: [{ } declared] } when declared.SyntaxTree == result.SyntaxTree => declared.GetSyntax() switch
            {
                VariableDeclaratorSyntax { Initializer.Value: CastExpressionSyntax { Expression: var cast } } => IsHandedResult(model, cast),
                VariableDeclaratorSyntax { Initializer.Value: BinaryExpressionSyntax { RawKind: (int)SyntaxKind.AsExpression, Left: var cast } } => IsHandedResult(model, cast),
                _ => false,
            },
            _ => false,
        };
    }
}
