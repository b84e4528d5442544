using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// The calls that a way has come by, the last one first. With them, what a helper's parameter stands for can be looked
/// up where it was handed over, call by call, up to the work item.
/// </summary>
internal sealed class Callers
{
    /// <summary>Stands for all who may call, and may hand over anything.</summary>
    public static readonly Callers Anyone = new(null!, null);

    /// <summary>The same, and somebody hands over null where a method does not say that it may be given none.</summary>
    public static readonly Callers AnyoneWithNull = new(null!, null);

    /// <summary>No call at all: what the settings of the program are by themselves decides.</summary>
    public static readonly Callers BySettings = new(null!, null);

    public Callers(CallSite site, Callers? before, bool hasWhatItHands = false)
    {
        Site = site;
        Before = before;
        HasWhatItHands = hasWhatItHands;
    }

    public CallSite Site { get; }

    public Callers? Before { get; }

    /// <summary>Whether a variable that is handed over for what may be left out is taken to hold something.</summary>
    public bool HasWhatItHands { get; }

    /// <summary>No call but a declaration: the method is looked at for whoever may call it.</summary>
    public bool IsAnybody => Site.Node is MemberDeclarationSyntax or AccessorDeclarationSyntax;

    private bool IsAllWhoMayCall => this == Anyone || this == AnyoneWithNull;

    /// <summary>
    /// The call that gave a parameter its value; null for what is no parameter, or one of a method that was not called
    /// on this way.
    /// </summary>
    public Callers? Giving(Examination examination, ISymbol? symbol)
    {
        if (IsAllWhoMayCall || this == BySettings || symbol is not IParameterSymbol { IsParams: false, RefKind: RefKind.None or RefKind.In, ContainingSymbol: IMethodSymbol method }) return null;
        for (Callers? at = this; at is not null; at = at.Before)
        {
            // Of several that it may run, the one on this way is the parameter's.
            if (examination.Calls.MethodOf(at.Site) is { } only
                ? !SymbolEqualityComparer.Default.Equals(only.OriginalDefinition, method.OriginalDefinition)
                : !Contracts.MayRun(at.Site.Target.ReducedFrom ?? at.Site.Target, method)) continue;
            return at.IsAnybody ? null : at;
        }
        return null;
    }

    /// <summary>Whether a parameter is what anybody hands over to the method that this way begins with.</summary>
    public bool IsGivenByAnybody(IParameterSymbol parameter)
    {
        if (IsAllWhoMayCall) return true;
        if (this == BySettings) return false;
        Callers first = this;
        while (first.Before is { } before) first = before;
        return first.IsAnybody && SymbolEqualityComparer.Default.Equals(
            parameter.ContainingSymbol.OriginalDefinition, (first.Site.Target.PartialImplementationPart ?? first.Site.Target).OriginalDefinition);
    }

    /// <summary>What <see cref="Site"/> hands over for a parameter; null when it is left out.</summary>
    public ExpressionSyntax? ArgumentFor(IParameterSymbol parameter) =>
        parameter.IsImplicitlyDeclared ? Assigned() : CalledAs(parameter) is { } called
        ? Calls.ArgumentsOf(Site.Node)?.Arguments.FirstOrDefault(argument =>
            Calls.Parameter(Site.Target, argument)?.Ordinal == called.Ordinal)?.Expression
        : Receiver.Of(Site.Node);

    /// <summary>
    /// The parameter as the caller sees it: of an interface, or of an extension without its receiver, for which it is
    /// null.
    /// </summary>
    public IParameterSymbol? CalledAs(IParameterSymbol parameter)
    {
        int ordinal = Site.Target.ReducedFrom is null ? parameter.Ordinal : parameter.Ordinal - 1;
        return ordinal >= 0 && ordinal < Site.Target.Parameters.Length ? Site.Target.Parameters[ordinal] : null;
    }

    // A setter's value.
    private ExpressionSyntax? Assigned() =>
        Site.Node.Parent is AssignmentExpressionSyntax { RawKind: (int)SyntaxKind.SimpleAssignmentExpression } assignment && assignment.Left == Site.Node ? assignment.Right : null;
}
