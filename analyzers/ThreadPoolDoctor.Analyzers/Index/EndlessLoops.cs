using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// Loops that hold their thread for good: no condition, or one that only a signal from outside changes, and inside no
/// await, no yield, and no way out but such a signal. A loop that its own work brings to an end is not one of them.
/// </summary>
internal static class EndlessLoops
{
    /// <summary>
    /// The loops of a body, the outermost of those within each other: they hold one thread. Nested lambdas and local
    /// functions are bodies of their own.
    /// </summary>
    public static IEnumerable<SyntaxNode> In(Examination examination, Body body)
    {
        if (!body.MayNotEnd) yield break;
        SemanticModel model = examination.ModelOf(body.Node);
        SyntaxNode? outermost = null;
        foreach (SyntaxNode node in body.OwnNodes())
        {
            if (node is not (WhileStatementSyntax or ForStatementSyntax or DoStatementSyntax)
                || outermost?.Span.Contains(node.Span) == true || !IsEndless(node, model)) continue;
            yield return outermost = node;
        }
    }

    private static bool IsEndless(SyntaxNode loop, SemanticModel model)
    {
        if (!LoopShape.LooksEndless(loop) || LoopShape.BodyOf(loop) is not { } inside) return false;
        ExpressionSyntax? condition = LoopShape.Condition(loop);
        if (condition is not null && !(IsSignal(condition, model) && !IsChangedIn(condition, loop, model))) return false;
        foreach (SyntaxNode node in Own(inside))
        {
            switch (node)
            {
                case AwaitExpressionSyntax or YieldStatementSyntax or GotoStatementSyntax
                    or ForEachStatementSyntax { AwaitKeyword.RawKind: not 0 }:
                case UsingStatementSyntax { AwaitKeyword.RawKind: not 0 }
                    or LocalDeclarationStatementSyntax { AwaitKeyword.RawKind: not 0 }:
                    return false;
                case BreakStatementSyntax or ReturnStatementSyntax or ThrowStatementSyntax or ThrowExpressionSyntax:
                    if (Leaves(node, loop) && !IsOnSignal(node, loop, model)) return false;
                    break;
            }
        }
        return true;
    }

    private static IEnumerable<SyntaxNode> Own(SyntaxNode root) =>
        root.DescendantNodesAndSelf(node =>
            node is not (AnonymousFunctionExpressionSyntax or LocalFunctionStatementSyntax));

    private static bool Leaves(SyntaxNode jump, SyntaxNode loop)
    {
        if (jump is not BreakStatementSyntax)
        {
            // A throw that is caught inside the loop does not leave it.
            return jump is ReturnStatementSyntax || !jump.Ancestors().TakeWhile(node => node != loop)
                .Any(node => node is TryStatementSyntax { Catches.Count: > 0 } attempt
                    && attempt.Block.Span.Contains(jump.Span));
        }
        return jump.Ancestors().First(node => node is SwitchStatementSyntax or WhileStatementSyntax or ForStatementSyntax or DoStatementSyntax or CommonForEachStatementSyntax) == loop;
    }

    // The way out is taken only when a signal from outside says so, or in the handler of a cancellation.
    private static bool IsOnSignal(SyntaxNode jump, SyntaxNode loop, SemanticModel model)
    {
        foreach (SyntaxNode node in jump.Ancestors().TakeWhile(node => node != loop))
        {
            if (node is CatchClauseSyntax { Declaration.Type: { } caught }) return Names.OfType(caught) is { } name
                && (name.Contains("Cancel") || name.Contains("Abort"));
            if (node is CatchClauseSyntax) return false;
            if (node is IfStatementSyntax branch) return IsSignal(branch.Condition, model)
                && !IsChangedIn(branch.Condition, loop, model);
            if (node is SwitchStatementSyntax or CommonForEachStatementSyntax or WhileStatementSyntax
                or ForStatementSyntax) return false;
        }
        return false;
    }

