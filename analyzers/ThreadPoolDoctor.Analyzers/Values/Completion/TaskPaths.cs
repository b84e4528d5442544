using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// Names a task by the way it is read. Two reads with one path read one task, unless something was written between.
/// </summary>
internal sealed class TaskPaths
{
    /// <summary>Of a task: what it gives.</summary>
    public const string Result = ".Result";

    private const string Element = ".[]";

    private readonly SemanticModel _model;
    private readonly Dictionary<string, string> _parameters = [];

    public TaskPaths(SemanticModel model) => _model = model;

    /// <summary>Null for what has no stable name, such as the result of a call.</summary>
    public string? Of(ExpressionSyntax? expression) => expression switch
    {
        ParenthesizedExpressionSyntax inner => Of(inner.Expression),
        CastExpressionSyntax cast => Of(cast.Expression),
        BinaryExpressionSyntax { RawKind: (int)SyntaxKind.AsExpression } cast => Of(cast.Left),
        PostfixUnaryExpressionSyntax { RawKind: (int)SyntaxKind.SuppressNullableWarningExpression } forgiven => Of(forgiven.Operand),
        // task ?? Task.CompletedTask: whoever awaits that awaits the task, if there is one.
        BinaryExpressionSyntax { RawKind: (int)SyntaxKind.CoalesceExpression } choice
            when IsEndedAtOnce(choice.Right) => Of(choice.Left),
        IdentifierNameSyntax name => OfName(name),
        MemberAccessExpressionSyntax access => OfMember(access),
        ElementAccessExpressionSyntax element => OfElement(element),
        InvocationExpressionSyntax call => OfCall(call),
        ConditionalAccessExpressionSyntax { WhenNotNull: MemberBindingExpressionSyntax binding } access => Append(Of(access.Expression), "." + binding.Name.Identifier.ValueText),
        _ => null,
    };

    public string OfDeclared(SyntaxToken identifier) => identifier.ValueText + "@" + identifier.SpanStart;

