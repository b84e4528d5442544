using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Diagnostics;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// TPD008: a dedicated thread for a delegate that returns a task, and leaves its thread at the first await.
/// </summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class LongRunningAsyncWorkItems : Rule
{
    public LongRunningAsyncWorkItems()
        : base(Descriptors.LongRunningAsync)
    {
    }

    private protected override void Examine(SemanticModelAnalysisContext context, Examination examination)
    {
        // The option is said by its name, here or where a constant or variable is given it.
        if (!examination.Outlines.Uses("LongRunning")) return;
        foreach (Body body in BodiesIn(context, examination))
        {
            if (!body.MentionsCall("StartNew") && !body.MentionsCall("Task")
                && !body.MentionsCall(Names.NewWithoutName)) continue;
            foreach (SyntaxNode node in body.OwnNodes())
            {
                if (MayStartATask(node) && Calls.ArgumentsOf(node) is { Arguments.Count: >= 2 }) Examine(context, node, examination);
            }
        }
    }

    private static bool MayStartATask(SyntaxNode node) => node switch
    {
        InvocationExpressionSyntax call => Names.OfInvoked(call.Expression) == "StartNew",
        ObjectCreationExpressionSyntax creation => Names.OfType(creation.Type) is "Task",
        ImplicitObjectCreationExpressionSyntax => true,
        _ => false,
    };

    private static void Examine(SemanticModelAnalysisContext context, SyntaxNode call, Examination examination)
    {
        SemanticModel model = context.SemanticModel;
        if (Calls.Target(model, call) is not { } method
            || method.ContainingType.Name is not ("TaskFactory" or "Task")) return;
        if (method.MethodKind != MethodKind.Constructor && method.Name != "StartNew"
            || Calls.ArgumentsOf(call) is not { } arguments) return;
        if (!Calls.IsLongRunning(model, call)) return;
        foreach (ArgumentSyntax argument in arguments.Arguments)
        {
            if (!IsAsync(argument.Expression, model) || DedicatedStarts.BodyOf(examination, argument.Expression) is { } body
                && (DedicatedStarts.KeepsThread(body) || HasEndedAtReturn(examination, body))) continue;
            if (IntentMarks.IsOn(model.GetEnclosingSymbol(call.SpanStart))) return;
            string shown = method.MethodKind == MethodKind.Constructor ? "new Task" : "TaskFactory.StartNew";
            context.ReportDiagnostic(Diagnostic.Create(
                Descriptors.LongRunningAsync, call.GetLocation(), additionalLocations: null,
                DiagnosticProperties.Of(new Fate(Runner.Dedicated, call,
                    MemberNames.OfType(method.ContainingType.OriginalDefinition) + "." + method.Name)), shown));
            return;
        }
    }

    // () => { Work(); return Task.CompletedTask; }, async () => { Work(); }
    private static bool HasEndedAtReturn(Examination examination, Body body) => body.IsAsync ? !body.HasAwait
        : body.Returned().ToArray() is [_, ..] given
            && given.All(each => each is ThrowExpressionSyntax || MadeEnded.Is(examination.ModelOf(each), each));

    private static bool IsAsync(ExpressionSyntax work, SemanticModel model)
    {
        if (model.GetTypeInfo(work).ConvertedType is not INamedTypeSymbol { DelegateInvokeMethod: { } signature }) return false;
        return WorkItems.IsTaskLike(signature.ReturnType)
            || model.GetSymbolInfo(work).Symbol is IMethodSymbol { IsAsync: true };
    }
}
