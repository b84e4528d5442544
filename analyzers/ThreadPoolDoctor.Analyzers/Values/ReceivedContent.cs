using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// The stream of a response that has come whole: HttpClient gives a response back when its content is there, unless it
/// is asked for the headers alone.
/// </summary>
internal static class ReceivedContent
{
    private static readonly string[] s_asking =
        ["GetAsync", "PostAsync", "PutAsync", "PatchAsync", "DeleteAsync", "SendAsync"];

    // response.Content.ReadAsStreamAsync(), where response = await client.GetAsync(...)
    public static bool Is(Examination examination, ExpressionSyntax stream) =>
        stream is InvocationExpressionSyntax call
        && Names.OfInvoked(call.Expression) is ("ReadAsStream" or "ReadAsStreamAsync")
        && Receiver.Of(call) is MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Content", Expression: var response }
        && Origins.Of(examination, response).ToArray() is { Length: > 0 } all
        && all.All(value => IsWhole(examination, value));

    private static bool IsWhole(Examination examination, ExpressionSyntax response)
    {
        if (response is not AwaitExpressionSyntax { Expression: InvocationExpressionSyntax call }) return false;
        if (Names.OfInvoked(call.Expression) == "ConfigureAwait"
            && Receiver.Of(call) is InvocationExpressionSyntax inner) call = inner;
        return examination.ModelOf(call).GetSymbolInfo(call).Symbol is IMethodSymbol asked
            && asked.ContainingType.Name == "HttpClient" && s_asking.Contains(asked.Name)
            && !asked.Parameters.Any(parameter => parameter.Type.Name == "HttpCompletionOption");
    }
}
