using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.FindSymbols;

namespace ThreadPoolDoctor.CodeFixes.Asynchrony;

/// <summary>
/// Whether a member of the program and its asynchronous twin surely do the same: one waits for the other, or they are
/// the same word for word, and so is what they call. Two that were written apart may differ, and a stand-in in a test
/// may have been told of one alone; a pass that nobody watches leaves the choice to a person.
/// </summary>
internal sealed class OwnTwins
{
    private readonly Dictionary<(ISymbol Member, ISymbol Twin), bool> _areSame = [];
    private readonly Solution _solution;
    private readonly Func<Document, Task<SemanticModel>> _model;
    private readonly CancellationToken _cancellation;

    public OwnTwins(Solution solution, Func<Document, Task<SemanticModel>> model, CancellationToken cancellation)
    {
        _solution = solution;
        _model = model;
        _cancellation = cancellation;
    }

    /// <summary>Why the twin is not called in the member's place, as the end of a sentence, or null.</summary>
    public async Task<string?> StopAsync(ISymbol? member, IMethodSymbol? twin) =>
        member is IMethodSymbol own && twin is not null && IsOwn(own) && IsOwn(twin)
            && !await AreSameAsync(Written(own), Written(twin)).ConfigureAwait(false)
            ? $"'{own.Name}' and '{twin.Name}' may differ, as each is written for itself" : null;

    private static IMethodSymbol Written(IMethodSymbol method) => (method.ReducedFrom ?? method).OriginalDefinition;

    private static bool IsOwn(IMethodSymbol method) => !Written(method).DeclaringSyntaxReferences.IsEmpty;

    private async Task<bool> AreSameAsync(IMethodSymbol member, IMethodSymbol twin)
    {
        if (_areSame.TryGetValue((member, twin), out bool known)) return known;
        // What calls itself is the same if all else in it is.
        _areSame[(member, twin)] = true;
        bool areSame = await LookAsync(member, twin).ConfigureAwait(false);
        if (!areSame) ForgetSame();
        return _areSame[(member, twin)] = areSame;
    }

    // What was found the same meanwhile may have been so only because these two were taken for the same.
    private void ForgetSame()
    {
        foreach ((ISymbol, ISymbol) pair in _areSame.Where(each => each.Value).Select(each => each.Key).ToArray()) _areSame.Remove(pair);
    }

    private async Task<bool> LookAsync(IMethodSymbol member, IMethodSymbol twin)
    {
        if (!HaveSameDefaults(member, twin)) return false;
        List<(IMethodSymbol Member, IMethodSymbol? Twin)> pairs = [];
        if (!member.IsAbstract) pairs.Add((member, twin));
        if (member.ContainingType.TypeKind == TypeKind.Interface || member.IsVirtual || member.IsAbstract || member.IsOverride)
        {
            if (await IsToldToStandInAsync(member).ConfigureAwait(false)) return false;
            pairs.AddRange(await BelowAsync(member, twin).ConfigureAwait(false));
        }
        foreach ((IMethodSymbol one, IMethodSymbol? other) in pairs)
        {
            if (other is null || !await AreSameBodiesAsync(one, other).ConfigureAwait(false)) return false;
        }
        return pairs.Count > 0;
    }

    // Load(int retries = 3) beside LoadAsync(int retries = 1): what a call leaves out is not the same.
    private static bool HaveSameDefaults(IMethodSymbol member, IMethodSymbol twin) =>
        member.Parameters.Where(each => each.HasExplicitDefaultValue).All(each => twin.Parameters.All(other =>
            other.Name != each.Name || !other.HasExplicitDefaultValue
            || Equals(other.ExplicitDefaultValue, each.ExplicitDefaultValue)));

    // Every type that says what one of the two does, with what it says of the other.
    private async Task<IEnumerable<(IMethodSymbol Member, IMethodSymbol? Twin)>> BelowAsync(IMethodSymbol member, IMethodSymbol twin)
    {
        IMethodSymbol[] members = await ImplementationsAsync(member).ConfigureAwait(false);
        IMethodSymbol[] twins = await ImplementationsAsync(twin).ConfigureAwait(false);
        return members.Select(each => (each, Of(each.ContainingType, twins)))
            .Concat(twins.Where(each => Of(each.ContainingType, members) is null).Select(each => (each, (IMethodSymbol?)null)));
    }

    private static IMethodSymbol? Of(INamedTypeSymbol type, IMethodSymbol[] methods) =>
        methods.FirstOrDefault(method => SymbolEqualityComparer.Default.Equals(method.ContainingType, type));

    private async Task<IMethodSymbol[]> ImplementationsAsync(IMethodSymbol method) =>
        [.. (method.ContainingType.TypeKind == TypeKind.Interface
            ? await SymbolFinder.FindImplementationsAsync(method, _solution, null, _cancellation).ConfigureAwait(false)
            : await SymbolFinder.FindOverridesAsync(method, _solution, null, _cancellation).ConfigureAwait(false))
            .OfType<IMethodSymbol>().Where(each => !each.IsAbstract).Select(Written)];

    // Setup(s => s.Load()): nobody told the stand-in what LoadAsync does.
    private async Task<bool> IsToldToStandInAsync(IMethodSymbol member)
    {
        foreach (ReferencedSymbol found in await SymbolFinder.FindReferencesAsync(member, _solution, _cancellation).ConfigureAwait(false))
        {
            foreach (ReferenceLocation at in found.Locations)
            {
                if (at.Document is SourceGeneratedDocument) continue;
                SemanticModel model = await _model(at.Document).ConfigureAwait(false);
                SyntaxNode node = model.SyntaxTree.GetRoot(_cancellation).FindNode(at.Location.SourceSpan, getInnermostNodeForTie: true);
                if (node.FirstAncestorOrSelf<InvocationExpressionSyntax>() is { } call && Mocks.Describes(call, model)) return true;
            }
        }
        return false;
    }

    private async Task<bool> AreSameBodiesAsync(IMethodSymbol member, IMethodSymbol twin)
    {
        if (await BodyAsync(member, member).ConfigureAwait(false) is not { } one
            || await BodyAsync(twin, member).ConfigureAwait(false) is not { } other) return false;
        if (PassingOn.Is(one, member, twin) || PassingOn.Is(other, twin, member)) return true;
        if (one.Words != other.Words || one.Calls.Count != other.Calls.Count) return false;
        for (int i = 0; i < one.Calls.Count; i++)
        {
            IMethodSymbol called = one.Calls[i].Target, instead = other.Calls[i].Target;
            if (!called.TypeArguments.SequenceEqual<ISymbol>(instead.TypeArguments, SymbolEqualityComparer.Default)) return false;
            if (SymbolEqualityComparer.Default.Equals(Written(called), Written(instead)) || !IsOwn(called)) continue;
            if (!IsOwn(instead) || !await AreSameAsync(Written(called), Written(instead)).ConfigureAwait(false)) return false;
        }
        return true;
    }

    private async Task<PlainBody?> BodyAsync(IMethodSymbol method, IMethodSymbol member)
    {
        foreach (SyntaxReference reference in method.DeclaringSyntaxReferences)
        {
            SyntaxNode node = await reference.GetSyntaxAsync(_cancellation).ConfigureAwait(false);
            if (_solution.GetDocument(node.SyntaxTree) is not { } document) continue;
            if (PlainBody.Of(node, await _model(document).ConfigureAwait(false), !member.ReturnsVoid) is { } body) return body;
        }
        return null;
    }
}
