using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// This part looks into objects that are made for a call: <c>Run(new Options { File = "a" })</c> never comes to what
/// stands under <c>if (options.Input != null)</c>.
/// </summary>
internal sealed partial class Branches
{
    private static Value? OfMember(Examination examination, IdentifierNameSyntax owner, IPropertySymbol property,
        Callers? callers)
    {
        if (Made(examination, owner, property, callers) is not ({ } made, var madeBy))
        {
            return IsOfGiven(examination, owner, property, callers) ? Value.Given : null;
        }
        ExpressionSyntax? set = made.Initializer?.Expressions.OfType<AssignmentExpressionSyntax>()
            .LastOrDefault(assignment => assignment.Left is IdentifierNameSyntax name
                && name.Identifier.ValueText == property.Name)?.Right;
        if (set is not null) return ValueOf(examination, set, madeBy);
        ITypeSymbol? type = examination.ModelOf(made).GetTypeInfo(made).Type;
        return SymbolEqualityComparer.Default.Equals(type, property.ContainingType)
            && IsUnsetInNew(examination, property) ? Default(property.Type) : null;
    }

    // An object that some caller makes for the call.
    private static bool IsOfGiven(Examination examination, IdentifierNameSyntax owner, IPropertySymbol property,
        Callers? callers) =>
        callers is not null && TermOf(examination, owner).Parameter is { } parameter
            && callers.IsGivenByAnybody(parameter) && !MayBeSet(examination, owner, property);

    /// <summary>
    /// Where the object that a variable stands for was made, and the calls that it came by; null when that cannot be
    /// seen.
    /// </summary>
    private static (BaseObjectCreationExpressionSyntax? Made, Callers? By) Made(Examination examination,
        ExpressionSyntax owner, IPropertySymbol property, Callers? callers)
    {
        if (owner is IdentifierNameSyntax name && MayBeSet(examination, name, property)) return default;
        Term term = TermOf(examination, owner);
        if (term.Made is { } made) return (made, callers);
        return term.Parameter is { } parameter && callers?.Giving(examination, parameter) is { } giving
            && giving.ArgumentFor(parameter) is { } argument ? Made(examination, argument, property, giving.Before) : default;
    }

    // The variable is given something else, its property is, or somebody is handed it who may do so.
    private static bool MayBeSet(Examination examination, IdentifierNameSyntax variable, IPropertySymbol property)
    {
        string name = variable.Identifier.ValueText;
        if (examination.UsesAround(variable) is not { } uses || uses.IsWritten(name)) return true;
        if (property.SetMethod is null or { IsInitOnly: true }) return false;
        IReadOnlyList<IdentifierNameSyntax> all = uses.Of(name);
        return all.Count(use => use.Parent is ArgumentSyntax) > 1
            || all.Any(use => use.Parent is MemberAccessExpressionSyntax access && access.Expression == use
            && MaySet(access, property));
    }

    // spec.Fill(), spec.Input = ...
    private static bool MaySet(MemberAccessExpressionSyntax access, IPropertySymbol property) =>
        access.Parent is InvocationExpressionSyntax
        || access.Parent is AssignmentExpressionSyntax assignment && assignment.Left == access
            && access.Name.Identifier.ValueText == property.Name;

    // An automatic property that neither its initializer nor a constructor sets.
    private static bool IsUnsetInNew(Examination examination, IPropertySymbol property)
    {
        IEnumerable<SyntaxReference> sources = examination.SourcesOf(property);
        return sources.FirstOrDefault()?.GetSyntax() is PropertyDeclarationSyntax { Initializer: null, ExpressionBody: null, AccessorList.Accessors: var accessors }
            && accessors.All(accessor => accessor.Body is null && accessor.ExpressionBody is null)
            && !examination.SourcesOf(property.ContainingType)
                .SelectMany(type => type.GetSyntax().ChildNodes()).OfType<ConstructorDeclarationSyntax>()
                .SelectMany(constructor => constructor.DescendantNodes()).OfType<AssignmentExpressionSyntax>()
                    .Any(assignment => Names.OfInvoked(assignment.Left) == property.Name);
    }

    private static Value? Default(ITypeSymbol type) => type switch
    {
        { IsReferenceType: true } or { OriginalDefinition.SpecialType: SpecialType.System_Nullable_T } => new Value(null, isConstant: true),
        { SpecialType: SpecialType.System_Boolean } => new Value(false, isConstant: true),
        INamedTypeSymbol { EnumUnderlyingType.SpecialType: SpecialType.System_Int32 } => new Value(0, isConstant: true),
        _ => null,
    };
}
