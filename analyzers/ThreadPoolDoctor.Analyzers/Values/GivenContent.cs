using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// Whether what a call reads is the stream of a response that a method is given: HttpClient gives a response back when
/// its content is there, unless it is asked for the headers alone, and who did so mostly reads it himself.
/// </summary>
internal static class GivenContent
{
    // A local, a reader, a helper: what stands between a read and the response is seldom more.
    private const int Steps = 8;

    /// <param name="examination">Of the compilation.</param>
    /// <param name="wait">What reads.</param>
    /// <param name="callers">The calls by which it is come to, where there are any.</param>
    public static bool IsReadBy(Examination examination, CallSite wait, Callers? callers) =>
        IsGiven(examination, wait.Node, callers, Steps);

    // reader.ReadToEnd(), JsonSerializer.Deserialize(stream, options), new StreamReader(stream)
    private static bool IsGiven(Examination examination, SyntaxNode call, Callers? callers, int left) =>
        (Calls.ArgumentsOf(call)?.Arguments.Select(argument => argument.Expression) ?? []).Prepend(Receiver.Of(call))
            .Any(read => read is not null && Endpoints.IsStreamLike(examination.ModelOf(read).GetTypeInfo(read).Type)
                && IsGiven(examination, read, callers, left));

    private static bool IsGiven(Examination examination, ExpressionSyntax value, Callers? callers, int left)
    {
        if (left == 0) return false;
        switch (value)
        {
            case ParenthesizedExpressionSyntax inner: return IsGiven(examination, inner.Expression, callers, left);
            case PostfixUnaryExpressionSyntax sure: return IsGiven(examination, sure.Operand, callers, left);
            case AwaitExpressionSyntax awaited:
                return IsStreamOf(examination, Awaiting.TaskOf(awaited.Expression), callers);
            case MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Result" } waited:
                return IsStreamOf(examination, waited.Expression, callers);
            case InvocationExpressionSyntax when IsStreamOf(examination, value, callers): return true;
            case BaseObjectCreationExpressionSyntax or InvocationExpressionSyntax:
                return IsGiven(examination, (SyntaxNode)value, callers, left - 1);
            default: return Before(examination, value, callers).ToArray() is [_, ..] all
                && all.All(before => IsGiven(examination, before.Value, before.From, left - 1));
        }
    }

    private static IEnumerable<(ExpressionSyntax Value, Callers? From)> Before(
        Examination examination, ExpressionSyntax value, Callers? callers)
    {
        ISymbol? symbol = examination.ModelOf(value).GetSymbolInfo(value).Symbol;
        if (callers?.Giving(examination, symbol) is not { } giving)
        {
            return Origins.Of(examination, value).Select(each => (each, callers));
        }
        return giving.ArgumentFor((IParameterSymbol)symbol!) is { } argument ? [(argument, giving.Before)] : [];
    }

    // response.Content.ReadAsStreamAsync(), where response is what the method is given
    private static bool IsStreamOf(Examination examination, ExpressionSyntax read, Callers? callers) =>
        read is InvocationExpressionSyntax call
        && Names.OfInvoked(call.Expression) is "ReadAsStream" or "ReadAsStreamAsync"
        && Receiver.Of(read) is { } content
        && (ReceivedContent.IsGiven(examination, content)
            || callers is not null && ReceivedContent.IsHandedOn(examination, content, callers));
}
