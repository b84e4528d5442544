using System;
using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// Two ends of one connection that a method makes for itself: a listener at the loopback address has room for who
/// connects to it, and who has connected is there to be accepted.
/// </summary>
internal static class LoopbackPair
{
    private const string Connecting = "Connect";

    /// <summary>
    /// Whether a call connects to a listener that its own method has made, or takes what has been connected there.
    /// </summary>
    public static bool Is(Examination examination, CallSite site)
    {
        if (!IsSocket(site.Target.ContainingType) || site.Node is not InvocationExpressionSyntax call
            || examination.BodyAround(call) is not { } body) return false;
        return site.Target.Name == Connecting
            ? ListenerOf(examination, call) is { } listener && IsOfLoopback(body, listener)
            : Taken(call) is { } taken && IsOfLoopback(body, taken) && !LoopShape.IsInLoop(call)
                && WasConnectedTo(examination, body, call, taken);
    }

    // Nobody was accepted between.
    private static bool WasConnectedTo(
        Examination examination, Body body, InvocationExpressionSyntax call, string listener) =>
        body.OwnNodes().OfType<InvocationExpressionSyntax>().TakeWhile(other => other != call)
            .LastOrDefault(other => Taken(other) == listener
                || IsConnecting(other) && ListenerOf(examination, other) == listener) is { } last && IsConnecting(last);

    private static bool IsConnecting(InvocationExpressionSyntax call) => Names.OfInvoked(call.Expression) == Connecting;

    // The listener of which a connection is taken.
    private static string? Taken(InvocationExpressionSyntax call) =>
        Names.OfInvoked(call.Expression)?.StartsWith("Accept", StringComparison.Ordinal) == true
            && Receiver.Of(call) is IdentifierNameSyntax listener ? listener.Identifier.ValueText : null;

    private static bool IsSocket(INamedTypeSymbol type) => type.SelfAndBases().Any(each =>
        each.Name is "Socket" or "TcpClient" or "TcpListener"
            && MemberNames.OfNamespace(each.ContainingNamespace) == "System.Net.Sockets");

    // other.Connect((IPEndPoint)listener.LocalEndpoint); int port = ((IPEndPoint)listener.LocalEndpoint).Port;
    private static string? ListenerOf(Examination examination, InvocationExpressionSyntax connect) =>
        connect.ArgumentList.Arguments.SelectMany(given => Given(examination, given.Expression))
            .SelectMany(given => given.DescendantNodesAndSelf()).OfType<MemberAccessExpressionSyntax>()
            .Where(asked => asked.Name.Identifier.ValueText is "LocalEndPoint" or "LocalEndpoint")
            .Select(asked => asked.Expression).OfType<IdentifierNameSyntax>().FirstOrDefault()?.Identifier.ValueText;

    private static IEnumerable<ExpressionSyntax> Given(Examination examination, ExpressionSyntax argument) =>
        argument is not IdentifierNameSyntax ? [argument]
            : Origins.Of(examination, argument).ToArray() is [var only] ? [only] : [];

    // new TcpListener(IPAddress.Loopback, 0), listener.Bind(new IPEndPoint(IPAddress.Loopback, 0))
    private static bool IsOfLoopback(Body body, string listener) => body.OwnNodes().Any(node => node switch
    {
        VariableDeclaratorSyntax { Initializer.Value: BaseObjectCreationExpressionSyntax made } local =>
            local.Identifier.ValueText == listener && IsAtLoopback(made.ArgumentList),
        InvocationExpressionSyntax bound => Names.OfInvoked(bound.Expression) == "Bind"
            && Receiver.Of(bound)?.ToString() == listener && IsAtLoopback(bound.ArgumentList),
        _ => false,
    });

    private static bool IsAtLoopback(SyntaxNode? arguments) =>
        arguments?.DescendantNodes().OfType<IdentifierNameSyntax>()
            .Any(name => name.Identifier.ValueText is "Loopback" or "IPv6Loopback") == true;
}
