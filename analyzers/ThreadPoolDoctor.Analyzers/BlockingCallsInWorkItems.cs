using System.Collections.Generic;
using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;
using ThreadPoolDoctor.Catalog;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>TPD001 to TPD004: a call in a work item that holds its pool thread.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class BlockingCallsInWorkItems : DiagnosticAnalyzer
{
    public override ImmutableArray<DiagnosticDescriptor> SupportedDiagnostics { get; } =
        [Descriptors.BlockingOnTask, Descriptors.Sleeping, Descriptors.BlockingIO, Descriptors.WaitingOnSignal];

    public override void Initialize(AnalysisContext context)
    {
        context.EnableConcurrentExecution();
        context.ConfigureGeneratedCodeAnalysis(GeneratedCodeAnalysisFlags.None);
        context.RegisterOperationAction(Analyze, OperationKind.Invocation, OperationKind.PropertyReference);
    }

    private static void Analyze(OperationAnalysisContext context)
    {
        ISymbol? member = context.Operation switch
        {
            IInvocationOperation call => call.TargetMethod,
            IPropertyReferenceOperation property => property.Property.GetMethod,
            _ => null,
        };
        if (member?.OriginalDefinition is not { ContainingType: { } type } definition) return;
        string typeName = type.OriginalDefinition.ContainingNamespace + "." + type.MetadataName;
        foreach (BlockingCall row in BlockingCalls.All)
        {
            if (row.Member != definition.Name || row.Type != typeName) continue;
            if (!InAsyncBody(context.Operation.Syntax) && !IsQueued(context.Operation)) return;
            string shown = type.Name + "." + definition.Name.Replace("get_", "");
            ImmutableDictionary<string, string?> properties = ImmutableDictionary<string, string?>.Empty
                .Add(DiagnosticProperties.Row, row.ToString())
                .Add(DiagnosticProperties.Twin, row.Twin)
                .Add(DiagnosticProperties.Fixable, row.Twin is null ? "false" : "true")
                .Add(DiagnosticProperties.Path, shown)
                .Add(DiagnosticProperties.WorkItem, nameof(WorkItemKind.AsyncBody));
            context.ReportDiagnostic(Diagnostic.Create(
                Descriptors.Find(row.Ailment)!, context.Operation.Syntax.GetLocation(), properties,
                shown, "a pool thread", "", ""));
            return;
        }
    }

    private static bool InAsyncBody(SyntaxNode node)
    {
        foreach (SyntaxNode ancestor in node.Ancestors())
        {
            if (ancestor is AnonymousFunctionExpressionSyntax lambda) return lambda.AsyncKeyword != default;
            if (ancestor is LocalFunctionStatementSyntax local) return local.Modifiers.Any(SyntaxKind.AsyncKeyword);
            if (ancestor is MethodDeclarationSyntax method) return method.Modifiers.Any(SyntaxKind.AsyncKeyword);
        }
        return false;
    }

    private static bool IsQueued(IOperation operation)
    {
        IOperation? at = operation;
        while (at is not null and not IAnonymousFunctionOperation) at = at.Parent;
        while (at is not null and not IArgumentOperation) at = at.Parent;
        return at?.Parent is IInvocationOperation { TargetMethod: { Name: "QueueUserWorkItem" or "Run" or "StartNew" } };
    }
}
