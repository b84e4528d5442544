using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// Channels that take whatever is written to them at once: they have no bound, or drop something when they are full.
/// What <c>WriteAsync</c> gives has then ended.
/// </summary>
internal static class NeverFull
{
    private const string Channels = "System.Threading.Channels";
    private const int MaxSteps = 6;

    /// <summary>Whether a method by this name may be one that writes to a channel.</summary>
    public static bool MayTake(string name) => name is "WriteAsync" or "WaitToWriteAsync";

    /// <summary>Whether a call writes to such a channel, as far as its making can be seen.</summary>
    public static bool Takes(Examination examination, InvocationExpressionSyntax call, IMethodSymbol target) =>
        MayTake(target.Name) && target.ContainingType.Name == "ChannelWriter" && IsOfChannels(target)
            && Receiver.Of(call) is { } writer && IsNeverFull(examination, writer, MaxSteps);

    private static bool IsNeverFull(Examination examination, ExpressionSyntax channel, int steps)
    {
        if (steps == 0) return false;
        ISymbol? symbol = examination.ModelOf(channel).GetSymbolInfo(channel).Symbol;
        switch (channel)
        {
            case InvocationExpressionSyntax made when symbol is IMethodSymbol making && IsOfChannels(making):
                return making.Name.StartsWith("CreateUnbounded", System.StringComparison.Ordinal)
                    || making.Name == "CreateBounded" && made.ArgumentList.Arguments is [{ Expression: var options }, ..]
                        && Drops(examination, options);
            // channel.Writer
            case MemberAccessExpressionSyntax access when symbol is not null && IsOfChannels(symbol):
                return IsNeverFull(examination, access.Expression, steps - 1);
            default:
                if (symbol is null || MayBeSetElsewhere(symbol)) return false;
                ExpressionSyntax[] given = [.. Origins.Of(examination, channel)];
                return given.Length > 0 && given.All(value => IsNeverFull(examination, value, steps - 1));
        }
    }

    // new BoundedChannelOptions(100) { FullMode = BoundedChannelFullMode.DropOldest }
    private static bool Drops(Examination examination, ExpressionSyntax options)
    {
        ExpressionSyntax[] made = [.. Origins.Of(examination, options)];
        return made.Length > 0 && made.All(value => value is BaseObjectCreationExpressionSyntax { Initializer.Expressions: var set }
            && set.OfType<AssignmentExpressionSyntax>().Any(each => each.Left.ToString() == "FullMode"
                && each.Right is MemberAccessExpressionSyntax { Name.Identifier.ValueText: var mode }
                && mode.StartsWith("Drop", System.StringComparison.Ordinal)));
    }

    // Of a type only its own source is looked at for what its members are given.
    private static bool MayBeSetElsewhere(ISymbol symbol) => symbol switch
    {
        IFieldSymbol field => !field.IsReadOnly && field.DeclaredAccessibility != Accessibility.Private,
        IPropertySymbol property => property.SetMethod is { DeclaredAccessibility: not Accessibility.Private },
        _ => false,
    };

    private static bool IsOfChannels(ISymbol symbol) =>
        MemberNames.OfNamespace(symbol.ContainingType.ContainingNamespace) == Channels;
}
