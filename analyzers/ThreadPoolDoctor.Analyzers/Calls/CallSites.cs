using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Operations;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>Finds the places in a body that run something whose name is under suspicion, and binds only those.</summary>
internal sealed class CallSites
{
    private readonly Examination _examination;
    private readonly UnnamedCalls? _unnamed;

    /// <param name="examination">Of the compilation.</param>
    /// <param name="unnamed">Tells whether conversions and operators are looked at; null for named calls alone.</param>
    public CallSites(Examination examination, UnnamedCalls? unnamed)
    {
        _examination = examination;
        _unnamed = unnamed;
    }

    /// <param name="body">Where to look; nested lambdas and local functions are bodies of their own.</param>
    /// <param name="alsoPaired">Whether calls count whose name has an Async twin somewhere.</param>
    public IEnumerable<CallSite> In(Body body, bool alsoPaired)
    {
        SemanticModel model = _examination.ModelOf(body.Node);
        Suspects suspects = _examination.Suspects;
        List<IMethodSymbol> targets = [];
        bool mayBeUnnamed = _unnamed?.Places.Include(body) == true;
        foreach (SyntaxNode node in body.OwnNodes())
        {
            AddTargets(node, model, body, suspects, alsoPaired, mayBeUnnamed, targets);
            foreach (IMethodSymbol target in targets) yield return new CallSite(Whole(node), target);
            targets.Clear();
            if (node is SimpleNameSyntax name && suspects.MayGet(name.Identifier.ValueText)
                && LazyValues.ReadThrough(model, Whole(name)) is { } lazy) yield return lazy;
        }
    }

    /// <summary>
    /// Methods whose own body is not here, handed on by their names to a thread of the pool: work items that are told where they are
    /// handed on, whoever does so.
    /// </summary>
    public IEnumerable<(CallSite Site, Body Body, WorkItem Item)> HandedOn(Body body)
    {
        foreach (SimpleNameSyntax name in body.OwnNodes().OfType<SimpleNameSyntax>())
        {
            // FromAsync(x.BeginRead, x.EndRead, ...) calls the end when there is one.
            if (!_examination.Suspects.MayCall(name.Identifier.ValueText) || !Names.IsPassedOn(name)
                || name.Identifier.ValueText.StartsWith("End", System.StringComparison.Ordinal)
                || _examination.ModelOf(name).GetSymbolInfo(name).Symbol is not IMethodSymbol method
                || !method.IsAbstract && _examination.SourcesOf(method).Any() || IsInNameof(name)) continue;
            Body handed = new(Whole(name), body);
            if (_examination.WorkItems.OfHandedOn(handed, name) is { } item) yield return (new CallSite(handed.Node, method), handed, item);
        }
    }

    // Most nodes run nothing: into a list, so that it costs nothing to look at those.
    private void AddTargets(SyntaxNode node, SemanticModel model, Body body, Suspects suspects, bool alsoPaired,
        bool mayBeUnnamed, List<IMethodSymbol> targets)
    {
        // By kind: a body is walked more than once, and each type would be a question of its own for every node.
        switch (node.Kind())
        {
            case SyntaxKind.InvocationExpression:
                InvocationExpressionSyntax call = (InvocationExpressionSyntax)node;
                if (Names.OfInvoked(call.Expression) is { } called
                    && (suspects.MayCall(called) || alsoPaired && _examination.Twins.Has(called))
                    && Calls.Target(model, call) is { MethodKind: not MethodKind.DelegateInvoke } method) targets.Add(method);
                break;
            case SyntaxKind.ObjectCreationExpression:
                if (Names.OfType(((ObjectCreationExpressionSyntax)node).Type) is { } type
                    && suspects.MayCall(type)) AddConstructor();
                break;
            case SyntaxKind.ImplicitObjectCreationExpression:
                if (suspects.MayCall(Names.NewWithoutName)
                    || Names.OfMade((ImplicitObjectCreationExpressionSyntax)node) is { } made && suspects.MayCall(made)) AddConstructor();
                break;
            case SyntaxKind.BaseConstructorInitializer or SyntaxKind.ThisConstructorInitializer:
                if (suspects.MayCall(Names.NewWithoutName)) AddConstructor();
                break;
            case SyntaxKind.IdentifierName or SyntaxKind.GenericName:
                SimpleNameSyntax name = (SimpleNameSyntax)node;
                if (suspects.MayGet(name.Identifier.ValueText)
                    && !Names.IsInvoked(name)) targets.AddRange(OfName(name, model, body));
                break;
            case SyntaxKind.ElementAccessExpression or SyntaxKind.ElementBindingExpression:
                if (suspects.MayGet(Names.Indexer)
                    && model.GetSymbolInfo(node).Symbol is IPropertySymbol indexer)
                {
                    targets.AddRange(Accessors(indexer, (ExpressionSyntax)node));
                }
                break;
            case SyntaxKind.SimpleAssignmentExpression:
                AssignmentExpressionSyntax assignment = (AssignmentExpressionSyntax)node;
                if (assignment.Left is TupleExpressionSyntax or DeclarationExpressionSyntax && suspects.MayCall(Names.Deconstruct))
                {
                    targets.AddRange(Deconstructions(model.GetDeconstructionInfo(assignment)));
                }
                break;
            case SyntaxKind.ForEachVariableStatement:
                if (node is ForEachVariableStatementSyntax { AwaitKeyword.RawKind: 0 } taken
                    && suspects.MayCall(Names.Deconstruct))
                {
                    targets.AddRange(Deconstructions(model.GetDeconstructionInfo(taken)));
                }
                break;
            case SyntaxKind.RecursivePattern:
                if (node is RecursivePatternSyntax { PositionalPatternClause: not null }
                    && suspects.MayCall(Names.Deconstruct)
                    && (model.GetOperation(node) as IRecursivePatternOperation)?.DeconstructSymbol
                        is IMethodSymbol deconstruct) targets.Add(deconstruct);
                break;
            case SyntaxKind.ForEachStatement:
                if (node is not ForEachStatementSyntax { AwaitKeyword.RawKind: 0 } loop
                    || !suspects.MayCall("GetEnumerator") && !suspects.MayCall("MoveNext")) break;
                ForEachStatementInfo info = model.GetForEachStatementInfo(loop);
                if (info.GetEnumeratorMethod is { } enumerate) targets.Add(enumerate);
                if (info.MoveNextMethod is { } moveNext) targets.Add(moveNext);
                break;
        }
        if (!mayBeUnnamed) return;
        if (node is BinaryExpressionSyntax or PrefixUnaryExpressionSyntax or PostfixUnaryExpressionSyntax
                or AssignmentExpressionSyntax { RawKind: not (int)SyntaxKind.SimpleAssignmentExpression }
            && model.GetSymbolInfo(node).Symbol
                is IMethodSymbol { MethodKind: MethodKind.UserDefinedOperator } @operator) targets.Add(@operator);
        if (node is ExpressionSyntax expression && !IsNeverConverted(expression)
            && ConversionOf(expression, model) is { MethodKind: MethodKind.Conversion } conversion) targets.Add(conversion);

        void AddConstructor()
        {
            if (Calls.Target(model, node) is { } constructor) targets.Add(constructor);
        }
    }

