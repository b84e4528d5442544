using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Diagnostics;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// TPD006: RegisterWaitForSingleObject in a loop, or in what the pool runs per item: each 63 handles cost a thread.
/// </summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class RegisteredWaitsPerItem : Rule
{
    private const string Register = "RegisterWaitForSingleObject";
    private const string UnsafeRegister = "UnsafeRegisterWaitForSingleObject";

    private const string PerRequest = "per request";

    // One wait thread watches this many handles, so a loop that ends before costs one thread at most.
    private const int HandlesPerThread = 63;

    public RegisteredWaitsPerItem()
        : base(Descriptors.RegisteredWaitPerItem)
    {
    }

    private protected override void Examine(SemanticModelAnalysisContext context, Examination examination)
    {
        foreach (Body body in BodiesIn(context, examination))
        {
            foreach (SyntaxNode node in Candidates(body, examination))
            {
                if (node is not InvocationExpressionSyntax call
                    || Calls.Target(context.SemanticModel, call) is not { } target) continue;
                if (WaysToRegister(examination, target) is not { } name
                    || PerItem(body, node, examination) is not { } often) continue;
                // An adapter that is awaited registers one wait at a time, but for each request that waits in it.
                if (AnswersByTask(target) && often != PerRequest) continue;
                if (IntentMarks.IsOn(context.SemanticModel.GetEnclosingSymbol(node.SpanStart))) continue;
                context.ReportDiagnostic(Diagnostic.Create(Descriptors.RegisteredWaitPerItem, node.GetLocation(), name,
                    often));
            }
        }
    }

    private static IEnumerable<SyntaxNode> Candidates(Body body, Examination examination)
    {
        HashSet<string> helpers = examination.Outlines.Registrars;
        if (helpers.Count == 0 && !body.MentionsCall(Register) && !body.MentionsCall(UnsafeRegister)) return [];
        string[] names = [.. body.Calls.Where(name => name is Register or UnsafeRegister || helpers.Contains(name))];
        if (names.Length == 0) return [];
        return body.OwnNodes().Where(node => node is InvocationExpressionSyntax call && names.Contains(Names.OfInvoked(call.Expression)));
    }

    // The call itself, or a helper that does nothing per round but this.
    private static string? WaysToRegister(Examination examination, IMethodSymbol target)
    {
        if (target.Name is Register or UnsafeRegister
            && target.ContainingType.Name is "ThreadPool") return "ThreadPool." + target.Name;
        foreach (Body body in examination.BodiesOf(target))
        {
            if (body.MentionsCall(Register)
                || body.MentionsCall(UnsafeRegister)) return MemberNames.Shown(target) + " -> ThreadPool.RegisterWaitForSingleObject";
        }
        return null;
    }

    private static bool AnswersByTask(IMethodSymbol target) =>
        target.IsAsync || WorkItems.IsTaskLike(target.ReturnType);

    private static string? PerItem(Body body, SyntaxNode call, Examination examination)
    {
        SemanticModel model = examination.ModelOf(call);
        foreach (SyntaxNode node in call.Ancestors())
        {
            if (node == body.Node) break;
            if (node is WhileStatementSyntax or DoStatementSyntax or CommonForEachStatementSyntax
                && !HasFewElements(node) || node is ForStatementSyntax loop && !IsShort(loop, model))
            {
                return "per round of the loop";
            }
        }
        if (body.Node is AnonymousFunctionExpressionSyntax lambda
            && examination.Delegates.Of(lambda) is { Runner: Runner.Inline, At: { } at }
            && at is InvocationExpressionSyntax each
            && Names.OfInvoked(each.Expression) is "Select" or "ForEach" or "ConvertAll")
        {
            return "per element";
        }
        return examination.WorkItems.Find(body) switch
        {
            { Kind: WorkItemKind.Request } => PerRequest,
            // An async item mostly registers what it then awaits.
            { Kind: WorkItemKind.Queued } when !body.IsAsync => "per work item",
            _ => null,
        };
    }

    private static bool IsShort(ForStatementSyntax loop, SemanticModel model) =>
        loop.Condition is BinaryExpressionSyntax { Right: { } bound }
            && model.GetConstantValue(bound) is { HasValue: true, Value: int and <= HandlesPerThread };

    private static bool HasFewElements(SyntaxNode loop) => loop is ForEachStatementSyntax
    {
        Expression: ImplicitArrayCreationExpressionSyntax { Initializer.Expressions.Count: <= HandlesPerThread }
            or ArrayCreationExpressionSyntax { Initializer.Expressions.Count: <= HandlesPerThread },
    };
}