    /// <summary>
    /// The tasks that a collection of tasks holds: those it lists, or all its elements, or one member of each.
    /// </summary>
    public IEnumerable<string> OfElements(ExpressionSyntax? expression)
    {
        switch (expression)
        {
            case ParenthesizedExpressionSyntax inner:
                return OfElements(inner.Expression);
            case ArrayCreationExpressionSyntax { Initializer: { } listed }:
                return OfAll(listed.Expressions);
            case ImplicitArrayCreationExpressionSyntax array:
                return OfAll(array.Initializer.Expressions);
            case CollectionExpressionSyntax collection:
                return collection.Elements.SelectMany(element => element switch
                {
                    ExpressionElementSyntax single => OfAll([single.Expression]),
                    SpreadElementSyntax spread => OfElements(spread.Expression),
                    _ => [],
                });
            case BaseObjectCreationExpressionSyntax { Initializer: { } listed }:
                return OfAll(listed.Expressions);
            case InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Select" } access, ArgumentList.Arguments: [{ Expression: SimpleLambdaExpressionSyntax lambda }] }:
                return OfSelected(access.Expression, lambda);
            case InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax { Name.Identifier.ValueText: "ToArray" or "ToList" } access, ArgumentList.Arguments.Count: 0 }:
                return OfElements(access.Expression);
            case InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Append" or "Prepend" } access } call:
                return OfElements(access.Expression)
                    .Concat(OfAll(call.ArgumentList.Arguments.Select(argument => argument.Expression)));
            case InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Concat" or "Union" } access } call:
                return OfElements(access.Expression)
                    .Concat(call.ArgumentList.Arguments.SelectMany(argument => OfElements(argument.Expression)));
            // loads.All(), which gives the tasks of its own fields.
            case InvocationExpressionSyntax call when OfferedTasks.Of(_model.GetSymbolInfo(call).Symbol) is [_, ..] offered:
                return OfOwn(Receiver.Of(call), offered);
            case MemberAccessExpressionSyntax access when OfferedTasks.Of(_model.GetSymbolInfo(access).Symbol) is [_, ..] offered:
                return OfOwn(access.Expression, offered);
            default:
                return Of(expression) is { } path ? [path + Element] : [];
        }
    }

    /// <summary>The tasks on either side of <c>ids.Zip(tasks)</c>.</summary>
    public IEnumerable<string[]> OfZipped(ExpressionSyntax pairs) => pairs is InvocationExpressionSyntax
    {
        Expression: MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Zip", Expression: var first },
        ArgumentList.Arguments: [{ Expression: var second }, ..],
    } ? [[.. OfElements(first)], [.. OfElements(second)]] : [];

    private IEnumerable<string> OfOwn(ExpressionSyntax? owner, IReadOnlyList<string> names) =>
        (owner is null or ThisExpressionSyntax ? "this" : Of(owner)) is { } path
            ? names.Select(name => path + "." + name) : [];

    public static bool IsTask(ITypeSymbol? type) =>
        type is { Name: "Task" or "ValueTask" } && WorkItems.IsTaskLike(type);

    public bool IsTask(ExpressionSyntax expression) => IsTask(_model.GetTypeInfo(expression).Type);

    /// <summary>Whether a value may hold tasks: <c>Load(numbers)</c> is told nothing about one.</summary>
    public bool HoldsTasks(ExpressionSyntax expression)
    {
        TypeInfo type = _model.GetTypeInfo(expression);
        return (type.Type ?? type.ConvertedType) switch
        {
            null or IErrorTypeSymbol or ITypeParameterSymbol => true,
            var known => IsOfTasks(known) || known.AllInterfaces.Any(IsOfTasks),
        };
    }

    private static bool IsOfTasks(ITypeSymbol type) => type switch
    {
        IArrayTypeSymbol array => IsTask(array.ElementType) || IsOfTasks(array.ElementType),
        INamedTypeSymbol named => named.TypeArguments.Any(each => IsTask(each) || IsOfTasks(each)),
        _ => false,
    };

    private IEnumerable<string> OfAll(IEnumerable<ExpressionSyntax> expressions) =>
        expressions.Select(Of).OfType<string>();

    // Task.WhenAll(items.Select(item => item.Task)) ends item.Task of every item.
    private IEnumerable<string> OfSelected(ExpressionSyntax source, SimpleLambdaExpressionSyntax lambda)
    {
        if (Of(source) is not { } path || lambda.ExpressionBody is not { } body) return [];
        string parameter = OfDeclared(lambda.Parameter.Identifier);
        _parameters[parameter] = path + Element;
        string? selected = Of(body);
        _parameters.Remove(parameter);
        return selected is null ? [] : [selected];
    }

    private static bool IsEndedAtOnce(ExpressionSyntax task) => task is InvocationExpressionSyntax made
        ? Names.OfInvoked(made.Expression) == "FromResult"
        : task is MemberAccessExpressionSyntax { Name.Identifier.ValueText: "CompletedTask" };

    private string? OfName(IdentifierNameSyntax name)
    {
        ISymbol? symbol = _model.GetSymbolInfo(name).Symbol;
        switch (symbol)
        {
            case ILocalSymbol or IParameterSymbol when symbol.Locations is [{ IsInSource: true } location]:
                string path = symbol.Name + "@" + location.SourceSpan.Start;
                return _parameters.TryGetValue(path, out string? element) ? element : path;
            // from task in tasks: each of them.
            case IRangeVariableSymbol { DeclaringSyntaxReferences: [{ } declared] }:
                return declared.GetSyntax() is FromClauseSyntax { Expression: var all }
                    && OfElements(all).ToArray() is [var only] ? only : null;
            case IFieldSymbol or IPropertySymbol:
                return (symbol.IsStatic ? symbol.ContainingType.Name : "this") + "." + symbol.Name;
            default:
                return null;
        }
    }

    private string? OfMember(MemberAccessExpressionSyntax access)
    {
        ISymbol? symbol = _model.GetSymbolInfo(access).Symbol;
        if (symbol is not (IFieldSymbol or IPropertySymbol)) return null;
        if (symbol.IsStatic) return symbol.ContainingType.Name + "." + symbol.Name;
        if (access.Expression is ThisExpressionSyntax or BaseExpressionSyntax) return "this." + symbol.Name;
        // The values of a dictionary, and the value of a pair in it, are its elements.
        if (symbol.Name == "Values" || symbol is { Name: "Value", ContainingType.Name: "KeyValuePair" }) return Of(access.Expression);
        return Append(Of(access.Expression), "." + symbol.Name);
    }

    private string? OfElement(ElementAccessExpressionSyntax element)
    {
        string index = element.ArgumentList.Arguments is [{ Expression: { } said }]
            && _model.GetConstantValue(said) is { HasValue: true, Value: { } value } ? value.ToString()! : "";
        return Append(Of(element.Expression), ".[" + index + "]");
    }

    private string? OfCall(InvocationExpressionSyntax call) =>
        call.Expression is not MemberAccessExpressionSyntax access ? null : access.Name.Identifier.ValueText switch
        {
            "AsTask" or "ConfigureAwait" or "GetAwaiter" or "WaitAsync" or "ToArray" or "ToList" or "AsEnumerable" or "Cast"
                or "AsReadOnly" or "Unwrap" => Of(access.Expression),
            "First" or "Last" or "Single" or "FirstOrDefault" or "LastOrDefault" or "SingleOrDefault"
                or "ElementAt" => Append(Of(access.Expression), Element),
            _ => null,
        };

    private static string? Append(string? path, string more) => path is null ? null : path + more;
}
