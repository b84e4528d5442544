using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using ThreadPoolDoctor.CodeFixes.Asynchrony;
using ThreadPoolDoctor.CodeFixes.WorkItems;
using static Microsoft.CodeAnalysis.CSharp.SyntaxFactory;

namespace ThreadPoolDoctor.CodeFixes.Offers;

/// <summary>
/// <c>ThreadPool.QueueUserWorkItem</c> becomes <c>WorkPool.Shared.Queue</c>, in projects that refer to that pool.
/// </summary>
internal static class BundledPool
{
    private const string Space = "ThreadPoolDoctor.Pool";

    public static Edit? Change(WorkItem item)
    {
        if (item.Call is not InvocationExpressionSyntax call || item.Api.IsGenericMethod
            || item.Target.IsAsync) return null;
        if (Awaitables.FullName(item.Api.ContainingType) != "System.Threading.ThreadPool") return null;
        INamedTypeSymbol? pool = item.Model.Compilation.GetTypeByMetadataName(Space + ".WorkPool");
        string method = item.Api.Name == "UnsafeQueueUserWorkItem" ? "UnsafeQueue" : "Queue";
        if (pool is null || pool.GetMembers(method).IsEmpty || pool.GetMembers("Shared").IsEmpty) return null;
        TypeNames.TaskName name = TypeNames.Of(item.Model, call.SpanStart, Space, "WorkPool");
        string shown = name.Using is null ? name.Text : Space + ".WorkPool";
        return new Edit(item.Document, call, EditKind.WorkItem, node =>
            ((InvocationExpressionSyntax)node)
                .WithExpression(ParseExpression($"{shown}.Shared.{method}")
                .WithTriviaFrom(((InvocationExpressionSyntax)node).Expression)));
    }
}
