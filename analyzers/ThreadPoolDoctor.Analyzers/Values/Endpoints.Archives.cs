using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// This part looks at what stands in an archive: it is read where the stream of the archive is, unless that cannot go
/// back, as that of a response. Then the archive has been read into memory as a whole.
/// </summary>
internal static partial class Endpoints
{
    // An archive that is written goes out as it is made.
    private static bool IsReadWhole(SemanticModel model, ExpressionSyntax made) =>
        made is BaseObjectCreationExpressionSyntax
        && model.GetSymbolInfo(made).Symbol is IMethodSymbol { ContainingType.Name: "ZipArchive" }
        && !Calls.ArgumentsOf(made)!.Arguments.Any(argument =>
            Names.OfInvoked(argument.Expression) is "Create" or "Update");

    // archive.Entries.First(...).Open() ends where the archive does; so does what a loop over its entries opens.
    private static Endpoint OfArchive(Examination examination, ExpressionSyntax entry, Callers? callers, int depth, Walk walk)
    {
        ExpressionSyntax archive = entry;
        while (true)
        {
            switch (archive)
            {
                case InvocationExpressionSyntax call: archive = call.Expression; break;
                case MemberAccessExpressionSyntax access: archive = access.Expression; break;
                case ElementAccessExpressionSyntax element: archive = element.Expression; break;
                case PostfixUnaryExpressionSyntax forgiven: archive = forgiven.Operand; break;
                case IdentifierNameSyntax name when LoopOver(examination,
                    name) is { } entries:
                    archive = entries; break;
                default:
                    return Of(examination, archive, callers, depth + 1, walk) is var end and not Endpoint.Unknown ? end
                    : Endpoint.Memory;
            }
        }
    }

    private static ExpressionSyntax? LoopOver(Examination examination, IdentifierNameSyntax variable) =>
        examination.ModelOf(variable).GetSymbolInfo(variable).Symbol is ILocalSymbol { DeclaringSyntaxReferences: [{ } declared] } && declared.GetSyntax() is ForEachStatementSyntax loop ? loop.Expression : null;
}
