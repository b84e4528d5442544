using System;
using System.Linq;
using System.Threading;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// Conversions and operators run without being named, so that each value that is handed over and each sum would have to be
/// bound to see whether one is run there. Whether any of them waits is found out first, from the few bodies that there are:
/// mostly none does.
/// </summary>
internal sealed class UnnamedCalls
{
    private static readonly string[] s_kinds = [Names.Conversion, Names.Operator];

    // Who finds out may come back here by an exemption, and is then told what names alone say.
    [ThreadStatic]
    private static bool s_isFindingOut;

    private readonly Examination _examination;
    private readonly Lazy<bool> _anyWaits;
    private readonly Lazy<bool> _anyWaitsUnseen;

    /// <param name="examination">Of the compilation.</param>
    /// <param name="waits">Whether a method comes to a wait by calls that are named.</param>
    public UnnamedCalls(Examination examination, Func<IMethodSymbol, bool> waits)
    {
        _examination = examination;
        _anyWaits = Found(() => s_kinds.Any(kind => AnyOf(kind, _ => true)));
        _anyWaitsUnseen = Found(() => AnyOf(Names.Conversion, body => body.Node is
            ConversionOperatorDeclarationSyntax { ImplicitOrExplicitKeyword.RawKind: (int)SyntaxKind.ImplicitKeyword }));

        bool AnyOf(string kind, Func<Body, bool> isMeant) => examination.Suspects.MayCall(kind)
            && (examination.IsNamedByOthers(kind)
                || examination.Outlines.DeclaredAs(kind).Any(body => isMeant(body) && Waits(body, waits)));
    }

    /// <summary>Whether a conversion or an operator of this compilation, or of another project, may wait.</summary>
    public bool AnyWaits => !s_isFindingOut && _anyWaits.Value;

    /// <summary>Whether one of them may, of which nothing is to be seen where it runs: an implicit conversion.</summary>
    public bool AnyWaitsUnseen => !s_isFindingOut && _anyWaitsUnseen.Value;

    /// <summary>Whether a name stands for what has none.</summary>
    public static bool IsOne(string name) => s_kinds.Contains(name);

    // Whoever asks for the same at the same time finds the same.
    private static Lazy<bool> Found(Func<bool> question) => new(() =>
    {
        s_isFindingOut = true;
        try
        {
            return question();
        }
        finally
        {
            s_isFindingOut = false;
        }
    }, LazyThreadSafetyMode.PublicationOnly);

    private bool Waits(Body body, Func<IMethodSymbol, bool> waits) =>
        (_examination.Suspects.MayBlock(body) || body.MayNotEnd || body.HasLambda)
        && (_examination.MethodOf(body) is not { } method || waits(method));
}
