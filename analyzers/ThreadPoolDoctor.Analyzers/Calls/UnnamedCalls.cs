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
/// mostly none does. Where one does, the names say in which bodies a value of its type may stand.
/// </summary>
internal sealed class UnnamedCalls
{
    private static readonly string[] s_kinds = [Names.Conversion, Names.Operator];

    private readonly Examination _examination;
    private readonly Lazy<PlacesOfTypes> _all;
    private readonly Lazy<PlacesOfTypes> _unseen;

    /// <param name="examination">Of the compilation.</param>
    public UnnamedCalls(Examination examination)
    {
        _examination = examination;
        // Whoever asks for the same at the same time finds the same.
        _all = new(() => PlacesOf(_ => true, s_kinds), LazyThreadSafetyMode.PublicationOnly);
        _unseen = new(() => PlacesOf(body => body.Node is
            ConversionOperatorDeclarationSyntax { ImplicitOrExplicitKeyword.RawKind: (int)SyntaxKind.ImplicitKeyword }, Names.Conversion),
            LazyThreadSafetyMode.PublicationOnly);
    }

    /// <summary>Whether a conversion or an operator of this compilation, or of another project, may wait.</summary>
    public bool AnyWaits => !_all.Value.IsEmpty;

    /// <summary>Where one of them may run.</summary>
    public PlacesOfTypes Places => _all.Value;

    /// <summary>Where one of them may run of which nothing is to be seen there: an implicit conversion.</summary>
    public PlacesOfTypes UnseenPlaces => _unseen.Value;

    /// <summary>Whether a name stands for what has none.</summary>
    public static bool IsOne(string name) => s_kinds.Contains(name);

    // Either side of a conversion, and one of an operator, is of the type that declares it.
    private PlacesOfTypes PlacesOf(Func<Body, bool> isMeant, params string[] kinds)
    {
        kinds = [.. kinds.Where(_examination.ForNamedCalls.Suspects.MayCall)];
        OutlineIndex outlines = _examination.Outlines;
        if (kinds.Any(_examination.IsNamedByOthers)) return PlacesOfTypes.Everywhere(outlines);
        SyntaxNode?[] types = [.. kinds.SelectMany(outlines.DeclaredAs).Where(body => isMeant(body) && Waits(body))
            .Select(body => body.Node.Parent)];
        string[] names = [.. types.OfType<BaseTypeDeclarationSyntax>().Select(type => type.Identifier.ValueText)];
        return names.Length < types.Length || names.Contains("") ? PlacesOfTypes.Everywhere(outlines)
            : new PlacesOfTypes(outlines, names);
    }

    private bool Waits(Body body)
    {
        Examination named = _examination.ForNamedCalls;
        return (named.Suspects.MayBlock(body) || body.MayNotEnd || body.HasLambda)
            && (named.MethodOf(body) is not { } method || named.Calls.Waits(method));
    }
}
