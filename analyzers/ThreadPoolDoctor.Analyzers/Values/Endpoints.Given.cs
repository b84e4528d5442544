using System;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>This part looks at streams that are handed to something that is none itself.</summary>
internal static partial class Endpoints
{
    // What only turns an object into bytes, or bytes into one; an upload goes on to somewhere.
    private static readonly string[] s_turning =
        ["Save", "Write", "Encode", "Serialize", "Export", "Load", "Read", "Decode", "Deserialize", "Import", "Parse"];

    /// <summary>
    /// Whether all streams that a call is given end in memory, and it does nothing but write to them, or read from
    /// them.
    /// </summary>
    public static bool IsGivenMemory(Examination examination, CallSite site, Callers? callers) =>
        s_turning.Any(verb => site.Target.Name.StartsWith(verb, StringComparison.Ordinal))
        && Calls.ArgumentsOf(site.Node) is { } given
        && !IsWire(site.Target.ContainingType) && Receiver.Of(site.Node) is var receiver
        && !(receiver is not null && IsWire(examination.ModelOf(receiver).GetTypeInfo(receiver).Type))
        && given.Arguments.Select(argument => argument.Expression)
            .Where(argument =>
                IsStreamLike(examination.ModelOf(argument).GetTypeInfo(argument).Type)).ToArray() is [_, ..] streams
        && streams.All(stream => Of(examination, stream, callers, 0, new Walk()) == Endpoint.Memory);

    /// <summary>Whether a type is of something far, by its name: a client, a connection, a blob.</summary>
    public static bool IsWire(ITypeSymbol? type) => type is null || s_wires.Any(type.Name.Contains)
        || IsStreamLike(type);
}
