using System;
using System.Linq;
using System.Threading;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// Conversions and operators run without being named, so that each value that is handed over and each sum would have to
/// be bound to see whether one is run there. Whether any of them waits is found out first, from the few bodies that
/// there are: mostly none does. Where one does, the names say in which bodies a value of its type may stand.
/// </summary>
internal sealed class UnnamedCalls
{
    private static readonly string[] s_kinds = [Names.Conversion, Names.Operator];

    private readonly Examination _examination;
    private readonly Lazy<Body[]> _waiting;
    private readonly Lazy<PlacesOfTypes> _all;
    private readonly Lazy<PlacesOfTypes> _unseen;

    /// <param name="examination">Of the compilation.</param>
    public UnnamedCalls(Examination examination)
    {
        _examination = examination;
        // Whoever asks for the same at the same time finds the same.
        _waiting = new(() => [.. s_kinds.Where(examination.ForNamedCalls.Suspects.MayCall)
            .SelectMany(examination.Outlines.DeclaredAs).Where(Waits)], LazyThreadSafetyMode.PublicationOnly);
        _unseen = new(() => PlacesOf([.. _waiting.Value.Where(IsUnseen)], Names.Conversion),
            LazyThreadSafetyMode.PublicationOnly);
        _all = new(() => _waiting.Value.All(IsUnseen) && !examination.IsNamedByOthers(Names.Operator) ? _unseen.Value
            : PlacesOf(_waiting.Value, s_kinds), LazyThreadSafetyMode.PublicationOnly);
    }

    /// <summary>Whether a conversion or an operator of this compilation, or of another project, may wait.</summary>
    public bool AnyWaits => !_all.Value.IsEmpty;

    /// <summary>Where one of them may run.</summary>
    public PlacesOfTypes Places => _all.Value;

    /// <summary>Where one of them may run of which nothing is to be seen there: an implicit conversion.</summary>
    public PlacesOfTypes UnseenPlaces => _unseen.Value;

    /// <summary>Whether a name stands for what has none.</summary>
    public static bool IsOne(string name) => s_kinds.Contains(name);

    private static bool IsUnseen(Body body) => body.Node is
        ConversionOperatorDeclarationSyntax { ImplicitOrExplicitKeyword.RawKind: (int)SyntaxKind.ImplicitKeyword };

    // Either side of a conversion, and one of an operator, is of the type that declares it.
    private PlacesOfTypes PlacesOf(Body[] waiting, params string[] kinds)
    {
        if (kinds.Any(kind => _examination.ForNamedCalls.Suspects.MayCall(kind)
            && _examination.IsNamedByOthers(kind))) return PlacesOfTypes.Everywhere(_examination.Outlines);
        string?[] types = [.. waiting.Select(body => body.Node.Parent).Select(type =>
            (type as BaseTypeDeclarationSyntax)?.Identifier.ValueText)];
        return types.Any(string.IsNullOrEmpty) ? PlacesOfTypes.Everywhere(_examination.Outlines)
            : new PlacesOfTypes(_examination.Outlines, types!);
    }

    private bool Waits(Body body)
    {
        Examination named = _examination.ForNamedCalls;
        return (named.Suspects.MayBlock(body) || body.MayNotEnd || body.HasLambda)
            && (named.MethodOf(body) is not { } method || named.Calls.Waits(method));
    }
}
