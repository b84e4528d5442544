using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using ThreadPoolDoctor.CodeFixes.Asynchrony;
using static Microsoft.CodeAnalysis.CSharp.SyntaxFactory;

namespace ThreadPoolDoctor.CodeFixes.WorkItems;

/// <summary>
/// <c>QueueUserWorkItem(_ => Thread.Sleep(500))</c> becomes <c>_ = Task.Run(async () => await Task.Delay(500))</c>.
/// State is still evaluated when the item is queued; the Unsafe form still does not let the ExecutionContext flow. What
/// does change, and is said in the title and on the page: an exception no longer ends the process but stays in the
/// task.
/// </summary>
internal static class QueueToTaskRun
{
    public static WorkItemChange Change(WorkItem item)
    {
        if (item.Call is not InvocationExpressionSyntax call) return WorkItemChange.Refused("it is not a plain call");
        if (!IsUnusedOrDiscarded(call,
            item.Model)) return WorkItemChange.Refused("the value of QueueUserWorkItem is used");
        bool isUnsafe = item.Api.Name == "UnsafeQueueUserWorkItem";
        ArgumentSyntax? state = item.Argument("state");
        string? parameter = ParameterName(item);
        string? given = !item.IsLambda && state is not null && IsSettled(state.Expression, item)
            ? state.Expression.WithoutTrivia().ToString() : null;
        bool needsState = given is null
            && (state is not null && !IsPure(state.Expression, item.Model) || parameter is not null);
        var statement = call.Parent as ExpressionStatementSyntax
            ?? (call.Parent is AssignmentExpressionSyntax { Parent: ExpressionStatementSyntax outer } ? outer : null);
        if ((needsState || isUnsafe) && statement is null) return WorkItemChange.Refused("there is no room for the state in an expression body");
        bool keepsTask = Blank.IsVariable(item);
        if (keepsTask && statement is null) return WorkItemChange.Refused(
            "'_' is a variable there, and an expression body has no room for the task");
        string type = StateType(item);
        if (needsState && parameter is null) parameter = Fresh("state", item);
        if (needsState && parameter is not null && IsTaken(parameter, item))
        {
            if (item.IsLambda) return WorkItemChange.Refused($"the name '{parameter}' is taken where the item is queued");
            parameter = Fresh(parameter, item);
        }
        Pieces pieces = new(item, TypeNames.Task(item.Model, call.SpanStart).Text, needsState ? parameter
            : null, given, type, isUnsafe, keepsTask ? Fresh("queued", item, CallsBefore(call)) : null);
        return WorkItemChange.By(
            needsState && statement?.Parent is BlockSyntax { Statements.Count: 1 } room
            ? new Edit(item.Document, room, EditKind.WorkItem, node => pieces.AsBlock((BlockSyntax)node, room))
            { Hides = true }
            : statement is not null && (needsState || isUnsafe || keepsTask)
            ? new Edit(item.Document, statement, EditKind.WorkItem,
                node => pieces.AsStatement((ExpressionStatementSyntax)node,
                    statement.Parent is BlockSyntax or SwitchSectionSyntax or GlobalStatementSyntax))
            { Hides = true }
            : new Edit(item.Document, call.Parent is AssignmentExpressionSyntax discarded ? discarded : call,
                EditKind.WorkItem, node => pieces.AsExpression((ExpressionSyntax)node)
                .WithTriviaFrom(node))
            { Hides = true });
    }

