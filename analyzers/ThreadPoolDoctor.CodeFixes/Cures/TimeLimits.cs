using System;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.CompilerServices;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using ThreadPoolDoctor.CodeFixes.Asynchrony;

namespace ThreadPoolDoctor.CodeFixes.Cures;

/// <summary>
/// Limits of time that hold for synchronous calls alone: a socket's ReceiveTimeout, a stream's ReadTimeout, a web
/// request's Timeout. Awaited, the twin would wait for ever where the call gave up, and it compiles.
/// </summary>
internal static class TimeLimits
{
    /// <param name="Space">The namespace of the type that has the limit.</param>
    /// <param name="Type">The type; null for all of the namespace.</param>
    /// <param name="Limit">The property.</param>
    /// <param name="Calls">Beginnings of the names of the calls that it holds for.</param>
    /// <param name="On">Types, by name, that such a call may be made on.</param>
    private sealed record Row(string Space, string? Type, string Limit, string[] Calls, string[] On);

    private static readonly string[] s_connections = ["Socket", "NetworkStream", "SslStream", "NegotiateStream"];
    private static readonly string[] s_streams =
    [
        .. s_connections, "Stream", "BufferedStream", "StreamReader", "TextReader", "StreamWriter", "TextWriter",
        "BinaryReader",
    ];
    private static readonly string[] s_reads = ["Receive", "Read", "CopyTo"];
    private static readonly string[] s_writes = ["Send", "Write", "Flush"];

    private static readonly Row[] s_rows =
    [
        new("System.Net.Sockets", null, "ReceiveTimeout", s_reads, s_streams),
        new("System.Net.Sockets", null, "SendTimeout", s_writes, s_streams),
        new("System.Net.Sockets", null, "ReadTimeout", s_reads, s_streams),
        new("System.Net.Sockets", null, "WriteTimeout", s_writes, s_streams),
        new("System.Net.Security", null, "ReadTimeout", s_reads, s_streams),
        new("System.Net.Security", null, "WriteTimeout", s_writes, s_streams),
        new("System.IO", "Stream", "ReadTimeout", s_reads, s_streams),
        new("System.IO", "Stream", "WriteTimeout", s_writes, s_streams),
        new("System.Net", null, "Timeout", ["GetResponse", "GetRequestStream"],
            ["WebRequest", "HttpWebRequest", "FtpWebRequest"]),
        new("System.Net.Mail", "SmtpClient", "Timeout", ["Send"], ["SmtpClient"]),
    ];

    private static readonly HashSet<string> s_names = [.. s_rows.Select(row => row.Limit)];
    private static readonly ConditionalWeakTable<SyntaxTree, AssignmentExpressionSyntax[]> s_files = new();

    /// <summary>Why a call is not awaited, as the end of a sentence, or null.</summary>
    public static string? Stop(ExpressionSyntax blocking, SemanticModel model)
    {
        if (blocking is not InvocationExpressionSyntax call
            || Syntax.MemberName(call)?.Identifier.ValueText is not { } name
            || Syntax.Receiver(call) is not { } receiver || model.GetTypeInfo(receiver).Type is not { } on) return null;
        Row[] rows = [.. s_rows.Where(row => row.On.Contains(on.Name)
            && row.Calls.Any(each => name.StartsWith(each, StringComparison.Ordinal)))];
        if (rows.Length == 0) return null;
        SyntaxNode? own = call.FirstAncestorOrSelf<TypeDeclarationSyntax>();
        // What a stream is over, nobody says: its own type does, if anybody. A connection may be made anywhere.
        bool everywhere = s_connections.Contains(on.Name);
        foreach (SyntaxTree tree in everywhere ? model.Compilation.SyntaxTrees : [model.SyntaxTree])
        {
            foreach (AssignmentExpressionSyntax set in s_files.GetValue(tree, Limits))
            {
                if (!everywhere && own is not null && !own.Span.Contains(set.Span)) continue;
                SemanticModel there = tree == model.SyntaxTree ? model : model.Compilation.GetSemanticModel(tree);
                if (there.GetSymbolInfo(set.Left).Symbol is IPropertySymbol limit && rows.Any(row => Is(limit, row)))
                {
                    return $"the limit of time that {limit.Name} sets holds for '{name}', and not for an await";
                }
            }
        }
        return null;
    }

    private static bool Is(IPropertySymbol limit, Row row) => limit.Name == row.Limit
        && Awaitables.IsIn(limit.ContainingType, row.Space)
        && (row.Type is null || limit.ContainingType.Name == row.Type);

    private static AssignmentExpressionSyntax[] Limits(SyntaxTree file) =>
    [
        .. file.GetRoot().DescendantNodes().OfType<AssignmentExpressionSyntax>().Where(set =>
            Syntax.MemberName(set.Left) is { Identifier.ValueText: var name } && s_names.Contains(name)
            && !IsNone(set.Right)),
    ];

    // 0, -1 and Timeout.Infinite say that there is none.
    private static bool IsNone(ExpressionSyntax value) =>
        value is LiteralExpressionSyntax { Token.Value: 0 } || value.IsKind(SyntaxKind.UnaryMinusExpression)
        || value.ToString().EndsWith("Infinite", StringComparison.Ordinal);
}
