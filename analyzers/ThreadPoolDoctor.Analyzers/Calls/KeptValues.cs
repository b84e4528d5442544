using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using ThreadPoolDoctor.Catalog;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// What is made when it is first asked for and then kept, without a Lazy: in a static field, or in a field of an object
/// by the getter that offers it.
/// </summary>
internal static class KeptValues
{
    /// <summary>Whether a call stands where such a value is made.</summary>
    public static bool IsMaking(Examination examination, SyntaxNode call)
    {
        SyntaxNode? member = call.FirstAncestorOrSelf<SyntaxNode>(node => node is MemberDeclarationSyntax or LocalFunctionStatementSyntax);
        if (member is null or BaseTypeDeclarationSyntax) return false;
        bool isGetter = member is BasePropertyDeclarationSyntax
            && call.FirstAncestorOrSelf<AccessorDeclarationSyntax>() is null or { RawKind: (int)SyntaxKind.GetAccessorDeclaration };
        ScopeUses? uses = examination.UsesAround(call);
        if (uses is null) return false;
        return call.Ancestors().TakeWhile(node => node != member).Any(node => KeptBy(node, call, uses) is { } kept && Keeps(kept))
            || ReturnedBefore(member, call, uses) is { } given && Keeps(given);

        bool Keeps(ExpressionSyntax field) =>
            examination.ModelOf(field).GetSymbolInfo(field).Symbol is IFieldSymbol { IsConst: false } known && (known.IsStatic || isGetter);
    }

    /// <summary>
    /// Whether a way goes through a getter that waits for a task under a condition: it makes what it gives when
    /// somebody asks too early, hardly ever, and once.
    /// </summary>
    /// <param name="examination">Of the compilation.</param>
    /// <param name="called">The method that the way begins in.</param>
    /// <param name="path">The calls from there to what waits, which may be another project's.</param>
    public static bool AreMadeAtFirst(Examination examination, IMethodSymbol called, CallSite[] path)
    {
        if (path[path.Length - 1].Row is not { Ailment: Ailments.BlockingOnTask }) return false;
        foreach (CallSite step in path)
        {
            if (called.MethodKind == MethodKind.PropertyGet
                && (Guards.IsConditional(step.Node) || Guards.IsAfterReturn(step.Node) || IsOfWhatIsDoneOnce(examination, step.Node))) return true;
            called = step.Target;
        }
        return false;
    }

    // Wait(Init()), where Init begins with: if (_isInitialized) return;
    private static bool IsOfWhatIsDoneOnce(Examination examination, SyntaxNode wait) =>
        wait.DescendantNodes().OfType<InvocationExpressionSyntax>()
        .Any(made => Calls.Target(examination.ModelOf(made), made) is { } target
            && examination.BodiesOf(target).Any(body => body.LooksAwaitable
            && body.Node is MethodDeclarationSyntax { Body.Statements: [IfStatementSyntax { Condition: var asked, Statement: ReturnStatementSyntax or BlockSyntax { Statements: [.., ReturnStatementSyntax] } }, ..] }
            && !asked.DescendantNodesAndSelf().Any(part => part is InvocationExpressionSyntax)));

    // _made ??= Make(), _made ?? (_made = Make()), if (_made == null) { _made = Make(); }
    private static ExpressionSyntax? KeptBy(SyntaxNode node, SyntaxNode call, ScopeUses uses) => node switch
    {
        AssignmentExpressionSyntax { RawKind: (int)SyntaxKind.CoalesceAssignmentExpression } kept when kept.Right.Span.Contains(call.Span) => kept.Left,
        BinaryExpressionSyntax { RawKind: (int)SyntaxKind.CoalesceExpression } kept
            when kept.Right.Span.Contains(call.Span) && uses.IsAssignedIn(kept.Right, kept.Left) => kept.Left,
        IfStatementSyntax asked when asked.Statement.Span.Contains(call.Span) =>
            Asked(asked.Condition, asked.Statement, uses),
        _ => null,
    };

    // if (s_made is not null) return s_made; if (s_has.HasValue) return s_has.Value; and then it is made, and kept.
    private static ExpressionSyntax? ReturnedBefore(SyntaxNode member, SyntaxNode call, ScopeUses uses) =>
        call.Ancestors().TakeWhile(node => node != member).OfType<BlockSyntax>().LastOrDefault() is not { } body ? null
            : body.Statements.TakeWhile(statement => !statement.Span.Contains(call.Span)).OfType<IfStatementSyntax>()
                .Where(asked => Returned(asked.Statement) is IdentifierNameSyntax)
                .Select(asked => Asked(asked.Condition, body, uses) is { } kept && kept.ToString() == Returned(asked.Statement)!.ToString() ? kept : null)
                .FirstOrDefault(kept => kept is not null);

    private static ExpressionSyntax? Returned(StatementSyntax statement) => statement switch
    {
        ReturnStatementSyntax returned => Held(returned.Expression),
        BlockSyntax { Statements: [ReturnStatementSyntax returned] } => Held(returned.Expression),
        _ => null,
    };

    private static ExpressionSyntax? Held(ExpressionSyntax? returned) =>
        returned is MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Value", Expression: IdentifierNameSyntax held } ? held : returned;

    // What a condition asks about, and what stands under it gives a value.
    private static ExpressionSyntax? Asked(ExpressionSyntax condition, SyntaxNode under, ScopeUses uses) =>
        condition.DescendantNodesAndSelf().OfType<ExpressionSyntax>().FirstOrDefault(part =>
            part is IdentifierNameSyntax or MemberAccessExpressionSyntax && uses.IsAssignedIn(under, part));
}
