using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using ThreadPoolDoctor.Catalog;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// Locks and signals that a body has just made, and asks before anybody else may: nobody has them, and what is made set
/// or with a place left lets its maker pass. Behind that, they are anybody's.
/// </summary>
internal static class FreshSignals
{
    private const string Space = "System.Threading.";

    public static bool IsFree(Examination examination, BlockingCall row, SyntaxNode wait)
    {
        if (!row.Type.StartsWith(Space, System.StringComparison.Ordinal)
            || Receiver.Of(wait) is not IdentifierNameSyntax name
            || examination.ModelOf(name).GetSymbolInfo(name).Symbol is not ILocalSymbol { DeclaringSyntaxReferences: [{ } reference] } local
            || reference.GetSyntax() is not VariableDeclaratorSyntax { Initializer.Value: BaseObjectCreationExpressionSyntax made } declared
            || examination.ModelOf(made).GetTypeInfo(made).Type is not { } type) return false;
        return IsOpen(type.Name, made, examination.ModelOf(made)) && IsFirst(examination, declared, name);
    }

    private static bool IsOpen(string type, BaseObjectCreationExpressionSyntax made, SemanticModel model)
    {
        object? first = made.ArgumentList?.Arguments is [{ Expression: var given }, ..]
            && model.GetConstantValue(given) is { HasValue: true, Value: var said } ? said : null;
        return type switch
        {
            "ReaderWriterLockSlim" or "ReaderWriterLock" => true,
            // One with a name is another process's as well.
            "Mutex" => made.ArgumentList is null or { Arguments.Count: 0 or 1 },
            "SemaphoreSlim" or "Semaphore" => first is > 0 && made.ArgumentList!.Arguments.Count < 3,
            "ManualResetEvent" or "ManualResetEventSlim" or "AutoResetEvent" => first is true,
            "CountdownEvent" => first is 0,
            _ => false,
        };
    }

    // Nothing speaks of it between the two, and no round comes back to the wait without making it anew.
    private static bool IsFirst(Examination examination, VariableDeclaratorSyntax declared, IdentifierNameSyntax asked) =>
        examination.BodyAround(declared) is { } body && body == examination.BodyAround(asked)
        && LoopAround(declared) == LoopAround(asked)
        && !body.Node.DescendantNodes().OfType<IdentifierNameSyntax>().Any(use => use.SpanStart < asked.SpanStart
            && use.Identifier.ValueText == declared.Identifier.ValueText);

    private static SyntaxNode? LoopAround(SyntaxNode node) => node.Ancestors().FirstOrDefault(each =>
        each is WhileStatementSyntax or DoStatementSyntax or ForStatementSyntax or CommonForEachStatementSyntax
            || Outline.IsBody(each));
}
