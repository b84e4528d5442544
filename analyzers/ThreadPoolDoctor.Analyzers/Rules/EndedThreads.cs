using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// Members that end threads of their object: they join what another member has started. What else they wait for, such
/// as an empty queue, is waited for when the object stops, and for nobody who is served.
/// </summary>
internal static class EndedThreads
{
    public static bool AreAround(Examination examination, SyntaxNode node)
    {
        Body? member = examination.BodyAround(node);
        while (member?.Parent is { } around) member = around;
        if (member is null) return false;
        return Any("Join")
            // Who starts threads and joins them waits for their work, each time.
            && !Any("Start")
            && !member.Node.DescendantNodes().OfType<ObjectCreationExpressionSyntax>().Any(made => Names.OfType(made.Type) == "Thread");

        bool Any(string name) => examination.OutlineOf(node.SyntaxTree).Places.CallsTo(name)
            .Any(call => member.Node.Span.Contains(call.Span) && IsOnThread(examination, call));
    }

    private static bool IsOnThread(Examination examination, InvocationExpressionSyntax call) =>
        Calls.Target(examination.ModelOf(call), call)?.ContainingType
            is { Name: "Thread", ContainingNamespace: { Name: "Threading", ContainingNamespace.Name: "System" } };
}
