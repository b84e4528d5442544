using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// Tasks that have ended when they are made: from a value, from an exception, or the one that is always there.
/// </summary>
internal static class MadeEnded
{
    /// <summary>Whether an expression by itself gives such a task.</summary>
    public static bool Is(SemanticModel model, ExpressionSyntax value)
    {
        switch (value)
        {
            case ParenthesizedExpressionSyntax inner:
                return Is(model, inner.Expression);
            case CastExpressionSyntax cast when TaskPaths.IsTask(model.GetTypeInfo(cast).Type):
                return Is(model, cast.Expression);
            case ConditionalExpressionSyntax choice:
                return Is(model, choice.WhenTrue) && Is(model, choice.WhenFalse);
            case MemberAccessExpressionSyntax { Name.Identifier.ValueText: "CompletedTask" } access:
                return IsOfTask(model, access);
            case InvocationExpressionSyntax
            {
                Expression: MemberAccessExpressionSyntax { Name.Identifier.ValueText: var name } access,
            } when IsMaker(name):
                return IsOfTask(model, access);
            case BaseObjectCreationExpressionSyntax { ArgumentList.Arguments: var given } made when model.GetTypeInfo(made).Type?.Name == "ValueTask":
                return given.Count == 0 || given.Count == 1 && IsValue(model, given[0].Expression);
            // A value task that nobody made has ended; a task that nobody made is null.
            case DefaultExpressionSyntax or LiteralExpressionSyntax { RawKind: (int)SyntaxKind.DefaultLiteralExpression }:
                return model.GetTypeInfo(value).ConvertedType?.Name == "ValueTask";
            default:
                return false;
        }
    }

    /// <summary>Whether a call runs a method, here or in another project, that only gives such tasks.</summary>
    public static bool IsGivenBy(Examination examination, InvocationExpressionSyntax call) => IsGivenBy(examination, call, []);

    /// <summary>
    /// Whether a method has ended when it comes back: <c>ValueTask&lt;int&gt; Count() => new(5)</c>, or async without
    /// an await of anything else.
    /// </summary>
    public static bool Gives(Examination examination, IMethodSymbol method) => Gives(examination, method, []);

    // How many methods, each giving or awaiting the task of the next, are looked into.
    private const int MostAsked = 24;

    private static bool IsGivenBy(Examination examination, InvocationExpressionSyntax call, List<IMethodSymbol> asked) =>
        Calls.Target(examination.ModelOf(call), call) is { } target && TaskPaths.IsTask(target.ReturnType)
        && (AllGive(examination, new CallSite(call, target), asked) || NeverFull.Takes(examination, call, target));

    // The one that is run; of a contract all that the object can be, here and in other projects.
    private static bool AllGive(Examination examination, CallSite site, List<IMethodSymbol> asked)
    {
        if (examination.Calls.MethodOf(site) is { } only && examination.IsHere(only)) return Gives(examination, only, asked);
        INamedTypeSymbol? type = ReceiverTypes.Of(examination, site);
        bool? elsewhere = examination.Others.EndAtOnce(site.Target, type);
        return elsewhere != false && examination.Calls.RunBy(site, type) is { } here
            && (elsewhere == true || here.Any()) && here.All(each => Gives(examination, each, asked));
    }

    // What is asked already adds no wait of its own: methods that only await each other wait for nothing.
    private static bool Gives(Examination examination, IMethodSymbol method, List<IMethodSymbol> asked)
    {
        if (asked.Contains(method, SymbolEqualityComparer.Default)) return true;
        if (asked.Count == MostAsked) return false;
        int before = asked.Count;
        asked.Add(method);
        Body[] bodies = [.. examination.BodiesOf(method)];
        bool ends = method.IsAsync ? bodies.Length > 0 && bodies.All(body => !body.HasAwait || AwaitsEnded(examination, body, asked))
            : bodies.SelectMany(body => body.OwnNodes()).Select(Given).OfType<ExpressionSyntax>().ToArray() is [_, ..] given
                && given.All(value => value is ThrowExpressionSyntax || HasEnded(examination, value, asked));
        // Nor does what was found on the way hold any longer.
        if (!ends) asked.RemoveRange(before, asked.Count - before);
        return ends;
    }

    private static bool AwaitsEnded(Examination examination, Body body, List<IMethodSymbol> asked) => body.OwnNodes().All(node => node switch
    {
        AwaitExpressionSyntax { Expression: var awaited } => !IsYielding(awaited) && HasEnded(examination, Awaiting.TaskOf(awaited), asked),
        CommonForEachStatementSyntax { AwaitKeyword.RawKind: not 0 } or UsingStatementSyntax { AwaitKeyword.RawKind: not 0 }
            or LocalDeclarationStatementSyntax { AwaitKeyword.RawKind: not 0 } => false,
        _ => true,
    });

    // By itself, or as a call of a method that gives nothing else; of a choice both.
    private static bool HasEnded(Examination examination, ExpressionSyntax task, List<IMethodSymbol> asked) => task switch
    {
        ParenthesizedExpressionSyntax inner => HasEnded(examination, inner.Expression, asked),
        ConditionalExpressionSyntax choice => HasEnded(examination, choice.WhenTrue, asked) && HasEnded(examination, choice.WhenFalse, asked),
        _ => Is(examination.ModelOf(task), task)
            || task is InvocationExpressionSyntax call && MayBeGivenBy(examination, call, []) && IsGivenBy(examination, call, asked),
    };

    // By its name, before anything is bound: most awaits are of methods of others. A call without a receiver may be one
    // of a delegate.
    private static bool MayBeGivenBy(Examination examination, InvocationExpressionSyntax call, HashSet<string> asked)
    {
        if (call.Expression is not MemberAccessExpressionSyntax { Name.Identifier.ValueText: var name } || name == "Invoke"
            || IsMaker(name) || NeverFull.MayTake(name) || examination.Others.MayEnd(name)) return true;
        return !asked.Add(name) || asked.Count <= MostAsked && examination.Outlines.DeclaredAs(name).Any(body => !body.HasAwait
            || body.OwnNodes().OfType<AwaitExpressionSyntax>().All(each =>
                Awaiting.TaskOf(each.Expression) is not InvocationExpressionSyntax next || MayBeGivenBy(examination, next, asked)));
    }

    // await task.ConfigureAwait(ConfigureAwaitOptions.ForceYielding)
    private static bool IsYielding(ExpressionSyntax awaited) =>
        awaited.DescendantNodes().OfType<IdentifierNameSyntax>().Any(name => name.Identifier.ValueText == "ForceYielding");

    private static ExpressionSyntax? Given(SyntaxNode node) => node switch
    {
        ReturnStatementSyntax returned => returned.Expression,
        ArrowExpressionClauseSyntax arrow => arrow.Expression,
        _ => null,
    };

    private static bool IsMaker(string name) => name is "FromResult" or "FromException" or "FromCanceled";

    private static bool IsOfTask(SemanticModel model, ExpressionSyntax member) =>
        model.GetSymbolInfo(member).Symbol?.ContainingType.Name is "Task" or "ValueTask";

    private static bool IsValue(SemanticModel model, ExpressionSyntax value) =>
        model.GetTypeInfo(value).Type is { } type && !TaskPaths.IsTask(type) && type.Name != "IValueTaskSource";
}
