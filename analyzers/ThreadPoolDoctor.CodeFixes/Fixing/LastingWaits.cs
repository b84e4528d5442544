using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using ThreadPoolDoctor.Analyzers;

namespace ThreadPoolDoctor.CodeFixes.Fixing;

/// <summary>
/// Waits that end when the service does: for the handle of a token, and for all that a collection will ever be given.
/// An await beside one of them gives the thread back for next to nothing.
/// </summary>
internal static class LastingWaits
{
    public static bool IsOne(CallSite wait, SemanticModel model) => wait.Row switch
    {
        { Type: "System.Collections.Concurrent.BlockingCollection`1", Member: "GetConsumingEnumerable" } => true,
        { Type: "System.Threading.WaitHandle", Member: "WaitOne" } => wait.Target.Parameters.IsEmpty
            && Receiver.Of(wait.Node) is MemberAccessExpressionSyntax { Expression: { } token }
            && model.GetTypeInfo(token).Type is { Name: "CancellationToken" },
        _ => false,
    };
}