    // var (a, (b, c)) = x deconstructs x, and what x gives for the second.
    private static IEnumerable<IMethodSymbol> Deconstructions(DeconstructionInfo info)
    {
        if (info.Method is { } method) yield return method;
        foreach (DeconstructionInfo part in info.Nested)
        {
            foreach (IMethodSymbol inner in Deconstructions(part)) yield return inner;
        }
    }

    private IEnumerable<IMethodSymbol> OfName(SimpleNameSyntax name, SemanticModel model, Body body)
    {
        SymbolInfo info = model.GetSymbolInfo(name);
        if (info.Symbol is IPropertySymbol property)
        {
            if (!IsInNameof(name)) return Accessors(property, (ExpressionSyntax)Whole(name));
        }
        else if (info.Symbol is IEventSymbol happening
            && name.FirstAncestorOrSelf<AssignmentExpressionSyntax>() is { } assignment
            && assignment.Left.Contains(name))
        {
            return assignment.Kind() switch
            {
                SyntaxKind.AddAssignmentExpression when happening.AddMethod is { } add => [add],
                SyntaxKind.SubtractAssignmentExpression when happening.RemoveMethod is { } remove => [remove],
                _ => [],
            };
        }
        // A method that is handed on by its name counts as called when whoever gets it runs it here.
        else if (info.Symbol is IMethodSymbol group && !IsInNameof(name))
        {
            Fate fate = _examination.Delegates.Of(name);
            if (fate.Runner == Runner.Inline && fate.Places.Any(at => _examination.BodyAround(at) == body)) return [group];
        }
        return [];
    }

    private static IEnumerable<IMethodSymbol> Accessors(IPropertySymbol property, ExpressionSyntax use)
    {
        bool isTarget = use.Parent is AssignmentExpressionSyntax assignment && assignment.Left == use;
        bool isCompound = isTarget && !use.Parent.IsKind(SyntaxKind.SimpleAssignmentExpression)
            || use.Parent is PostfixUnaryExpressionSyntax;
        if ((!isTarget || isCompound) && property.GetMethod is { } get) yield return get;
        if ((isTarget || isCompound) && property.SetMethod is { } set) yield return set;
    }

    // What a member is taken of, or called, stays what it is, as do types, lambdas, and what is thrown away.
    private static bool IsNeverConverted(ExpressionSyntax expression) => expression.Parent switch
    {
        MemberAccessExpressionSyntax or MemberBindingExpressionSyntax or QualifiedNameSyntax
            or ExpressionStatementSyntax => true,
        InvocationExpressionSyntax call => call.Expression == expression,
        _ => expression is AnonymousFunctionExpressionSyntax || SyntaxFacts.IsInTypeOnlyContext(expression),
    };

    private static IMethodSymbol? ConversionOf(ExpressionSyntax expression, SemanticModel model) =>
        expression is CastExpressionSyntax
        ? (model.GetOperation(expression) as IConversionOperation)?.OperatorMethod
        : model.GetConversion(expression).MethodSymbol;

    /// <summary>The expression that a name stands for: receiver and dot included.</summary>
    private static SyntaxNode Whole(SyntaxNode node)
    {
        if (node is SimpleNameSyntax { Parent: MemberAccessExpressionSyntax access }
            && access.Name == node) return access;
        if (node is SimpleNameSyntax { Parent: MemberBindingExpressionSyntax binding }) node = binding;
        return node;
    }

    private static bool IsInNameof(SyntaxNode node)
    {
        for (SyntaxNode? at = node.Parent; at is ExpressionSyntax or ArgumentSyntax
            or ArgumentListSyntax; at = at.Parent)
        {
            if (at is InvocationExpressionSyntax { Expression: IdentifierNameSyntax { Identifier.ValueText: "nameof" } }) return true;
        }
        return false;
    }
}
