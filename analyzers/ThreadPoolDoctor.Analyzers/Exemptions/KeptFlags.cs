using System;
using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Known = ThreadPoolDoctor.Analyzers.RuledOut.Known;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// Places under a condition that what an object was made with rules out for good:
/// <c>new Node(owns: false).Close()</c> never comes to what stands under <c>if (_owns)</c>.
/// </summary>
internal static class KeptFlags
{
    /// <summary>
    /// Whether the object that is called on this way, or every object of the class, closes the place.
    /// </summary>
    public static bool CloseIt(Candidate c) => RuledOut.TestsAbove(c.Node).Any(test =>
        KeptBy(c, test.Asked) is { } kept && ValueOf(c.Examination, kept, c.Callers) is var value
        && value != Known.Nothing && value != test.Is);

    // A field or property that nobody but its own class can write; of static ones "switched off" speaks.
    private static ISymbol? KeptBy(Candidate c, ExpressionSyntax asked) =>
        c.Examination.ModelOf(asked).GetSymbolInfo(asked).Symbol switch
        {
            IFieldSymbol { IsStatic: false } field when field.DeclaredAccessibility == Accessibility.Private
                || field.IsReadOnly => field,
            IPropertySymbol
            {
                IsStatic: false, SetMethod: null or
                {
                    DeclaredAccessibility: Accessibility.Private,
                    IsInitOnly: false
                }
            } property => property,
            _ => null,
        };

    private static Known ValueOf(Examination examination, ISymbol kept, Callers? callers)
    {
        if (!kept.GetAttributes().IsEmpty
            || examination.SourcesOf(kept).ToArray() is not [{ } reference]) return Known.Nothing;
        ExpressionSyntax[] written = [.. examination.SourcesOf(kept.ContainingType)
            .SelectMany(type => Written(examination.UsesIn(type.GetSyntax()), kept.Name))];
        Known atFirst = AtFirst(reference.GetSyntax(), kept);
        // What can be written and is not, in code, may be by markup or a serializer.
        if (written.Length == 0) return kept is IFieldSymbol { IsReadOnly: true } or IPropertySymbol { SetMethod: null } ? atFirst : Known.Nothing;
        return atFirst == Known.Nothing || !written.All(each => Making(each) is not null)
            || MadeOnWay(examination, kept.ContainingType, callers) is not [_, ..] made ? Known.Nothing
            : made.Select(each => new Maker(examination, kept,
                atFirst).ValueOf(each)).Distinct().ToArray() is [var only] ? only : Known.Nothing;
    }

    private static IEnumerable<ExpressionSyntax> Written(ScopeUses uses, string name) => uses.Of(name)
        .Select(use => use.Parent is MemberAccessExpressionSyntax access && access.Name == use ? access
            : (ExpressionSyntax)use)
        .Where(target => target.Parent switch
        {
            AssignmentExpressionSyntax assignment => assignment.Left == target,
            PrefixUnaryExpressionSyntax or PostfixUnaryExpressionSyntax =>
                !target.Parent.IsKind(SyntaxKind.LogicalNotExpression)
                && !target.Parent.IsKind(SyntaxKind.SuppressNullableWarningExpression),
            ArgumentSyntax argument => argument.RefOrOutKeyword.RawKind != 0
                || argument.Parent is TupleExpressionSyntax,
            RefExpressionSyntax => true,
            _ => false,
        });

    // The constructor that surely runs it: _owns = owns;
    private static ConstructorDeclarationSyntax? Making(SyntaxNode target) =>
        target is not MemberAccessExpressionSyntax { Expression: not ThisExpressionSyntax }
        && target.Parent is AssignmentExpressionSyntax
        {
            RawKind: (int)SyntaxKind.SimpleAssignmentExpression,
            Parent: var statement
        } ? statement switch
        {
            ExpressionStatementSyntax { Parent: BlockSyntax { Parent: ConstructorDeclarationSyntax maker } } => maker,
            ArrowExpressionClauseSyntax { Parent: ConstructorDeclarationSyntax maker } => maker,
            _ => null,
        } : null;

    // What it is when no constructor gives it anything.
    private static Known AtFirst(SyntaxNode declaration, ISymbol kept) => declaration switch
    {
        VariableDeclaratorSyntax { Initializer.Value: { } value } => Constant(value),
        PropertyDeclarationSyntax { Initializer.Value: { } value } => Constant(value),
        VariableDeclaratorSyntax => Unset((kept as IFieldSymbol)?.Type),
        PropertyDeclarationSyntax { ExpressionBody: null, AccessorList.Accessors: var all }
            when all.All(each => each.Body is null && each.ExpressionBody is null) =>
                Unset((kept as IPropertySymbol)?.Type),
        _ => Known.Nothing,
    };

