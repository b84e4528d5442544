using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// Whether a socket was made not to wait, <c>socket.Blocking = false</c>: where it is made, or by a helper that it is
/// handed to, and mostly not where it is read.
/// </summary>
internal static class SocketModes
{
    // Variables that a socket goes through; one that goes through more is looked at no further.
    private const int MostValues = 32;

    private const string Mode = "Blocking";

    public static bool DoNotWait(Examination examination, ExpressionSyntax socket)
    {
        (HashSet<ISymbol> names, HashSet<ExpressionSyntax> values) = WayOf(examination, socket);
        ExpressionSyntax[] modes = [.. names.Select(name => name.ContainingType).OfType<INamedTypeSymbol>()
            .Distinct<INamedTypeSymbol>(SymbolEqualityComparer.Default)
            .SelectMany(type => examination.SourcesOf(type)).Select(declared => declared.GetSyntax())
            .SelectMany(type => examination.UsesIn(type).AssignedTo(Mode)).Distinct()
            .Where(mode => !IsBehind(examination, mode, socket) && IsOf(examination, mode, names, values))];
        return modes.Length > 0 && modes.All(mode => mode.IsKind(SyntaxKind.FalseLiteralExpression));
    }

    // What the same body says later is too late.
    private static bool IsBehind(Examination examination, ExpressionSyntax mode, ExpressionSyntax socket) =>
        mode.SyntaxTree == socket.SyntaxTree && mode.SpanStart > socket.SpanStart
        && examination.BodyAround(mode) == examination.BodyAround(socket);

    // made.Blocking = false, where made and the socket go by the same name somewhere; new Socket(...) { Blocking =
    // false }
    private static bool IsOf(
        Examination examination, ExpressionSyntax mode, HashSet<ISymbol> names, HashSet<ExpressionSyntax> values) =>
        mode.Parent switch
        {
            AssignmentExpressionSyntax { Left: MemberAccessExpressionSyntax { Expression: var set } } =>
                WayOf(examination, set).Names.Overlaps(names),
            AssignmentExpressionSyntax { Parent.Parent: BaseObjectCreationExpressionSyntax made } => values.Contains(made),
            _ => false,
        };

    // The variables that a value comes through, from where it is used back to where it was made.
    private static (HashSet<ISymbol> Names, HashSet<ExpressionSyntax> Values) WayOf(
        Examination examination, ExpressionSyntax socket)
    {
        HashSet<ISymbol> names = new(SymbolEqualityComparer.Default);
        HashSet<ExpressionSyntax> seen = [];
        Queue<ExpressionSyntax> open = new([socket]);
        while (open.Count > 0 && seen.Count < MostValues)
        {
            ExpressionSyntax value = Plain(open.Dequeue());
            if (!seen.Add(value)) continue;
            ISymbol? name = examination.ModelOf(value).GetSymbolInfo(value).Symbol;
            // The socket of a client goes by the client's name.
            if (name is ILocalSymbol or IFieldSymbol or IParameterSymbol
                || name is IPropertySymbol && !IsOfClient(name)) names.Add(name);
            foreach (ExpressionSyntax before in Before(examination, value)) open.Enqueue(before);
        }
        return (names, seen);
    }

    private static bool IsOfClient(ISymbol? name) =>
        name is IPropertySymbol { Name: "Client", ContainingType.Name: "TcpClient" or "UdpClient" };

    private static ExpressionSyntax Plain(ExpressionSyntax value) => value switch
    {
        ParenthesizedExpressionSyntax inner => Plain(inner.Expression),
        PostfixUnaryExpressionSyntax sure => Plain(sure.Operand),
        _ => value,
    };

    private static IEnumerable<ExpressionSyntax> Before(Examination examination, ExpressionSyntax value) => value switch
    {
        InvocationExpressionSyntax call => examination.Calls.Returned(call),
        MemberAccessExpressionSyntax own
            when IsOfClient(examination.ModelOf(own).GetSymbolInfo(own).Symbol) => [own.Expression],
        _ when examination.ModelOf(value).GetSymbolInfo(value).Symbol is IParameterSymbol
        {
            Ordinal: 0, ContainingSymbol: IMethodSymbol { IsExtensionMethod: true } method,
        } => examination.CallsTo(method.Name)
            .Where(call => examination.ModelOf(call).GetSymbolInfo(call).Symbol is IMethodSymbol { ReducedFrom: { } called }
                && SymbolEqualityComparer.Default.Equals(called.OriginalDefinition, method.OriginalDefinition))
            .Select(Receiver.Of).OfType<ExpressionSyntax>(),
        _ => Origins.Of(examination, value),
    };
}
