using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// Content of a request or response that its object holds in memory, so that what reads it has ended at once.
/// </summary>
internal static class HeldContent
{
    private static readonly HashSet<string> s_held =
        ["ByteArrayContent", "StringContent", "FormUrlEncodedContent", "ReadOnlyMemoryContent"];

    // From where it is read back to where it is made: a variable each, a helper, a method that makes it.
    private const int Steps = 6;

    // What keeps all of a content once it has come.
    private static readonly string[] s_keeping = ["ReadAsStringAsync", "ReadAsByteArrayAsync", "LoadIntoBufferAsync"];

    /// <summary>
    /// Whether a task is that of reading such content: by its type, or by what was asked of it before; or of copying it
    /// to a stream in memory.
    /// </summary>
    public static bool IsReadBy(Examination examination, ExpressionSyntax task, Callers? callers) =>
        task is InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax { Expression: var content } read } call
        && (read.Name.Identifier.ValueText.StartsWith("ReadAs", System.StringComparison.Ordinal)
            || read.Name.Identifier.ValueText == "CopyToAsync" && call.ArgumentList.Arguments is [{ Expression: var to }, ..]
                && Endpoints.IsMemory(examination, to, callers))
        && (IsMadeInMemory(examination, content, callers, Steps)
            || content is IdentifierNameSyntax name && !IsWritten(examination, name)
                && IsAsked(examination.ModelOf(content), name)
            || WasReadBefore(examination, read, content) || IsOfOwnRequest(examination, content));

    /// <summary>
    /// Whether a stream is that of a content which was loaded before, or made in memory: <c>await content.LoadIntoBufferAsync()</c>
    /// </summary>
    public static bool IsStreamOfLoaded(Examination examination, ExpressionSyntax stream) =>
        stream is InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax { Name.Identifier.ValueText: "ReadAsStream" or "ReadAsStreamAsync", Expression: var content } read }
        && (WasReadBefore(examination, read, content) || IsOfOwnRequest(examination, content)
            || IsMadeInMemory(examination, content, callers: null, Steps));

    // HttpContent content = isForm ? new FormUrlEncodedContent(all) : new StringContent(text): whatever it is declared
    // as, it holds what it was made of.
    private static bool IsMadeInMemory(Examination examination, ExpressionSyntax content, Callers? callers, int left)
    {
        SemanticModel model = examination.ModelOf(content);
        if (IsHeld(model.GetTypeInfo(content).Type)) return true;
        if (left == 0) return false;
        switch (content)
        {
            case ParenthesizedExpressionSyntax inner: return IsMadeInMemory(examination, inner.Expression, callers, left);
            case PostfixUnaryExpressionSyntax sure: return IsMadeInMemory(examination, sure.Operand, callers, left);
            case CastExpressionSyntax cast: return IsMadeInMemory(examination, cast.Expression, callers, left);
            case BinaryExpressionSyntax { RawKind: (int)SyntaxKind.CoalesceExpression } choice:
                return AreMadeInMemory(examination, [choice.Left, choice.Right], callers, left);
            case ConditionalExpressionSyntax choice:
                return AreMadeInMemory(examination, [choice.WhenTrue, choice.WhenFalse], callers, left);
        }
        ISymbol? symbol = model.GetSymbolInfo(content).Symbol;
        return symbol switch
        {
            IParameterSymbol parameter when callers?.Giving(examination, parameter) is { } giving =>
                giving.ArgumentFor(parameter) is { } given
                    && IsMadeInMemory(examination, given, giving.Before, left - 1),
            IMethodSymbol { IsVirtual: false, IsAbstract: false, IsOverride: false } made => AreMadeInMemory(
                examination, examination.BodiesOf(made).SelectMany(body => body.Returned()), callers: null, left - 1),
            ILocalSymbol or IParameterSymbol or { DeclaredAccessibility: Accessibility.Private }
                when !IsLent(examination, content) =>
                AreMadeInMemory(examination, Origins.Of(examination, content), callers, left - 1),
            _ => false,
        };
    }

    private static bool AreMadeInMemory(
        Examination examination, IEnumerable<ExpressionSyntax> values, Callers? callers, int left)
    {
        ExpressionSyntax[] given = [.. values.Where(value => !value.IsKind(SyntaxKind.NullLiteralExpression))];
        return given.Length > 0 && given.All(value => IsMadeInMemory(examination, value, callers, left));
    }

    // Exchange(ref content), TryTake(out content): who is lent the variable gives it what it likes.
    private static bool IsLent(Examination examination, ExpressionSyntax content) => content.ToString() is var name
        && examination.BodyAround(content)?.OwnNodes().OfType<ArgumentSyntax>()
            .Any(lent => !lent.RefKindKeyword.IsKind(SyntaxKind.None) && lent.Expression.ToString() == name) != false;

    // request.Content, where all requests of the program are given contents that are held in memory. One that comes in
    // is given its content by the server.
    private static bool IsOfOwnRequest(Examination examination, ExpressionSyntax content)
    {
        while (content is PostfixUnaryExpressionSyntax sure) content = sure.Operand;
        if (content is not MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Content" }
            || examination.ModelOf(content).GetSymbolInfo(content).Symbol is not IPropertySymbol { ContainingType: { Name: "HttpRequestMessage", ContainingNamespace: var space } } asked
            || MemberNames.OfNamespace(space) != "System.Net.Http"
            || examination.Compilation.GetTypeByMetadataName("System.Web.Http.ApiController") is not null) return false;
        ExpressionSyntax[] given = [.. Origins.PutInto(examination, asked)];
        return given.Length > 0 && given.All(value => IsHeld(examination.ModelOf(value).GetTypeInfo(value).Type));
    }

    // _ = await content.ReadAsStringAsync(): what has been read as a whole is kept, and read again from memory.
    private static bool WasReadBefore(Examination examination, MemberAccessExpressionSyntax read, ExpressionSyntax content) =>
        RootOf(content) is { } root && examination.BodyAround(read) is { } body && s_keeping.Any(body.MentionsCall)
        && !IsWritten(examination, root) && body.OwnNodes().OfType<InvocationExpressionSyntax>().Any(before =>
            before.Span.End < read.SpanStart
            && before.Expression is MemberAccessExpressionSyntax { Name.Identifier.ValueText: var name } earlier
            && s_keeping.Contains(name) && earlier.Expression.ToString() == content.ToString()
            && IsWaitedFor(before) && Foregone.IsBefore(read, before, out _));

    // content, response.Content
    private static IdentifierNameSyntax? RootOf(ExpressionSyntax content) => content switch
    {
        IdentifierNameSyntax name => name,
        MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Content", Expression: IdentifierNameSyntax response } => response,
        _ => null,
    };

    private static bool IsWaitedFor(InvocationExpressionSyntax reading)
    {
        ExpressionSyntax task = reading;
        while (task.Parent is MemberAccessExpressionSyntax { Name.Identifier.ValueText: "ConfigureAwait" or "GetAwaiter", Parent: InvocationExpressionSyntax next }) task = next;
        return task.Parent is AwaitExpressionSyntax
            || task.Parent is MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Result" or "Wait" or "GetResult" };
    }

    // An own type that derives from one of them may give something else.
    private static bool IsHeld(ITypeSymbol? type) => type is not null && s_held.Contains(type.Name)
        && MemberNames.OfNamespace(type.ContainingNamespace) == "System.Net.Http";

    // if (content is StringContent) ..., if (content is not StringContent) continue;
    private static bool IsAsked(SemanticModel model, IdentifierNameSyntax content) =>
        Guards.Of(content).OfType<ExpressionSyntax>().SelectMany(Guards.Parts)
            .Any(asked => IsQuestion(model, asked, content, isDenied: false))
        || Guards.Returns(content).SelectMany(Alternatives)
            .Any(asked => IsQuestion(model, asked, content, isDenied: true));

    private static IEnumerable<ExpressionSyntax> Alternatives(ExpressionSyntax condition) => condition switch
    {
        ParenthesizedExpressionSyntax inner => Alternatives(inner.Expression),
        BinaryExpressionSyntax { RawKind: (int)SyntaxKind.LogicalOrExpression } either =>
            Alternatives(either.Left).Concat(Alternatives(either.Right)),
        _ => [condition],
    };

    private static bool IsQuestion(SemanticModel model, ExpressionSyntax asked, IdentifierNameSyntax content, bool isDenied) => asked switch
    {
        ParenthesizedExpressionSyntax inner => IsQuestion(model, inner.Expression, content, isDenied),
        PrefixUnaryExpressionSyntax { RawKind: (int)SyntaxKind.LogicalNotExpression } not =>
            IsQuestion(model, not.Operand, content, !isDenied),
        BinaryExpressionSyntax { RawKind: (int)SyntaxKind.IsExpression } type =>
            !isDenied && IsSame(type.Left, content) && IsHeld(model.GetTypeInfo(type.Right).Type),
        IsPatternExpressionSyntax { Expression: var one, Pattern: UnaryPatternSyntax { Pattern: var pattern } } =>
            isDenied && IsSame(one, content) && IsHeld(TypeOf(model, pattern)),
        IsPatternExpressionSyntax { Expression: var one, Pattern: var pattern } =>
            !isDenied && IsSame(one, content) && IsHeld(TypeOf(model, pattern)),
        _ => false,
    };

    private static ITypeSymbol? TypeOf(SemanticModel model, PatternSyntax pattern) => pattern switch
    {
        ConstantPatternSyntax type => model.GetTypeInfo(type.Expression).Type,
        TypePatternSyntax type => model.GetTypeInfo(type.Type).Type,
        DeclarationPatternSyntax type => model.GetTypeInfo(type.Type).Type,
        _ => null,
    };

    private static bool IsSame(ExpressionSyntax asked, IdentifierNameSyntax content) =>
        asked is IdentifierNameSyntax name && name.Identifier.ValueText == content.Identifier.ValueText;

    private static bool IsWritten(Examination examination, IdentifierNameSyntax content) =>
        examination.BodyAround(content)?.OwnNodes().OfType<AssignmentExpressionSyntax>()
            .Any(written => RootOf(written.Left) is { } root && IsSame(root, content)) != false;
}