    /// <param name="Item">The item.</param>
    /// <param name="Task">How the type is called there.</param>
    /// <param name="Parameter">The variable that keeps the state.</param>
    /// <param name="Given">The state, where it needs no variable.</param>
    /// <param name="Type">The type of the state.</param>
    /// <param name="IsUnsafe">Whether the ExecutionContext does not flow.</param>
    /// <param name="Kept">The variable that keeps the task, where nothing can be discarded.</param>
    private sealed record Pieces(
        WorkItem Item, string Task, string? Parameter, string? Given, string Type, bool IsUnsafe, string? Kept)
    {
        public ExpressionSyntax AsExpression(ExpressionSyntax node) =>
            AssignmentExpression(SyntaxKind.SimpleAssignmentExpression, ParseExpression("_ "), Is, Run(node));

        private static SyntaxToken Is => Token(SyntaxKind.EqualsToken).WithTrailingTrivia(Space);

        private ExpressionSyntax Run(ExpressionSyntax node)
        {
            var call = (InvocationExpressionSyntax)(node is AssignmentExpressionSyntax assignment ? assignment.Right
                : node);
            return Invocation(Task + ".Run", Delegate(Item.Bare(call.ArgumentList.Arguments[Item.Index].Expression)));
        }

        private StatementSyntax AsRun(ExpressionSyntax node) => Kept is null ? ExpressionStatement(AsExpression(node))
            : LocalDeclarationStatement(VariableDeclaration(ParseTypeName(Task + " "), SingletonSeparatedList(
                VariableDeclarator(Identifier(Kept + " "), null, EqualsValueClause(Is, Run(node))))));

        public StatementSyntax AsStatement(ExpressionStatementSyntax node, bool hasRoom)
        {
            string indent = Indentation.Of(node);
            bool keepsBlock = Parameter is not null || Kept is not null && !hasRoom;
            BlockSyntax block = InBlock(node, indent, keepsBlock ? Indentation.Deeper(indent) : indent);
            // The block keeps the variable's name to itself, and gives each turn of a loop a variable of its own.
            StatementSyntax result = keepsBlock ? block : block.Statements[0].WithoutTrivia();
            return result.WithLeadingTrivia(node.GetLeadingTrivia()).WithTrailingTrivia(node.GetTrailingTrivia());
        }

        /// <summary>Where the statement has a block to itself, that one keeps the variable.</summary>
        public BlockSyntax AsBlock(BlockSyntax node, BlockSyntax original)
        {
            var only = (ExpressionStatementSyntax)node.Statements[0];
            string line = IndentationOfLine(original);
            if (!original.OpenBraceToken.TrailingTrivia.Any(SyntaxKind.EndOfLineTrivia))
            {
                return InBlock(only, line, Indentation.Deeper(line)).WithTriviaFrom(node);
            }
            SyntaxList<StatementSyntax> statements = InBlock(only, line, Indentation.Of(only)).Statements;
            statements = statements.Replace(statements[0], statements[0].WithLeadingTrivia(only.GetLeadingTrivia()));
            return node.WithStatements(statements.Replace(statements[1],
                statements[1].WithTrailingTrivia(only.GetTrailingTrivia())));
        }

        // The state, if there is any, and what runs it; the line of the brace is indented by the one, what is inside by
        // the other.
        private BlockSyntax InBlock(ExpressionStatementSyntax node, string indent, string inner)
        {
            ExpressionSyntax expression = node.Expression;
            var call = (InvocationExpressionSyntax)(expression is AssignmentExpressionSyntax assignment
                ? assignment.Right : expression);
            StatementSyntax run = AsRun(expression.WithoutTrivia());
            string newLine = Usings.NewLine(Item.Call).ToString();
            string state = Parameter is null ? "" : $"{inner}{Type} {Parameter} = {StateValue(call)};{newLine}";
            string flow = IsUnsafe ? $"using ({FlowName()}.SuppressFlow()) " : "";
            string placed = IsUnsafe && Kept is not null ? "{ PLACE(); }" : "PLACE();";
            BlockSyntax block = (BlockSyntax)ParseStatement(
                $"{{{newLine}{state}{inner}{flow}{placed}{newLine}{indent}}}");
            StatementSyntax place = block.DescendantNodes().OfType<ExpressionStatementSyntax>()
                .Last(s => s.ToString() == "PLACE();");
            run = Shift(run, Indentation.Of(node), inner);
            return block.ReplaceNode(place, run.WithTriviaFrom(place));
        }

        private static string IndentationOfLine(SyntaxNode node)
        {
            string line = node.SyntaxTree.GetText().Lines.GetLineFromPosition(node.SpanStart).ToString();
            return line.Substring(0, line.Length - line.TrimStart().Length);
        }

        private string StateValue(InvocationExpressionSyntax call)
        {
            int index = Item.Argument("state") is { } state ? Item.Arguments.IndexOf(state) : -1;
            return index < 0 ? "null" : call.ArgumentList.Arguments[index].Expression.WithoutTrivia().ToString();
        }

        private string FlowName() =>
            Syntax.Resolves("ExecutionContext", "System.Threading.ExecutionContext", Item.Model, Item.Call.SpanStart)
                ? "ExecutionContext" : "System.Threading.ExecutionContext";

        // The lambda without its state parameter, which has become a variable; a method by name is called.
        private ExpressionSyntax Delegate(ExpressionSyntax @delegate)
        {
            switch (@delegate)
            {
                case AnonymousMethodExpressionSyntax anonymous:
                    // The line may end behind the parameters.
                    return anonymous.WithParameterList(null).WithDelegateKeyword(anonymous.DelegateKeyword
                        .WithTrailingTrivia((anonymous.ParameterList?.CloseParenToken ?? anonymous.DelegateKeyword).TrailingTrivia))
                        .WithoutTrivia();
                case AnonymousFunctionExpressionSyntax lambda:
                    SyntaxToken arrow = lambda.ChildTokens().First(t => t.IsKind(SyntaxKind.EqualsGreaterThanToken));
                    return ParenthesizedLambdaExpression(
                        default, Parameter is null ? lambda.Modifiers
                            : TokenList(lambda.Modifiers.Where(m => !m.IsKind(SyntaxKind.StaticKeyword))), null,
                            ParameterList(SeparatedList<ParameterSyntax>()).WithTrailingTrivia(Space),
                        arrow, lambda.Block, lambda.ExpressionBody).WithoutTrivia();
                default:
                    string arguments = Item.Target.Parameters.Length == 0 ? "" : Parameter ?? Given ?? "null";
                    return ParseExpression($"() => {@delegate.WithoutTrivia()}({arguments})");
            }
        }

        // A multi-line lambda moves in with the block that now holds it.
        private static StatementSyntax Shift(StatementSyntax statement, string indent, string inner) =>
            statement.DescendantTokens().Any(HasLineBreak) ? statement
                : ParseStatement(statement.ToFullString().Replace("\n" + indent, "\n" + inner));
    }

