using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using ThreadPoolDoctor.Catalog;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>Whether a stream of which nobody knows what is at its end may be a connection or another process.</summary>
internal static class FarStreams
{
    private static readonly HashSet<string> s_far = ["Socket", "TcpClient", "UdpClient", "TcpListener", "NetworkStream", "SslStream",
        "HttpClient", "HttpContent", "HttpResponseMessage", "HttpRequestMessage", "HttpListener", "WebClient", "WebRequest", "WebResponse",
        "HttpWebRequest", "HttpWebResponse", "FtpWebRequest", "WebSocket", "ClientWebSocket", "PipeStream", "NamedPipeClientStream",
        "NamedPipeServerStream", "SerialPort", "Process",
        // What gives one, where no type is written down: using var content = await answer.Content.ReadAsStreamAsync();
        "HttpCompletionOption", "ReadAsStreamAsync", "ReadAsStream", "GetResponseStream", "GetRequestStream"];

    /// <summary>
    /// Whether a way ends at such a stream, and no type on the way names anything far away: mostly it is a file then.
    /// </summary>
    public static bool AreNone(Examination examination, IReadOnlyList<CallSite> path)
    {
        CallSite wait = path[path.Count - 1];
        return wait.Row is { Ailment: Ailments.BlockingIO } row and not ForeignCall && IONamespaces.AreNear(row.Type)
            && Endpoints.Decide(wait.Target) && Endpoints.Of(examination, wait) != Endpoint.Device
            && path.Select(step => step.Node.Ancestors().OfType<TypeDeclarationSyntax>().LastOrDefault()).Distinct()
                .All(type => type is not null && !NamesAnyFar(type));
    }

    /// <summary>The same of a way through another project, of which only the names are known.</summary>
    public static bool IsNone(ForeignCall call) => call.Ailment is Ailments.BlockingIO
        && IONamespaces.AreNear(call.Type) && !call.Way.Split(' ', '.').Any(s_far.Contains);

    private static bool NamesAnyFar(TypeDeclarationSyntax type) => type.DescendantTokens()
        .Any(token => token.IsKind(SyntaxKind.IdentifierToken) && s_far.Contains(token.ValueText));
}
