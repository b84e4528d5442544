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
    // Two that hand on what each other gives are not followed round.
    private const int MaxHelpers = 2;

    private const string HeadersAlone = "ResponseHeadersRead";

    private static readonly string[] s_asking =
        ["GetAsync", "PostAsync", "PutAsync", "PatchAsync", "DeleteAsync", "SendAsync"];

    // response.Content.ReadAsStreamAsync(), where response = await client.GetAsync(...)
    public static bool Is(Examination examination, ExpressionSyntax stream) =>
        ResponseReadBy(stream) is { } response && HasComeWhole(examination, response);

    /// <summary>
    /// Whether it is under way: <c>response = await client.GetAsync(url, HttpCompletionOption.ResponseHeadersRead)</c>
    /// </summary>
    public static bool IsUnderWay(Examination examination, ExpressionSyntax stream) =>
        ResponseReadBy(stream) is { } response && Made(examination, response).Select(AskingOf).OfType<ExpressionSyntax>()
            .SelectMany(task => Made(examination, task)).OfType<InvocationExpressionSyntax>()
            .Any(asking => asking.ArgumentList.Arguments.Any(IsHeadersAlone));

    private static bool IsHeadersAlone(ArgumentSyntax argument) => Names.OfInvoked(argument.Expression) == HeadersAlone;

    private static ExpressionSyntax? ResponseReadBy(ExpressionSyntax stream) =>
        stream is InvocationExpressionSyntax call
        && Names.OfInvoked(call.Expression) is "ReadAsStream" or "ReadAsStreamAsync"
        && Receiver.Of(call) is { } content ? ResponseOf(content) : null;

    /// <summary>
    /// Whether a task reads what has come with a response, of HttpClient's own or that a method is given.
    /// </summary>
    public static bool IsReadBy(Examination examination, ExpressionSyntax task) => Made(examination, task)
        .All(each => each is InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax { Expression: var content } read }
            && read.Name.Identifier.ValueText.StartsWith("Read", System.StringComparison.Ordinal)
            && Made(examination, content).All(from => HasCome(examination, from) || IsGiven(examination, from)));

    // What a variable is given, or what is no variable itself.
    private static ExpressionSyntax[] Made(Examination examination, ExpressionSyntax value) =>
        value is IdentifierNameSyntax && Origins.Of(examination, value).ToArray() is [_, ..] given ? given : [value];

    private static bool HasCome(Examination examination, ExpressionSyntax content) =>
        ResponseOf(content) is { } response && HasComeWhole(examination, response);

    private static bool HasComeWhole(Examination examination, ExpressionSyntax response, int helpers = MaxHelpers) =>
        IsWhole(examination, response, helpers)
        || Origins.Of(examination, response).ToArray() is [_, ..] all
            && all.All(value => IsWhole(examination, value, helpers));

    /// <summary>
    /// Whether a helper is given it, or the response that it is of, by who has a response and did not ask for the
    /// headers alone; of who may call a helper from elsewhere that is taken for granted.
    /// </summary>
    /// <param name="examination">Of the compilation.</param>
    /// <param name="content">What is read, in the helper.</param>
    /// <param name="callers">The calls that the helper was come to by.</param>
    public static bool IsHandedOn(Examination examination, ExpressionSyntax content, Callers callers)
    {
        ExpressionSyntax? at = content;
        bool isHandedOn = false;
        for (Callers? by = callers; at is not null;)
        {
            ISymbol? symbol = examination.ModelOf(at).GetSymbolInfo(ResponseOf(at) ?? at).Symbol;
            if (symbol is not IParameterSymbol { Type.Name: "HttpResponseMessage" or "HttpContent" } parameter) break;
            if (IsOnItsWay(parameter.ContainingType)) return false;
            if (by?.IsGivenByAnybody(parameter) == true) return parameter.Type.Name == "HttpResponseMessage";
            if (by?.Giving(examination, parameter) is not { } giving
                || MayAskForHeaders(examination, giving.Site.Node)) return false;
            isHandedOn |= parameter.Type.Name == "HttpResponseMessage";
            (at, by) = (giving.ArgumentFor(parameter), giving.Before);
        }
        return isHandedOn || at is not null && at != content && IsOfResponse(examination, at);
    }

    /// <summary>
    /// Whether it is of a response that its own method is given, by whoever calls that, and that asks for no headers
    /// alone; or of one that an object has, where nobody asks for them.
    /// </summary>
    public static bool IsGiven(Examination examination, ExpressionSyntax content) => ResponseOf(content) is { } response
        && examination.ModelOf(response).GetSymbolInfo(response).Symbol switch
        {
            IParameterSymbol { Type.Name: "HttpResponseMessage" } given => !IsOnItsWay(given.ContainingType)
                && !MayAskForHeaders(examination, content)
                && !examination.CallsTo(given.ContainingSymbol.Name).Any(call => MayAskForHeaders(examination, call)),
            IPropertySymbol { Type.Name: "HttpResponseMessage" } => !examination.Outlines.Uses(HeadersAlone)
                && !(examination.BodyAround(content) is { } body && examination.MemberAround(body) is { } member
                    && IsOnItsWay(member.ContainingType)),
            _ => false,
        };

    /// <summary>Whether it is the content of a response, and not of a request.</summary>
    public static bool IsOfResponse(Examination examination, ExpressionSyntax content) => ResponseOf(content) is { } response
        && examination.ModelOf(response).GetTypeInfo(response).Type?.Name == "HttpResponseMessage";

    // response.Content
    private static ExpressionSyntax? ResponseOf(ExpressionSyntax content) =>
        content is MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Content" } access
            ? access.Expression : null;

    private static bool IsOnItsWay(INamedTypeSymbol type) =>
        type.SelfAndBases().Any(at => at.Name == "HttpMessageHandler");

    private static bool MayAskForHeaders(Examination examination, SyntaxNode caller) =>
        examination.BodyAround(caller)?.OwnNodes().OfType<IdentifierNameSyntax>()
            .Any(name => name.Identifier.ValueText == HeadersAlone) != false;

    private static bool IsWhole(Examination examination, ExpressionSyntax response, int helpers) =>
        AskingOf(response) is { } task && IsAskedOrBegun(examination, task, helpers);

    private static bool IsAskedOrBegun(Examination examination, ExpressionSyntax task, int helpers) =>
        IsAsked(examination, task, helpers)
        || task is IdentifierNameSyntax && Origins.Of(examination, task).ToArray() is [_, ..] begun
            && begun.All(value => IsAsked(examination, value, helpers));

    // await client.GetAsync(...), client.GetAsync(...).Result, (await client.GetAsync(...))
    private static ExpressionSyntax? AskingOf(ExpressionSyntax response) => response switch
    {
        ParenthesizedExpressionSyntax inner => AskingOf(inner.Expression),
        AwaitExpressionSyntax awaited => Awaiting.TaskOf(awaited.Expression),
        MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Result" } waited => Awaiting.TaskOf(waited.Expression),
        InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax { Name.Identifier.ValueText: "GetResult" } waited } =>
            Awaiting.TaskOf(waited.Expression),
        _ => null,
    };

    private static bool IsAsked(Examination examination, ExpressionSyntax task, int helpers) =>
        task is InvocationExpressionSyntax call
        && examination.ModelOf(call).GetSymbolInfo(call).Symbol is IMethodSymbol asked
        && (asked.ContainingType.Name == "HttpClient" ? s_asking.Contains(asked.Name)
            && !asked.Parameters.Any(parameter => parameter.Type.Name == "HttpCompletionOption")
            : helpers > 0 && IsHandedOnBy(examination, call, asked, helpers - 1));

    // new Task<HttpResponseMessage> PostAsync(...) => base.PostAsync(...): a method of the program that hands on what
    // HttpClient gives, whatever it is called.
    private static bool IsHandedOnBy(Examination examination, InvocationExpressionSyntax call, IMethodSymbol helper, int helpers) =>
        helper.ReturnType is INamedTypeSymbol { TypeArguments: [{ Name: "HttpResponseMessage" }] }
        && examination.Calls.MethodOf(new CallSite(call, helper)) is { } method
        && examination.BodiesOf(method).SelectMany(body => body.Returned()).ToArray() is [_, ..] all
        && all.All(value => method.IsAsync ? HasComeWhole(examination, value, helpers)
            : IsAskedOrBegun(examination, value, helpers));
}
