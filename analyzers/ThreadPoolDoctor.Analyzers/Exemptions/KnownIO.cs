using System;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using ThreadPoolDoctor.Catalog;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// Calls of sockets, responses and Begin/End pairs that the catalogue lists, and that do not wait where they stand.
/// </summary>
internal static class KnownIO
{
    // socket.Blocking = false; socket.Receive(...): it throws where it would have to wait.
    public static bool IsOnSocketThatDoesNotWait(Examination examination, Body body, CallSite site) =>
        ArrivedBytes.AreTaken(examination, body, site)
        || site.Target.ContainingType.Name == "Socket" && Receiver.Of(site.Node) is { } socket
        && (body.OwnNodes().OfType<AssignmentExpressionSyntax>().Any(assignment =>
                assignment.SpanStart < site.Node.SpanStart && assignment is
                {
                    Left: MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Blocking" } set,
                    Right.RawKind: (int)SyntaxKind.FalseLiteralExpression,
                } && set.Expression.ToString() == socket.ToString())
            || SocketModes.DoNotWait(examination, socket));

    // new Socket(family, SocketType.Dgram, 0).Connect("1.1.1.1", 9): that only remembers whom to send to. A name would
    // be looked up. What is sent is handed to the system, and nobody answers for it.
    public static bool AsksNobody(Examination examination, CallSite site) =>
        site.Target is { Name: "Connect" or "Send" or "SendTo", ContainingType.Name: "Socket" or "UdpClient" }
        && Calls.ArgumentsOf(site.Node)?.Arguments
            .Any(given => IsLookedUp(examination.ModelOf(given), given.Expression)) == false
        && (site.Target.ContainingType.Name == "UdpClient"
            || Receiver.Of(site.Node) is { } socket && IsForDatagrams(examination, socket));

    // How many objects hand a socket on to each other.
    private const int MostKeepers = 3;

    // udp.Client, or what was made for them, and handed to whoever keeps it.
    private static bool IsForDatagrams(Examination examination, ExpressionSyntax socket, int keepers = 0) =>
        examination.ModelOf(socket).GetSymbolInfo(socket).Symbol
            is IPropertySymbol { Name: "Client", ContainingType.Name: "UdpClient" }
        || Origins.Of(examination, socket).Where(value => !value.IsKind(SyntaxKind.NullLiteralExpression))
            .SelectMany(value => value is InvocationExpressionSyntax call ? examination.Calls.Returned(call) : [value])
            .ToArray() is [_, ..] made
        && made.All(value => IsMadeForDatagrams(examination, value)
            || keepers < MostKeepers && (value is MemberAccessExpressionSyntax ? IsForDatagrams(examination, value, keepers + 1)
                : IsGivenForDatagrams(examination, value, keepers + 1)));

    private static bool IsMadeForDatagrams(Examination examination, ExpressionSyntax value) =>
        value is BaseObjectCreationExpressionSyntax { ArgumentList.Arguments: var given }
            && given.Any(argument => examination.ModelOf(value).GetSymbolInfo(argument.Expression).Symbol
                is IFieldSymbol { Name: "Dgram", ContainingType.Name: "SocketType" });

    // Peer(Socket socket) { Socket = socket; }: what all of them are made with.
    private static bool IsGivenForDatagrams(Examination examination, ExpressionSyntax value, int keepers) =>
        value is IdentifierNameSyntax && examination.ModelOf(value).GetSymbolInfo(value).Symbol is IParameterSymbol
        {
            ContainingSymbol: IMethodSymbol { MethodKind: MethodKind.Constructor } constructor,
        } parameter
        && examination.CreationsOf(constructor) is { Count: > 0 } all
        && all.All(made => made.ArgumentList?.Arguments.FirstOrDefault(argument =>
            Calls.Parameter(constructor, argument)?.Ordinal == parameter.Ordinal) is { } argument
                && IsForDatagrams(examination, argument.Expression, keepers));

