using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>This part walks local functions, with what is known wherever they are called.</summary>
internal sealed partial class CompletionWalk
{
    private readonly Dictionary<LocalFunctionStatementSyntax, Dictionary<InvocationExpressionSyntax, CompletionState>> _localCalls = [];
    private ILookup<string, LocalFunctionStatementSyntax>? _localFunctions;

    private void RememberLocalCall(InvocationExpressionSyntax call, CompletionState state)
    {
        if (call.Expression is not IdentifierNameSyntax { Identifier.ValueText: var name }) return;
        _localFunctions ??= _root.DescendantNodes().OfType<LocalFunctionStatementSyntax>().ToLookup(each => each.Identifier.ValueText);
        if (!_localFunctions.Contains(name)
            || _model.GetSymbolInfo(call).Symbol?.DeclaringSyntaxReferences is not [{ } declared]
            || declared.GetSyntax() is not LocalFunctionStatementSyntax function) return;
        if (!_localCalls.TryGetValue(function, out Dictionary<InvocationExpressionSyntax, CompletionState>? calls)) _localCalls.Add(function, calls = []);
        calls[call] = state;
    }

    // A function that is walked may call the next; who calls itself is called with what it does not know.
    private void WalkLocalFunctions()
    {
        HashSet<LocalFunctionStatementSyntax> walked = [];
        while (_localCalls.Keys.FirstOrDefault(function => !walked.Contains(function) && AreAllKnown(function)) is { } next)
        {
            walked.Add(next);
            CompletionState known = _localCalls[next].Values.Aggregate((one, other) => CompletionState.Join(one, other)!);
            // It may go on behind an await, when its caller has given a variable another task.
            CompletionState? state = known.Without(WrittenIn(_root, from: 1));
            foreach (SyntaxNode part in BodyOf(next)) state = Walk(part, state);
        }
    }

    private bool AreAllKnown(LocalFunctionStatementSyntax function) => _root.DescendantNodes().OfType<IdentifierNameSyntax>()
        .Count(name => name.Identifier.ValueText == function.Identifier.ValueText) == _localCalls[function].Count;
}
