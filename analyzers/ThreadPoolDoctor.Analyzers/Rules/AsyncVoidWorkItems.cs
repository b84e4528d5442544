using System.Collections.Generic;
using System.Collections.Immutable;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Diagnostics;
using ThreadPoolDoctor.Catalog;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// TPD007: an async lambda or async void method where the delegate returns nothing, so that nobody can await it. Event
/// handlers have no choice.
/// </summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class AsyncVoidWorkItems : Rule
{
    public AsyncVoidWorkItems()
        : base(Descriptors.AsyncVoidWorkItem)
    {
    }

    private protected override void Examine(SemanticModelAnalysisContext context, Examination examination)
    {
        SemanticModel model = context.SemanticModel;
        HashSet<string> known = examination.Outlines.AsyncVoids;
        // Only names that some async void method has are bound.
        ILookup<Body, SimpleNameSyntax> passed = examination.OutlineOf(model.SyntaxTree).PassedOn(known.Contains);
        foreach (Body body in BodiesIn(context, examination))
        {
            context.CancellationToken.ThrowIfCancellationRequested();
            if (body.Node is AnonymousFunctionExpressionSyntax lambda)
            {
                if (body.IsAsync && model.GetSymbolInfo(lambda).Symbol is IMethodSymbol { ReturnsVoid: true } function) Examine(context, lambda, "This async lambda", function, examination);
            }
            foreach (SimpleNameSyntax name in passed[body])
            {
                if (model.GetSymbolInfo(name).Symbol is not IMethodSymbol { IsAsync: true, ReturnsVoid: true } method) continue;
                ExpressionSyntax whole = name.Parent is MemberAccessExpressionSyntax access && access.Name == name
                    ? access : name;
                Examine(context, whole, method.Name, method, examination);
            }
        }
    }

    private static void Examine(SemanticModelAnalysisContext context, ExpressionSyntax work, string shown,
        IMethodSymbol function, Examination examination)
    {
        if (IsHandler(work, function, context.SemanticModel) || Conventions.IsBoundToUi(function)) return;
        if (context.SemanticModel.GetTypeInfo(work).ConvertedType is not INamedTypeSymbol { DelegateInvokeMethod.ReturnsVoid: true } type) return;
        if (IsHandler(type) || IsOfCommand(work, context.SemanticModel)) return;
        // What is posted to a synchronization context has its exceptions thrown there.
        if (MemberNames.OfType(type) == DelegateTypes.Posted || IsMisfit(work, type) || IsOfNoAwait(work, context.SemanticModel)) return;
        if (Catching.IsAll(function, examination)) return;
        if (IntentMarks.IsOn(context.SemanticModel.GetEnclosingSymbol(work.SpanStart))
            || IntentMarks.IsOn(function)) return;
        Fate fate = examination.Delegates.Of(work);
        if (fate.Runner == Runner.None) return;
        string? cold = Heat.ColdPlaceOf(fate, work, function, type, examination);
        ImmutableDictionary<string, string?> properties = DiagnosticProperties.Of(fate);
        context.ReportDiagnostic(Diagnostic.Create(
            Descriptors.AsyncVoidWorkItem, work.GetLocation(),
            Finding.Severity(examination, Descriptors.AsyncVoidWorkItem, threads: 0, cold is not null),
            additionalLocations: null, cold is null ? properties : properties.Add(DiagnosticProperties.Cold, cold),
            shown, Article(type) + type.ToDisplayString(SymbolDisplayFormat.MinimallyQualifiedFormat)));
    }

    // In a call that does not bind, the compiler names a delegate that the work does not even fit.
    private static bool IsMisfit(ExpressionSyntax work, INamedTypeSymbol type) =>
        work is ParenthesizedLambdaExpressionSyntax lambda
            && lambda.ParameterList.Parameters.Count != type.DelegateInvokeMethod!.Parameters.Length;

    // Nor can what it gives back be awaited where it is: another form of it was meant.
    private static bool IsOfNoAwait(ExpressionSyntax work, SemanticModel model) =>
        work.Parent is ArgumentSyntax { Parent.Parent: InvocationExpressionSyntax { Parent: AwaitExpressionSyntax awaited } }
            && model.GetAwaitExpressionInfo(awaited) is { GetAwaiterMethod: null, IsDynamic: false };

    private static string Article(INamedTypeSymbol type) => "AEIOU".IndexOf(type.Name[0]) >= 0 ? "an " : "a ";

    // Handed over as one; of a library that is missing nobody knows its arguments.
    private static bool IsHandler(INamedTypeSymbol type) => MemberNames.OfType(type.OriginalDefinition) is DelegateTypes.Handler or DelegateTypes.Handler + "`1";

    // new RelayCommand(Save), new MenuCommand { Action = Save }: a window runs it as it runs a handler.
    private static bool IsOfCommand(ExpressionSyntax work, SemanticModel model) =>
        work.FirstAncestorOrSelf<BaseObjectCreationExpressionSyntax>() is { } made && (work.Parent is ArgumentSyntax
            ? work.Parent.Parent?.Parent == made : work.Parent is AssignmentExpressionSyntax { Parent.Parent: var owner } && owner == made)
        && model.GetTypeInfo(made).Type is { } command
        && (command.Name.EndsWith("Command", System.StringComparison.Ordinal)
            || command.AllInterfaces.Any(face => MemberNames.OfType(face) == DelegateTypes.Command));

    // Subscribed to an event, or of an event handler's shape: (object sender, SomeEventArgs e).
    private static bool IsHandler(ExpressionSyntax work, IMethodSymbol function, SemanticModel model)
    {
        if (function.Parameters.Length == 2 && function.Parameters[1].Type is INamedTypeSymbol last
            && last.SelfAndBases().Any(type => MemberNames.OfType(type) == DelegateTypes.Arguments)) return true;
        for (SyntaxNode? at = work.Parent; at is ExpressionSyntax or ArgumentSyntax
            or ArgumentListSyntax; at = at.Parent)
        {
            if (at is AssignmentExpressionSyntax assignment) return model.GetSymbolInfo(assignment.Left).Symbol is IEventSymbol;
            if (at is InvocationExpressionSyntax) return false;
        }
        return false;
    }
}
