using System;
using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// Where the stream that a call reads or writes comes from, through variables, wrappers and what callers hand over.
/// </summary>
internal sealed class StreamSources
{
    // A local, a reader, a helper: what stands between a read and its source is seldom more.
    private const int Steps = 8;

    private static readonly string[] s_connections = ["NetworkStream", "SslStream", "NegotiateStream"];

    private readonly Examination _examination;
    private readonly Func<ExpressionSyntax, Callers?, bool> _is;
    private readonly bool _every;

    private StreamSources(Examination examination, Func<ExpressionSyntax, Callers?, bool> isSource, bool every)
    {
        _examination = examination;
        _is = isSource;
        _every = every;
    }

    /// <summary>
    /// Whether it is that of a response that a method is given: HttpClient gives a response back when its content is
    /// there, unless it is asked for the headers alone, and who did so mostly reads it himself.
    /// </summary>
    /// <param name="examination">Of the compilation.</param>
    /// <param name="wait">What reads.</param>
    /// <param name="callers">The calls by which it is come to, where there are any.</param>
    public static bool AreGivenResponses(Examination examination, CallSite wait, Callers? callers) =>
        new StreamSources(examination, (source, by) => IsOfGivenResponse(examination, source, by), every: true)
            .Are(wait.Node, callers, Steps);

    /// <summary>Whether it is that of the answer that a server gave with an error.</summary>
    public static bool AreAnswersOfErrors(Examination examination, CallSite wait, Callers? callers) =>
        new StreamSources(examination, (source, _) => IsAnswerOfError(examination, source), every: true)
            .Are(wait.Node, callers, Steps);

    /// <summary>Whether it may be that of a connection, by what somebody gives the variable that keeps it.</summary>
    public static bool AnyIsConnection(Examination examination, CallSite wait, Callers? callers) =>
        new StreamSources(examination, (source, _) => IsConnection(examination, source), every: false)
            .Are(wait.Node, callers, Steps);

    // reader.ReadToEnd(), JsonSerializer.Deserialize(stream, options), new StreamReader(stream)
    private bool Are(SyntaxNode call, Callers? callers, int left) =>
        (Calls.ArgumentsOf(call)?.Arguments.Select(argument => argument.Expression) ?? []).Prepend(Receiver.Of(call))
            .Any(read => read is not null && Endpoints.IsStreamLike(_examination.ModelOf(read).GetTypeInfo(read).Type)
                && Is(read, callers, left));

    private bool Is(ExpressionSyntax value, Callers? callers, int left)
    {
        if (left == 0) return false;
        switch (value)
        {
            case ParenthesizedExpressionSyntax inner: return Is(inner.Expression, callers, left);
            case PostfixUnaryExpressionSyntax sure: return Is(sure.Operand, callers, left);
            case var source when _is(source, callers): return true;
            case AwaitExpressionSyntax awaited: return _is(TaskOf(awaited), callers);
            case MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Result" } waited
                when _is(waited.Expression, callers):
                return true;
            case BaseObjectCreationExpressionSyntax or InvocationExpressionSyntax:
                return Are(value, callers, left - 1);
        }
        (ExpressionSyntax Value, Callers? From)[] all = value is ConditionalExpressionSyntax choice
            ? [(choice.WhenTrue, callers), (choice.WhenFalse, callers)] : [.. Before(value, callers)];
        return _every ? all.Length > 0 && all.All(before => Is(before.Value, before.From, left - 1))
            : all.Any(before => Is(before.Value, before.From, left - 1));
    }

    // await task.ForAwait(), which is no more than a shorter name for its ConfigureAwait(false).
    private ExpressionSyntax TaskOf(AwaitExpressionSyntax awaited)
    {
        ExpressionSyntax task = Awaiting.TaskOf(awaited.Expression);
        return task is InvocationExpressionSyntax { ArgumentList.Arguments.Count: 0 } call
            && Receiver.Of(call) is { } configured && _examination.ModelOf(call).GetTypeInfo(call).Type
                is { Name: "ConfiguredTaskAwaitable" or "ConfiguredValueTaskAwaitable" }
            ? Awaiting.TaskOf(configured) : task;
    }

    private IEnumerable<(ExpressionSyntax Value, Callers? From)> Before(ExpressionSyntax value, Callers? callers)
    {
        ISymbol? symbol = _examination.ModelOf(value).GetSymbolInfo(value).Symbol;
        if (callers?.Giving(_examination, symbol) is not { } giving)
        {
            return Origins.Of(_examination, value).Select(each => (each, callers));
        }
        return giving.ArgumentFor((IParameterSymbol)symbol!) is { } argument ? [(argument, giving.Before)] : [];
    }

    // response.Content.ReadAsStreamAsync(), where response is what the method is given
    private static bool IsOfGivenResponse(Examination examination, ExpressionSyntax read, Callers? callers) =>
        read is InvocationExpressionSyntax call
        && Names.OfInvoked(call.Expression) is "ReadAsStream" or "ReadAsStreamAsync"
        && Receiver.Of(read) is { } content
        && (ReceivedContent.IsGiven(examination, content)
            || callers is not null && ReceivedContent.IsHandedOn(examination, content, callers));

    // error.Response.GetResponseStream(), where the response may have been kept and cast
    private static bool IsAnswerOfError(Examination examination, ExpressionSyntax source) =>
        source is InvocationExpressionSyntax call && Names.OfInvoked(call.Expression) == "GetResponseStream"
        && (Receiver.Of(call) ?? (call.Parent as ConditionalAccessExpressionSyntax)?.Expression) is { } answer
        && (IsOfError(examination, answer) || Origins.Of(examination, answer).ToArray() is [_, ..] kept
            && kept.All(each => IsOfError(examination, each)));

    private static bool IsOfError(Examination examination, ExpressionSyntax answer) => answer switch
    {
        ParenthesizedExpressionSyntax inner => IsOfError(examination, inner.Expression),
        CastExpressionSyntax cast => IsOfError(examination, cast.Expression),
        BinaryExpressionSyntax { RawKind: (int)SyntaxKind.AsExpression } cast => IsOfError(examination, cast.Left),
        PostfixUnaryExpressionSyntax sure => IsOfError(examination, sure.Operand),
        _ => examination.ModelOf(answer).GetSymbolInfo(answer).Symbol
            is IPropertySymbol { Name: "Response", ContainingType.Name: "WebException" },
    };

    // client.GetStream(), new SslStream(inner)
    private static bool IsConnection(Examination examination, ExpressionSyntax source) =>
        examination.ModelOf(source).GetTypeInfo(source).Type is { } type && s_connections.Contains(type.Name)
        && MemberNames.OfNamespace(type.ContainingNamespace).StartsWith("System.Net", StringComparison.Ordinal);
}
