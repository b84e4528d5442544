using System.Collections.Generic;
using System.Linq;
using System.Runtime.CompilerServices;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>What is known wherever a local function is called.</summary>
internal sealed class LocalCalls
{
    private readonly Dictionary<LocalFunctionStatementSyntax, Dictionary<InvocationExpressionSyntax, CompletionState>>
        _calls = [];
    private readonly SemanticModel _model;
    private readonly SyntaxNode _root;
    private ILookup<string, LocalFunctionStatementSyntax>? _functions;

    public LocalCalls(SemanticModel model, SyntaxNode root)
    {
        _model = model;
        _root = root;
    }

    /// <summary>The functions whose uses have all been walked, and are calls.</summary>
    public IEnumerable<LocalFunctionStatementSyntax> Known => _calls.Keys.Where(AreAllKnown);

    /// <summary>What all who call a function know.</summary>
    public CompletionState KnownAt(LocalFunctionStatementSyntax function) =>
        _calls[function].Values.Aggregate((one, other) => CompletionState.Join(one, other)!);

    public void Remember(InvocationExpressionSyntax call, CompletionState state)
    {
        if (call.Expression is not IdentifierNameSyntax { Identifier.ValueText: var name }) return;
        _functions ??= _root.DescendantNodes().OfType<LocalFunctionStatementSyntax>().ToLookup(each => each.Identifier.ValueText);
        if (!_functions.Contains(name)
            || _model.GetSymbolInfo(call).Symbol?.DeclaringSyntaxReferences is not [{ } declared]
            || declared.GetSyntax() is not LocalFunctionStatementSyntax function) return;
        if (!_calls.TryGetValue(function, out Dictionary<InvocationExpressionSyntax, CompletionState>? calls)) _calls.Add(function, calls = []);
        calls[call] = state;
    }

    private bool AreAllKnown(LocalFunctionStatementSyntax function) => _root.DescendantNodes().OfType<IdentifierNameSyntax>()
        .Count(name => name.Identifier.ValueText == function.Identifier.ValueText) == _calls[function].Count;
}
