using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// This part looks at what an object was made with: <c>new Frames(client.GetStream())</c> keeps the stream in a field,
/// and what it writes to that goes over the connection.
/// </summary>
internal static partial class Endpoints
{
    // A connection, where somebody makes the class with one, and nobody with a file or with memory: nothing else is
    // told of what others keep.
    private static Endpoint OfKept(Examination examination, ExpressionSyntax expression, ISymbol? symbol,
        Callers? callers, int depth, Walk walk)
    {
        if (symbol is not IFieldSymbol { IsStatic: false }
            || Origins.Of(examination, expression).ToArray() is not [IdentifierNameSyntax given]
            || examination.ModelOf(given).GetSymbolInfo(given).Symbol is not IParameterSymbol
            {
                ContainingSymbol: IMethodSymbol { MethodKind: MethodKind.Constructor } constructor,
            } parameter
            || !walk.Kept.Add((parameter, callers))) return Endpoint.Unknown;
        bool isFar = false;
        foreach ((BaseObjectCreationExpressionSyntax made, Callers? from)
            in MadeOnWay(examination, constructor, callers) ?? examination.CreationsOf(constructor).Select(each => (each, (Callers?)null)))
        {
            if (made.ArgumentList?.Arguments.FirstOrDefault(argument =>
                Calls.Parameter(constructor, argument)?.Ordinal == parameter.Ordinal)
                is not { } argument) return Endpoint.Unknown;
            Endpoint end = Of(examination, argument.Expression, from, depth + 1, walk);
            if (end == Endpoint.Memory || walk.MeetsFile) return Endpoint.Unknown;
            isFar |= end == Endpoint.Device;
        }
        return isFar ? Endpoint.Device : Endpoint.Unknown;
    }

    // Where the object was made that is called on this way; null where the way does not tell.
    private static IEnumerable<(BaseObjectCreationExpressionSyntax Made, Callers? From)>? MadeOnWay(
        Examination examination, IMethodSymbol constructor, Callers? callers)
    {
        for (Callers? at = callers; at is not null && at != Callers.Anyone && !at.IsAnybody; at = at.Before)
        {
            if (Receiver.Of(at.Site.Node) is not { } receiver
                || receiver is ThisExpressionSyntax or BaseExpressionSyntax || at.Site.Target.IsStatic) continue;
            Callers? before = at.Before;
            BaseObjectCreationExpressionSyntax[] made = [.. Origins.Of(examination, receiver).Prepend(receiver)
                .OfType<BaseObjectCreationExpressionSyntax>()
                .Where(each => Calls.Target(examination.ModelOf(each), each) is { } target
                    && SymbolEqualityComparer.Default.Equals(target.OriginalDefinition, constructor.OriginalDefinition))];
            return made.Length > 0 ? made.Distinct().Select(each => (each, before)) : null;
        }
        return null;
    }
}