    // White space inside a string is not ours to change.
    private static bool HasLineBreak(SyntaxToken token) => token.Text.Contains('\n');

    private static ExpressionSyntax Invocation(string method, ExpressionSyntax argument) =>
        InvocationExpression(ParseExpression(method),
            ArgumentList(SingletonSeparatedList(SyntaxFactory.Argument(argument))));

    // The name that the body uses for its state, or null when it does not look at it.
    private static string? ParameterName(WorkItem item)
    {
        if (!item.IsLambda) return item.Argument("state") is null ? null
            : item.Target.Parameters.FirstOrDefault()?.Name;
        IParameterSymbol? parameter = item.Target.Parameters.FirstOrDefault();
        if (parameter is null) return null;
        bool read = item.Delegate.DescendantNodes().OfType<IdentifierNameSyntax>()
            .Any(name => name.Identifier.ValueText == parameter.Name
                && SymbolEqualityComparer.Default.Equals(item.Model.GetSymbolInfo(name).Symbol, parameter));
        return read ? parameter.Name : null;
    }

    private static string StateType(WorkItem item)
    {
        // An anonymous type has no name to write, and its object is never null.
        if (item.Api.IsGenericMethod) return item.Api.TypeArguments[0].IsAnonymousType ? "var"
            : item.Api.TypeArguments[0].ToMinimalDisplayString(item.Model, item.Call.SpanStart);
        NullableContext nullable = item.Model.GetNullableContext(item.Call.SpanStart);
        return nullable.AnnotationsEnabled() ? "object?" : "object";
    }

    // new object() says no more than null does.
    private static bool IsPure(ExpressionSyntax state, SemanticModel model) =>
        state is ObjectCreationExpressionSyntax { ArgumentList.Arguments.Count: 0, Initializer: null }
            && model.GetTypeInfo(state).Type?.SpecialType == SpecialType.System_Object
        || state is LiteralExpressionSyntax or IdentifierNameSyntax or ThisExpressionSyntax or DefaultExpressionSyntax
        && model.GetSymbolInfo(state).Symbol is null or ILocalSymbol or IParameterSymbol or IFieldSymbol;