    private static bool IsSignal(ExpressionSyntax condition, SemanticModel model)
    {
        if (!LoopShape.AsksForASignal(condition)) return false;
        foreach (SyntaxNode node in condition.DescendantNodesAndSelf())
        {
            if (node is MemberAccessExpressionSyntax { Name.Identifier.ValueText: "IsCancellationRequested" or "CancellationPending" }) continue;
            ISymbol? symbol = node is IdentifierNameSyntax or MemberAccessExpressionSyntax
                ? model.GetSymbolInfo(node).Symbol : null;
            // A property may do work each time it is asked: reader.EndOfStream, queue.IsEmpty.
            if (symbol is IPropertySymbol property
                && property.Name is not ("IsCancellationRequested" or "CancellationPending" or "Token")
                && !IsAuto(property)) return false;
            if (node.Parent is MemberAccessExpressionSyntax access && access.Expression == node) continue;
            ITypeSymbol? type = symbol switch { ILocalSymbol local => local.Type, IParameterSymbol parameter => parameter.Type, IFieldSymbol field => field.Type, _ => null };
            if (type is not null && (type.SpecialType is < SpecialType.System_Boolean or > SpecialType.System_Double)
                && type.TypeKind != TypeKind.Enum) return false;
        }
        return true;
    }

    // What a contract declares may be worked out by whoever implements it.
    private static bool IsAuto(IPropertySymbol property) => !property.IsAbstract
        && property.DeclaringSyntaxReferences is [{ } reference]
        && reference.GetSyntax() is PropertyDeclarationSyntax { ExpressionBody: null, AccessorList: { } accessors }
        && accessors.Accessors.All(accessor => accessor.Body is null && accessor.ExpressionBody is null);

    // while (more) { more = Step(); } ends when its work does; while (!stop) with nobody in the loop to set stop does
    // not.
    private static bool IsChangedIn(ExpressionSyntax condition, SyntaxNode loop, SemanticModel model)
    {
        HashSet<ISymbol> asked = new(
            condition.DescendantNodesAndSelf().OfType<IdentifierNameSyntax>()
                .Select(name => model.GetSymbolInfo(name).Symbol)
                .Where(symbol => symbol is ILocalSymbol or IParameterSymbol or IFieldSymbol or IPropertySymbol)
                    .Select(symbol => symbol!),
            SymbolEqualityComparer.Default);
        foreach (SyntaxNode node in Own(loop))
        {
            ExpressionSyntax? written = node switch
            {
                AssignmentExpressionSyntax assignment => assignment.Left,
                PrefixUnaryExpressionSyntax { RawKind: (int)SyntaxKind.PreIncrementExpression or (int)SyntaxKind.PreDecrementExpression } step => step.Operand,
                PostfixUnaryExpressionSyntax { RawKind: (int)SyntaxKind.PostIncrementExpression or (int)SyntaxKind.PostDecrementExpression } step => step.Operand,
                ArgumentSyntax { RefOrOutKeyword.RawKind: not 0 } argument when !IsVolatileRead(argument) => argument.Expression,
                _ => null,
            };
            if (written is null) continue;
            foreach (SyntaxNode name in written.DescendantNodesAndSelf())
            {
                if (name is IdentifierNameSyntax && model.GetSymbolInfo(name).Symbol is { } symbol
                    && asked.Contains(symbol)) return true;
            }
        }
        return IsSetByCallee(asked, loop) || IsLocalNobodyElseSees(asked, loop, model) || OnlyWaitsForCallback(asked, loop);
    }

    // What is registered may be called at any time, or never.
    private static readonly string[] s_registering = ["Register", "Subscribe", "Add", "On"];

    // Ask(answer => come = true); while (!come) Thread.Sleep(1): a wait for what was begun here, and told as one.
    private static bool OnlyWaitsForCallback(HashSet<ISymbol> asked, SyntaxNode loop)
    {
        if (asked.Count == 0 || !asked.All(symbol => symbol is ILocalSymbol)
            || LoopShape.BodyOf(loop) is not { } inside || !Own(inside).Any(IsSleep)
            || !Own(inside).OfType<StatementSyntax>().All(statement => statement is BlockSyntax || IsSleep(statement))) return false;
        return loop.Ancestors().OfType<BlockSyntax>().SelectMany(block => block.Statements)
            .Where(before => before.SpanStart < loop.SpanStart).SelectMany(before => before.DescendantNodes()).OfType<AssignmentExpressionSyntax>()
            .Any(set => set.Left is IdentifierNameSyntax name && asked.Any(symbol => symbol.Name == name.Identifier.ValueText)
                && set.FirstAncestorOrSelf<AnonymousFunctionExpressionSyntax>() is { Parent: ArgumentSyntax argument }
                && argument.Parent?.Parent is InvocationExpressionSyntax call && Names.OfInvoked(call.Expression) is { } called
                && !s_registering.Any(word => called.StartsWith(word, System.StringComparison.Ordinal)));
    }

