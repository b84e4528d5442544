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

    private readonly Examination _examination;
    private readonly Lazy<bool> _anyWaits;
    private readonly Lazy<bool> _anyWaitsUnseen;

    /// <param name="examination">Of the compilation.</param>
    public UnnamedCalls(Examination examination)
    {
        _examination = examination;
        // Whoever asks for the same at the same time finds the same.
        _anyWaits = new(() => s_kinds.Any(kind => AnyOf(kind, _ => true)), LazyThreadSafetyMode.PublicationOnly);
        _anyWaitsUnseen = new(() => AnyOf(Names.Conversion, body => body.Node is
            ConversionOperatorDeclarationSyntax { ImplicitOrExplicitKeyword.RawKind: (int)SyntaxKind.ImplicitKeyword }),
            LazyThreadSafetyMode.PublicationOnly);

        bool AnyOf(string kind, Func<Body, bool> isMeant) => examination.ForNamedCalls.Suspects.MayCall(kind)
            && (examination.IsNamedByOthers(kind)
                || examination.Outlines.DeclaredAs(kind).Any(body => isMeant(body) && Waits(body)));
    }

    /// <summary>Whether a conversion or an operator of this compilation, or of another project, may wait.</summary>
    public bool AnyWaits => _anyWaits.Value;

    /// <summary>Whether one of them may, of which nothing is to be seen where it runs: an implicit conversion.</summary>
    public bool AnyWaitsUnseen => _anyWaitsUnseen.Value;

    /// <summary>Whether a name stands for what has none.</summary>
    public static bool IsOne(string name) => s_kinds.Contains(name);

    private bool Waits(Body body)
    {
        Examination named = _examination.ForNamedCalls;
        return (named.Suspects.MayBlock(body) || body.MayNotEnd || body.HasLambda)
            && (named.MethodOf(body) is not { } method || named.Calls.Waits(method));
    }
}