    // Whether the state is the same when the item begins as it is when the item is queued: nothing writes to it in
    // between.
    private static bool IsSettled(ExpressionSyntax state, WorkItem item)
    {
        if (state is LiteralExpressionSyntax or ThisExpressionSyntax) return true;
        ISymbol? variable = item.Model.GetSymbolInfo(state).Symbol;
        if (variable is not (ILocalSymbol { RefKind: RefKind.None } or IParameterSymbol { RefKind: RefKind.None })
            || variable.DeclaringSyntaxReferences is not [{ } declared]
            || declared.GetSyntax() is not (ParameterSyntax or ForEachStatementSyntax
                or VariableDeclaratorSyntax { Initializer: not null, Parent.Parent: LocalDeclarationStatementSyntax })) return false;
        SyntaxNode around = item.Call.Ancestors().OfType<MemberDeclarationSyntax>()
            .FirstOrDefault(member => member is not GlobalStatementSyntax) ?? item.Call.SyntaxTree.GetRoot();
        return around.Span.Contains(declared.Span) && !around.DescendantNodes().OfType<IdentifierNameSyntax>()
            .Any(name => name.Identifier.ValueText == variable.Name && IsWritten(name));
    }

    private static bool IsWritten(IdentifierNameSyntax name) => name.Parent switch
    {
        AssignmentExpressionSyntax assignment => assignment.Left == name,
        ArgumentSyntax { Parent: TupleExpressionSyntax { Parent: AssignmentExpressionSyntax assignment } tuple } => assignment.Left == tuple,
        ArgumentSyntax argument => argument.RefKindKeyword.IsKind(SyntaxKind.RefKeyword)
            || argument.RefKindKeyword.IsKind(SyntaxKind.OutKeyword),
        PrefixUnaryExpressionSyntax or PostfixUnaryExpressionSyntax or RefExpressionSyntax => true,
        _ => false,
    };

    private static bool IsUnusedOrDiscarded(InvocationExpressionSyntax call, SemanticModel model) =>
        Syntax.IsUnused(call, model)
        || call.Parent is AssignmentExpressionSyntax { Left: IdentifierNameSyntax { Identifier.ValueText: "_" } left } assignment
            && model.GetSymbolInfo(left).Symbol is IDiscardSymbol && Syntax.IsUnused(assignment, model);

    // Several of one member that are cured at once do not see each other's variables.
    private static int CallsBefore(InvocationExpressionSyntax call)
    {
        SyntaxNode member = call.Ancestors().OfType<MemberDeclarationSyntax>()
            .FirstOrDefault(each => each is not GlobalStatementSyntax) ?? call.SyntaxTree.GetRoot();
        return member.DescendantNodes(node => node.SpanStart < call.SpanStart).OfType<InvocationExpressionSyntax>()
            .Count(other => other.SpanStart < call.SpanStart && Syntax.MemberName(other.Expression)?.Identifier.ValueText
                is "QueueUserWorkItem" or "UnsafeQueueUserWorkItem");
    }

    private static bool IsTaken(string name, WorkItem item) =>
        item.Model.LookupSymbols(item.Call.SpanStart, name: name)
            .Any(s => s is ILocalSymbol or IParameterSymbol or IRangeVariableSymbol)
        || Functions.Around(item.Call) is { } around && Functions.OwnNodes(around).Any(node => node switch
        {
            VariableDeclaratorSyntax local => local.Identifier.ValueText == name,
            SingleVariableDesignationSyntax pattern => pattern.Identifier.ValueText == name,
            ForEachStatementSyntax each => each.Identifier.ValueText == name,
            _ => false,
        });

    // The first of these names that is free, or a later one where others take those.
    private static string Fresh(string name, WorkItem item, int others = 0) => Enumerable.Range(1, int.MaxValue)
        .Select(number => number == 1 ? name : name + number).Where(fresh => !IsTaken(fresh, item)).ElementAt(others);
}
