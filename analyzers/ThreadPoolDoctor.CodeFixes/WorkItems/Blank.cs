using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using ThreadPoolDoctor.CodeFixes.Asynchrony;

namespace ThreadPoolDoctor.CodeFixes.WorkItems;

/// <summary>
/// Whether <c>_</c> is the name of something where a task would be discarded, so that nothing can be.
/// </summary>
internal static class Blank
{
    private const string Name = "_";

    // Looking the name up would bind every lambda around; reading them is enough.
    public static bool IsVariable(WorkItem item) => item.Call.Ancestors().Any(at => at switch
    {
        SimpleLambdaExpressionSyntax lambda => Is(lambda.Parameter.Identifier) && !TakesAnything(item, lambda),
        // Of several that are called so each is discarded.
        ParenthesizedLambdaExpressionSyntax lambda =>
            lambda.ParameterList.Parameters.Count(each => Is(each.Identifier)) == 1,
        AnonymousMethodExpressionSyntax { ParameterList: { } parameters } => Has(parameters),
        BaseMethodDeclarationSyntax method => Has(method.ParameterList),
        LocalFunctionStatementSyntax local => Has(local.ParameterList),
        BlockSyntax block => block.Statements.Any(Declares),
        SwitchSectionSyntax section => section.Statements.Any(Declares),
        CompilationUnitSyntax file =>
            file.Members.OfType<GlobalStatementSyntax>().Any(each => Declares(each.Statement)),
        ForEachStatementSyntax each => Is(each.Identifier),
        ForStatementSyntax loop => Declares(loop.Declaration),
        UsingStatementSyntax used => Declares(used.Declaration),
        CatchClauseSyntax { Declaration: { } caught } => Is(caught.Identifier),
        TypeDeclarationSyntax type =>
            item.Model.GetDeclaredSymbol(type) is INamedTypeSymbol own && !own.GetMembers(Name).IsEmpty,
        _ => false,
    });

    // The state of an item that nobody looks at: a task may as well be assigned to it, and is discarded when that item
    // is cured, too.
    private static bool TakesAnything(WorkItem item, SimpleLambdaExpressionSyntax lambda) =>
        item.Model.GetDeclaredSymbol(lambda.Parameter) is IParameterSymbol { Type.SpecialType: SpecialType.System_Object }
        && !lambda.Body.DescendantTokens().Any(token => Is(token) && token.Parent is IdentifierNameSyntax);

    private static bool Has(ParameterListSyntax list) => list.Parameters.Any(each => Is(each.Identifier));

    private static bool Declares(StatementSyntax statement) =>
        statement is LocalDeclarationStatementSyntax local && Declares(local.Declaration);

    private static bool Declares(VariableDeclarationSyntax? declaration) =>
        declaration?.Variables.Any(each => Is(each.Identifier)) == true;

    private static bool Is(SyntaxToken name) => name.ValueText == Name;
}
