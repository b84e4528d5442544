using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Operations;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// Finds the places in a body that run something whose name is under suspicion, and binds only those.
/// </summary>
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

    /// <summary>
    /// What a body runs by names that are under suspicion, and the nodes by which it does; nested lambdas and local
    /// functions are bodies of their own.
    /// </summary>
    public IEnumerable<(SyntaxNode Node, CallSite Site)> In(Body body)
    {
        SemanticModel model = _examination.ModelOf(body.Node);
        Suspects suspects = _examination.Suspects;
        List<(SyntaxNode Node, CallSite Site)> here = [];
        bool mayBeUnnamed = MayBeUnnamed(body);
        foreach (SyntaxNode node in mayBeUnnamed ? body.OwnNodes() : Named(body, suspects.MayCall, suspects.MayGet))
        {
            Add(node, model, body, IsNamed(node, suspects), mayBeUnnamed, here);
        }
        return here;
    }

    /// <summary>
    /// What this one finds in a body, and what another finds that looks for other names in the same compilation: bound
    /// once.
    /// </summary>
    public (IEnumerable<(SyntaxNode, CallSite)> Own, IEnumerable<(SyntaxNode, CallSite)> Others) InBoth(
        Body body, CallSites other)
    {
        if (MayBeUnnamed(body) || other.MayBeUnnamed(body)) return (In(body), other.In(body));
        SemanticModel model = _examination.ModelOf(body.Node);
        Suspects suspects = _examination.Suspects, others = other._examination.Suspects;
        List<(SyntaxNode, CallSite)> own = [], ofOther = [], here = [];
        foreach (SyntaxNode node in Named(body, name => suspects.MayCall(name) || others.MayCall(name),
            name => suspects.MayGet(name) || others.MayGet(name)))
        {
            Add(node, model, body, isNamed: true, mayBeUnnamed: false, here);
            if (IsNamed(node, suspects)) own.AddRange(here);
            if (IsNamed(node, others)) ofOther.AddRange(here);
            here.Clear();
        }
        return (own, ofOther);
    }

    /// <summary>The calls of a body by names that some twin has.</summary>
    public IEnumerable<(SyntaxNode Node, CallSite Site)> Paired(Body body, System.Func<string, bool> hasTwin)
    {
        SemanticModel model = _examination.ModelOf(body.Node);
        List<(SyntaxNode Node, CallSite Site)> here = [];
        foreach (SyntaxNode node in Named(body, hasTwin, _ => false))
        {
            if (node is InvocationExpressionSyntax) Add(node, model, body, isNamed: true, mayBeUnnamed: false, here);
        }
        return here;
    }

    private IEnumerable<SyntaxNode> Named(Body body, System.Func<string, bool> isCalled, System.Func<string, bool> isRead) =>
        _examination.OutlineOf(body.Node.SyntaxTree).Places.In(body, isCalled, isRead);

    private bool MayBeUnnamed(Body body) => _unnamed?.Places.Include(body) == true;

    /// <summary>
    /// Methods whose own body is not here, handed on by their names to a thread of the pool: work items that are told
    /// where they are handed on, whoever does so.
    /// </summary>
    /// <param name="body">Where they are handed on.</param>
    /// <param name="names">What is handed on there by a name that is under suspicion.</param>
    public IEnumerable<(CallSite Site, Body Body, WorkItem Item)> HandedOn(
        Body body, IEnumerable<SimpleNameSyntax> names)
    {
        foreach (SimpleNameSyntax name in names)
        {
            // FromAsync(x.BeginRead, x.EndRead, ...) calls the end when there is one.
            if (name.Identifier.ValueText.StartsWith("End", System.StringComparison.Ordinal)
                || _examination.ModelOf(name).GetSymbolInfo(name).Symbol is not IMethodSymbol method
                || !method.IsAbstract && _examination.SourcesOf(method).Any() || IsInNameof(name)) continue;
            Body handed = new(Whole(name), body);
            if (_examination.WorkItems.OfHandedOn(handed, name) is { } item) yield return (new CallSite(handed.Node, method), handed, item);
        }
    }

    // Whether a node has a name that is under suspicion. By kind: a body is walked more than once, and each type would
    // be a question of its own for every node.
    private static bool IsNamed(SyntaxNode node, Suspects suspects) => node.Kind() switch
    {
        SyntaxKind.InvocationExpression => Names.OfInvoked(((InvocationExpressionSyntax)node).Expression) is { } called
            && suspects.MayCall(called),
        SyntaxKind.ObjectCreationExpression => Names.OfType(((ObjectCreationExpressionSyntax)node).Type) is { } type
            && suspects.MayCall(type),
        SyntaxKind.ImplicitObjectCreationExpression => suspects.MayCall(Names.NewWithoutName)
            || Names.OfMade((ImplicitObjectCreationExpressionSyntax)node) is { } made && suspects.MayCall(made),
        SyntaxKind.BaseConstructorInitializer or SyntaxKind.ThisConstructorInitializer =>
            suspects.MayCall(Names.NewWithoutName),
        SyntaxKind.IdentifierName or SyntaxKind.GenericName =>
            suspects.MayGet(((SimpleNameSyntax)node).Identifier.ValueText),
        SyntaxKind.ElementAccessExpression or SyntaxKind.ElementBindingExpression => suspects.MayGet(Names.Indexer),
        SyntaxKind.SimpleAssignmentExpression => suspects.MayCall(Names.Deconstruct)
            && ((AssignmentExpressionSyntax)node).Left is TupleExpressionSyntax or DeclarationExpressionSyntax,
        SyntaxKind.ForEachVariableStatement or SyntaxKind.RecursivePattern => suspects.MayCall(Names.Deconstruct),
        SyntaxKind.ForEachStatement => suspects.MayCall("GetEnumerator") || suspects.MayCall("MoveNext"),
        _ => false,
    };

    // Most nodes run nothing: into a list, so that it costs nothing to look at those.
    private void Add(SyntaxNode node, SemanticModel model, Body body, bool isNamed, bool mayBeUnnamed,
        List<(SyntaxNode, CallSite)> sites)
    {
        if (isNamed) foreach (IMethodSymbol each in TargetsOf(node, model, body)) sites.Add((node, new(Whole(node), each)));
        if (mayBeUnnamed) foreach (IMethodSymbol each in Unnamed(node, model)) sites.Add((node, new(Whole(node), each)));
        if (isNamed && node is SimpleNameSyntax name
            && LazyValues.ReadThrough(model, Whole(name)) is { } lazy) sites.Add((node, lazy));
    }

    private IEnumerable<IMethodSymbol> TargetsOf(SyntaxNode node, SemanticModel model, Body body)
    {
        switch (node)
        {
            case InvocationExpressionSyntax call:
                return Calls.Target(model, call) is { MethodKind: not MethodKind.DelegateInvoke } method ? [method] : [];
            case BaseObjectCreationExpressionSyntax or ConstructorInitializerSyntax:
                return Calls.Target(model, node) is { } constructor ? [constructor] : [];
            case SimpleNameSyntax name:
                return Names.IsInvoked(name) ? [] : OfName(name, model, body);
            case ElementAccessExpressionSyntax or ElementBindingExpressionSyntax:
                return model.GetSymbolInfo(node).Symbol is IPropertySymbol indexer
                    ? Accessors(indexer, (ExpressionSyntax)node) : [];
            case AssignmentExpressionSyntax assignment:
                return Deconstructions(model.GetDeconstructionInfo(assignment));
            case ForEachVariableStatementSyntax { AwaitKeyword.RawKind: 0 } taken:
                return Deconstructions(model.GetDeconstructionInfo(taken));
            case RecursivePatternSyntax { PositionalPatternClause: not null }:
                return (model.GetOperation(node) as IRecursivePatternOperation)?.DeconstructSymbol
                    is IMethodSymbol deconstruct ? [deconstruct] : [];
            case ForEachStatementSyntax { AwaitKeyword.RawKind: 0 } loop:
                ForEachStatementInfo info = model.GetForEachStatementInfo(loop);
                return new[] { info.GetEnumeratorMethod, info.MoveNextMethod }.OfType<IMethodSymbol>();
            default:
                return [];
        }
    }

    private static IEnumerable<IMethodSymbol> Unnamed(SyntaxNode node, SemanticModel model)
    {
        if (node is BinaryExpressionSyntax or PrefixUnaryExpressionSyntax or PostfixUnaryExpressionSyntax
                or AssignmentExpressionSyntax { RawKind: not (int)SyntaxKind.SimpleAssignmentExpression }
            && model.GetSymbolInfo(node).Symbol
                is IMethodSymbol { MethodKind: MethodKind.UserDefinedOperator } @operator) yield return @operator;
        if (node is ExpressionSyntax expression && !IsNeverConverted(expression)
            && ConversionOf(expression, model) is { MethodKind: MethodKind.Conversion } conversion) yield return conversion;
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
            if (IsInNameof(name) || MayBeItsType(name, property)) return [];
            return Accessors(property, (ExpressionSyntax)Whole(name));
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

    // Temperature.FromKelvin(5), where a property is called as its type, and that does not bind: the type may be meant.
    private static bool MayBeItsType(SimpleNameSyntax name, IPropertySymbol property) =>
        name.Parent is MemberAccessExpressionSyntax member && member.Expression == name
        && (property.Type is INamedTypeSymbol { OriginalDefinition.SpecialType: SpecialType.System_Nullable_T } wrapped
            ? wrapped.TypeArguments[0] : property.Type) is { TypeKind: TypeKind.Error, Name: var type }
        && type == property.Name;

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