    private static Known Unset(ITypeSymbol? type) => type switch
    {
        { SpecialType: SpecialType.System_Boolean } => Known.False,
        { IsReferenceType: true } => Known.Null,
        _ => Known.Nothing,
    };

    private static Known Constant(ExpressionSyntax value) => RuledOut.Of(value) is var known && known != Known.Written
        ? known : Known.Nothing;

    /// <summary>
    /// What makes the object that is called on a way, or all objects of a class that nobody else can make; null where
    /// that cannot be seen.
    /// </summary>
    private static BaseObjectCreationExpressionSyntax[]? MadeOnWay(Examination examination, INamedTypeSymbol type,
        Callers? callers)
    {
        for (Callers? at = callers; at is not null && at != Callers.Anyone && at != Callers.AnyoneWithNull
            && !at.IsAnybody; at = at.Before)
        {
            if (at.Site.Target.IsStatic) break;
            if (Receiver.Of(at.Site.Node) is not { } receiver
                || receiver is ThisExpressionSyntax or BaseExpressionSyntax) continue;
            ExpressionSyntax[] values = receiver is BaseObjectCreationExpressionSyntax ? [receiver]
                : [.. Origins.Of(examination, receiver)];
            if (IsLocal(examination, receiver) && values.Length > 0 && values.All(value =>
                value is BaseObjectCreationExpressionSyntax
                && IsOf(examination, value, type))) return [.. values.Cast<BaseObjectCreationExpressionSyntax>()];
            break;
        }
        return type.InstanceConstructors.All(each => each.DeclaredAccessibility == Accessibility.Private
            && !each.IsImplicitlyDeclared)
            ? [.. type.InstanceConstructors.SelectMany(examination.CreationsOf)] : null;
    }

    private static bool IsLocal(Examination examination, ExpressionSyntax receiver) =>
        receiver is BaseObjectCreationExpressionSyntax
        || examination.ModelOf(receiver).GetSymbolInfo(receiver).Symbol is ILocalSymbol { IsRef: false };

    private static bool IsOf(Examination examination, ExpressionSyntax made, INamedTypeSymbol type) =>
        SymbolEqualityComparer.Default.Equals(
        examination.ModelOf(made).GetTypeInfo(made).Type?.OriginalDefinition, type.OriginalDefinition);

    // How the constructors of a class hand on what they are given.
    private sealed class Maker(Examination examination, ISymbol kept, Known atFirst)
    {
        public Known ValueOf(BaseObjectCreationExpressionSyntax made) =>
            examination.ModelOf(made).GetSymbolInfo(made).Symbol is not IMethodSymbol constructor
                || made.Initializer is { } set
                && set.Expressions.OfType<AssignmentExpressionSyntax>().Any(each =>
                    Names.OfInvoked(each.Left) == kept.Name) ? Known.Nothing
            : By(constructor, made.ArgumentList?.Arguments, Constant);

        private Known By(IMethodSymbol constructor, SeparatedSyntaxList<ArgumentSyntax>? arguments,
            Func<ExpressionSyntax, Known> said)
        {
            if (constructor.IsImplicitlyDeclared) return atFirst;
            if (examination.SourcesOf(constructor).FirstOrDefault()?.GetSyntax() is not ConstructorDeclarationSyntax maker) return Known.Nothing;
            ExpressionSyntax[] own = [.. Written(examination.UsesIn(maker), kept.Name).Select(target =>
                ((AssignmentExpressionSyntax)target.Parent!).Right)];
            if (own.Length > 0) return own is [var value] ? Given(value) : Known.Nothing;
            if (maker.Initializer is not { ThisOrBaseKeyword.RawKind: (int)SyntaxKind.ThisKeyword } other) return atFirst;
            return examination.ModelOf(other).GetSymbolInfo(other).Symbol is IMethodSymbol next
                ? By(next, other.ArgumentList.Arguments, Given) : Known.Nothing;

            Known Given(ExpressionSyntax value)
            {
                if (value is not IdentifierNameSyntax { Identifier.ValueText: var name }
                    || constructor.Parameters.FirstOrDefault(each =>
                        each.Name == name) is not { } parameter) return Constant(value);
                if (examination.UsesIn(maker).IsWritten(name)) return Known.Nothing;
                ArgumentSyntax? argument = arguments?.FirstOrDefault(each =>
                    Calls.Parameter(constructor, each)?.Ordinal == parameter.Ordinal);
                return argument is not null ? said(argument.Expression)
                    : parameter.HasExplicitDefaultValue ? parameter.ExplicitDefaultValue switch
                    {
                        true => Known.True,
                        false => Known.False,
                        null => parameter.Type.IsReferenceType ? Known.Null : Known.Nothing,
                        _ => Known.Nothing,
                    } : Known.Nothing;
            }
        }
    }
}
