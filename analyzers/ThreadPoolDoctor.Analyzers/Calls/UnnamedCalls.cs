using System;
using System.Linq;
using System.Threading;
using Microsoft.CodeAnalysis;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// Conversions and operators run without being named, so that each value that is handed over and each sum would have to be
/// bound to see whether one is run there. Whether any of them waits is found out first, from the few bodies that there are:
/// mostly none does.
/// </summary>
internal sealed class UnnamedCalls
{
    private static readonly string[] s_kinds = [Names.Conversion, Names.Operator];

    private readonly Examination _examination;
    private readonly Lazy<bool> _anyWaits;

    /// <param name="examination">Of the compilation.</param>
    /// <param name="waits">Whether a method comes to a wait by calls that are named.</param>
    public UnnamedCalls(Examination examination, Func<IMethodSymbol, bool> waits)
    {
        _examination = examination;
        // Whoever asks for the same at the same time finds the same.
        _anyWaits = new(() => s_kinds.Any(examination.Suspects.MayCall) && (s_kinds.Any(examination.IsNamedByOthers)
                || s_kinds.SelectMany(examination.Outlines.DeclaredAs).Any(body => Waits(body, waits))),
            LazyThreadSafetyMode.PublicationOnly);
    }

    /// <summary>Whether a conversion or an operator of this compilation, or of another project, may wait.</summary>
    public bool AnyWaits => _anyWaits.Value;

    /// <summary>Whether a name stands for what has none.</summary>
    public static bool IsOne(string name) => s_kinds.Contains(name);

    private bool Waits(Body body, Func<IMethodSymbol, bool> waits) =>
        (_examination.Suspects.MayBlock(body) || body.MayNotEnd || body.HasLambda)
        && (_examination.MethodOf(body) is not { } method || waits(method));
}