    private static bool IsLookedUp(SemanticModel model, ExpressionSyntax peer) => model.GetTypeInfo(peer).Type?.SpecialType == SpecialType.System_String
        && !(model.GetConstantValue(peer).Value is string address && System.Net.IPAddress.TryParse(address, out _));

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
    /// EndRead(result), or result.EndRead(), of a result that is handed in: in the callback of BeginRead it has ended,
    /// and nearly all are there.
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
    /// EndRead(result) behind what has waited for the result, which is told itself where it holds a thread, or asked
    /// for its end: <c>if (!await EndsInTimeAsync(result)) throw</c>,
    /// <c>if (result.AsyncWaitHandle.WaitOne(500)) ...</c>
    /// </summary>
    public static bool IsEndOfAwaited(Examination examination, Body body, CallSite site) =>
        site.Target.Name.StartsWith("End", StringComparison.Ordinal)
        && Calls.ArgumentsOf(site.Node)?.Arguments.Select(given => given.Expression).OfType<IdentifierNameSyntax>()
            .FirstOrDefault(given => IsResult(examination.ModelOf(given).GetTypeInfo(given).Type)) is { } result
        && (Guards.Of(site.Node, body.Node).OfType<ExpressionSyntax>().SelectMany(Guards.Parts)
                .Any(asked => IsOfEnd(asked, result))
            || Guards.Before(site.Node, body.Node).GroupBy(before => before.Parent).SelectMany(block => block.Reverse())
                .FirstOrDefault(before => Mentions(before, result)) is { } last && HasEndedBehind(last, result));

    private static bool HasEndedBehind(StatementSyntax before, IdentifierNameSyntax result) => before switch
    {
        IfStatementSyntax choice => HasEndedInEach(choice, result),
        BlockSyntax block => block.Statements.Reverse().FirstOrDefault(inner => Mentions(inner, result)) is { } last && HasEndedBehind(last, result),
        ExpressionStatementSyntax { Expression: AwaitExpressionSyntax awaited } => awaited.DescendantNodes()
            .OfType<MemberAccessExpressionSyntax>()
            .Any(access => access.Name.Identifier.ValueText == "AsyncWaitHandle"
                && Mentions(access.Expression, result)),
        ExpressionStatementSyntax { Expression: var waited } => IsOfEnd(waited, result),
        // bool isThere = result.AsyncWaitHandle.WaitOne(500); what is done where it is not is told there.
        LocalDeclarationStatementSyntax { Declaration.Variables: [{ Initializer.Value: var waited }] } =>
            IsOfEnd(waited, result),
        _ => false,
    };

    // if (time == 0) result.AsyncWaitHandle.WaitOne(); else if (!result.AsyncWaitHandle.WaitOne(time)) throw ...;
    private static bool HasEndedInEach(IfStatementSyntax choice, IdentifierNameSyntax result)
    {
        (ExpressionSyntax asked, bool isNot) = choice.Condition is PrefixUnaryExpressionSyntax { RawKind: (int)SyntaxKind.LogicalNotExpression, Operand: var denied }
            ? (denied, true) : (choice.Condition, false);
        bool isOfIt = asked is AwaitExpressionSyntax && Mentions(asked, result) || IsOfEnd(asked, result);
        if (isOfIt && asked is InvocationExpressionSyntax { ArgumentList.Arguments.Count: 0 }) return true;
        return (isOfIt && !isNot || HasEndedOrLeft(choice.Statement)) && (isOfIt && isNot || HasEndedOrLeft(choice.Else?.Statement));

        bool HasEndedOrLeft(StatementSyntax? branch) => branch is not null && (Guards.Leaves(branch) || HasEndedBehind(branch, result));
    }

    // result.AsyncWaitHandle.WaitOne(500), result.IsCompleted
    private static bool IsOfEnd(ExpressionSyntax asked, IdentifierNameSyntax result) => asked switch
    {
        InvocationExpressionSyntax waited => Names.OfInvoked(waited.Expression) == "WaitOne"
            && Receiver.Of(waited) is MemberAccessExpressionSyntax { Name.Identifier.ValueText: "AsyncWaitHandle" } handle
            && Mentions(handle.Expression, result),
        MemberAccessExpressionSyntax { Name.Identifier.ValueText: "IsCompleted" } said =>
            Mentions(said.Expression, result),
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
