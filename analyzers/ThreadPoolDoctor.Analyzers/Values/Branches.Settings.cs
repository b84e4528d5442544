using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// This part asks settings of the whole program, flags and enums in static variables: what is only done when somebody
/// changes one (<c>switch (Settings.Queueing) { case Queueing.OnPool: ...</c>) is hardly ever done.
/// </summary>
internal sealed partial class Branches
{
    // public static Mode Now = Usual;
    private const int MaxSettings = 3;

    /// <summary>Whether a place within a member is closed unless a setting of the program is changed.</summary>
    public static bool AreSwitchedOff(Examination examination, SyntaxNode place)
    {
        Branches bySettings = new(examination, Callers.BySettings);
        return ChoicesAbove(place).Any(choice => !choice.IsOfLoop && choice.IsClosed(bySettings));
    }

    /// <summary>
    /// What a setting is by itself; nothing where the program gives it another constant: that is a state.
    /// </summary>
    private static Value? OfSetting(Examination examination, ISymbol? symbol, int left = MaxSettings)
    {
        ITypeSymbol? type = symbol switch
        {
            IFieldSymbol { IsStatic: true, IsConst: false } field => field.Type,
            IPropertySymbol { IsStatic: true } property => property.Type,
            _ => null,
        };
        if (left == 0 || type is not ({ SpecialType: SpecialType.System_Boolean } or { TypeKind: TypeKind.Enum })
            || examination.SourcesOf(symbol!).FirstOrDefault()?.GetSyntax() is not { } declared) return null;
        EqualsValueClauseSyntax? start;
        switch (declared)
        {
            case VariableDeclaratorSyntax field: start = field.Initializer; break;
            case PropertyDeclarationSyntax { AccessorList.Accessors: var all } property
                when all.All(each => each.Body is null && each.ExpressionBody is null):
                start = property.Initializer; break;
            default: return null;
        }
        Value? first = start is null ? Default(type) : AtFirst(examination, start.Value, left);
        return first is { } value && Origins.PutInto(examination, symbol!).All(put =>
            examination.ModelOf(put).GetConstantValue(put) is not { HasValue: true, Value: var other }
                || Equals(other, value.Constant)) ? first : null;
    }

    private static Value? AtFirst(Examination examination, ExpressionSyntax start, int left)
    {
        SemanticModel model = examination.ModelOf(start);
        return model.GetConstantValue(start) is { HasValue: true, Value: var said } ? new Value(said, isConstant: true)
            : OfSetting(examination, model.GetSymbolInfo(start).Symbol, left - 1);
    }
}