    private static bool IsSleep(SyntaxNode node) =>
        node is ExpressionStatementSyntax { Expression: InvocationExpressionSyntax call } && Names.OfInvoked(call.Expression) == "Sleep";

    // while (!_done) Step(); where Step, or what it calls in the same file, sets _done.
    private static bool IsSetByCallee(HashSet<ISymbol> asked, SyntaxNode loop)
    {
        string[] fields = [.. asked.Where(symbol => symbol is IFieldSymbol or IPropertySymbol)
            .Select(symbol => symbol.Name)];
        if (fields.Length == 0) return false;
        Outline outline = Outline.Of(loop.SyntaxTree, default);
        InvocationExpressionSyntax[] calls = [.. Own(loop).OfType<InvocationExpressionSyntax>()];
        HashSet<string> called = [.. calls.Select(call => Names.OfInvoked(call.Expression)).OfType<string>()];
        called.UnionWith(HandedTo([.. calls.Select(Receiver).OfType<string>()], outline));
        for (int level = 0; level < 3; level++)
        {
            int before = called.Count;
            foreach (Body body in outline.Bodies)
            {
                if (!body.DeclaredNames.Any(name => called.Contains(name.Name))) continue;
                if (fields.Any(body.MentionsGet)
                    && body.OwnNodes().Any(node => node is AssignmentExpressionSyntax { Left: { } left }
                    && fields.Contains(Names.OfInvoked(left)))) return true;
                called.UnionWith(body.Calls);
            }
            if (called.Count == before) break;
        }
        return false;
    }

    // while (!_closed) callbacks.RunAll(), after callbacks.Subscribe(OnClosed): what was handed to it, it may run
    // there.
    private static IEnumerable<string> HandedTo(HashSet<string> receivers, Outline outline) => receivers.Count == 0 ? []
        : outline.Bodies.SelectMany(body => body.OwnNodes()).OfType<InvocationExpressionSyntax>()
            .Where(call => Receiver(call) is { } receiver && receivers.Contains(receiver))
            .SelectMany(call => call.ArgumentList.Arguments)
            .Select(argument => Names.OfInvoked(argument.Expression)).OfType<string>();

    private static string? Receiver(InvocationExpressionSyntax call) =>
        (call.Expression as MemberAccessExpressionSyntax)?.Expression is IdentifierNameSyntax or MemberAccessExpressionSyntax
            ? Names.OfInvoked(((MemberAccessExpressionSyntax)call.Expression).Expression) : null;

    // A local that no lambda captures cannot be changed from outside: the loop either never runs twice or is not ours
    // to judge.
    private static bool IsLocalNobodyElseSees(HashSet<ISymbol> asked, SyntaxNode loop, SemanticModel model)
    {
        if (asked.Count == 0 || !asked.All(symbol => symbol is ILocalSymbol
            or IParameterSymbol { Type.SpecialType: SpecialType.System_Boolean })) return false;
        if (asked.Any(symbol => symbol is ILocalSymbol { Type.Name: "CancellationToken" or "CancellationTokenSource" })) return false;
        SyntaxNode? around = loop.Ancestors()
            .FirstOrDefault(node => node is MemberDeclarationSyntax and not GlobalStatementSyntax
            or CompilationUnitSyntax);
        if (around is null) return true;
        return !around.DescendantNodes().Any(node =>
            node is AssignmentExpressionSyntax { Left: IdentifierNameSyntax name }
                && asked.Any(symbol => symbol.Name == name.Identifier.ValueText)
            && node.Ancestors().TakeWhile(each => each != around)
                .Any(each => each is AnonymousFunctionExpressionSyntax or LocalFunctionStatementSyntax)
            || node is ArgumentSyntax { RefOrOutKeyword.RawKind: not 0 } argument
                && asked.Any(symbol => argument.Expression.ToString() == symbol.Name));
    }

    private static bool IsVolatileRead(ArgumentSyntax argument) =>
        argument.Parent?.Parent is InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax { Expression: IdentifierNameSyntax { Identifier.ValueText: "Volatile" }, Name.Identifier.ValueText: "Read" } };
}
