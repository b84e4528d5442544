using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using ThreadPoolDoctor.Catalog;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>Whether what a call waits for is a file: of these it is known that they come within milliseconds.</summary>
internal static class LocalFiles
{
    private static readonly string[] s_opening = ["Open", "OpenRead", "OpenWrite", "OpenText", "Create", "CreateText", "AppendText"];

    // Of another project's it is not told what they are given: mostly a path.
    private static readonly string[] s_documents = ["System.Xml.Linq.XDocument", "System.Xml.Linq.XElement", "System.Xml.XmlDocument"];

    private static readonly string[] s_taking = ["FileStream", "StreamReader", "StreamWriter"];

    private const int MaxWrappers = 6;

    /// <param name="examination">Of the compilation.</param>
    /// <param name="wait">The call.</param>
    /// <param name="callers">The calls by which it is come to, where they are known: they tell what is handed
    /// over.</param>
    public static bool Is(Examination examination, CallSite wait, Callers? callers = null)
    {
        if (wait.Row is not { Ailment: Ailments.BlockingIO } row) return false;
        if (IONamespaces.AreFiles(row.Type)) return true;
        if (row is ForeignCall foreign) return foreign.WaitsForFile || s_documents.Contains(row.Type);
        if (IONamespaces.AreFiles(MemberNames.OfType(wait.Target.ContainingType))) return true;
        // document.Save(path), XDocument.Load(path)
        if (row.Type.StartsWith("System.Xml.", System.StringComparison.Ordinal)
            && wait.Target.Parameters.FirstOrDefault()?.Type.SpecialType == SpecialType.System_String) return true;
        return IsByPath(wait.Target) || IsGivenFile(examination, wait.Node, callers, MaxWrappers);
    }

    // Image.Load(path), document.Save(fileName): a library's own, unless it speaks of something far.
    private static bool IsByPath(IMethodSymbol called) =>
        called.Parameters.FirstOrDefault() is { Type.SpecialType: SpecialType.System_String, Name: "path" or "filePath" or "fileName" or "filename" or "file" }
        && (called.Name.StartsWith("Load", System.StringComparison.Ordinal)
            || called.Name.StartsWith("Save", System.StringComparison.Ordinal))
        && !Endpoints.IsWire(called.ContainingType);

    // new StreamReader(new GZipStream(File.OpenRead(path), ...)): whatever is around a file waits for the file.
    private static bool IsGivenFile(Examination examination, SyntaxNode call, Callers? callers, int wrappers) =>
        (Calls.ArgumentsOf(call)?.Arguments.Select(argument => argument.Expression) ?? []).Prepend(Receiver.Of(call))
            .Any(read => read is not null && IsReader(examination.ModelOf(read).GetTypeInfo(read).Type)
                && Given(examination, read, callers).Append<(ExpressionSyntax Value, Callers? From)>((read, callers)).Any(each => IsMadeOfFile(examination, each.Value, each.From, wrappers))) == true;

    // A stream, or what a library makes over one: a reader or writer of rows.
    private static bool IsReader(ITypeSymbol? type) => Endpoints.IsStreamLike(type) || type is not null
        && !Endpoints.IsWire(type)
        && (type.Name.EndsWith("Reader", System.StringComparison.Ordinal)
            || type.Name.EndsWith("Writer", System.StringComparison.Ordinal));

    // Read(file): the parameter is given the local that was opened, by this caller or by all.
    private static IEnumerable<(ExpressionSyntax Value, Callers? From)> Given(Examination examination, ExpressionSyntax value, Callers? callers) =>
        callers is not null && examination.ModelOf(value).GetSymbolInfo(value).Symbol is IParameterSymbol parameter && callers.Giving(examination, parameter) is { } giving
            ? giving.ArgumentFor(parameter) is { } argument ? [(argument, giving.Before)] : []
            : Origins.Of(examination, value).Select(each => (each, callers));

    // new StreamWriter(path), File.OpenRead(path), new FileInfo(path).Create()
    private static bool IsMadeOfFile(Examination examination, ExpressionSyntax value, Callers? callers, int wrappers) =>
        IsFileByType(examination, value)
        || examination.ModelOf(value).GetSymbolInfo(value).Symbol is IMethodSymbol made
        && ((made.MethodKind == MethodKind.Constructor
            ? IsGivenPath(made)
            : s_opening.Contains(made.Name) && IONamespaces.AreFiles(MemberNames.OfType(made.ContainingType)))
            || wrappers > 0 && value is BaseObjectCreationExpressionSyntax or InvocationExpressionSyntax
                && IsGivenFile(examination, value, callers, wrappers - 1))
        || wrappers > 0 && Before(examination, value, callers).Any(before => IsMadeOfFile(examination, before.Value, before.From, wrappers - 1));

    // (FileStream)upload: whoever has opened it.
    private static bool IsFileByType(Examination examination, ExpressionSyntax value) =>
        examination.ModelOf(value).GetTypeInfo(value).Type is { Name: "FileStream" } type
        && MemberNames.OfNamespace(type.ContainingNamespace) == "System.IO";

    private static IEnumerable<(ExpressionSyntax Value, Callers? From)> Before(Examination examination, ExpressionSyntax value, Callers? callers) => value switch
    {
        IdentifierNameSyntax => Given(examination, value, callers),
        AwaitExpressionSyntax awaited => [(Awaiting.TaskOf(awaited.Expression), callers)],
        InvocationExpressionSyntax call => examination.Calls.Returned(call).Select(each => (each, callers)),
        _ => [],
    };

    // new StreamWriter(path), and a writer of the program's own that hands it to such a base: Report(string path) :
    // base(path)
    private static bool IsGivenPath(IMethodSymbol constructor) =>
        constructor.Parameters is [{ Type.SpecialType: SpecialType.System_String } path, ..]
        && (s_taking.Contains(constructor.ContainingType.Name)
            || constructor.ContainingType.SelfAndBases().Any(type => s_taking.Contains(type.Name))
                && constructor.DeclaringSyntaxReferences.Select(each => each.GetSyntax()).OfType<ConstructorDeclarationSyntax>()
                    .Any(made => made.Initializer is { RawKind: (int)SyntaxKind.BaseConstructorInitializer, ArgumentList.Arguments: [var first, ..] }
                        && first.Expression is IdentifierNameSyntax handed && handed.Identifier.ValueText == path.Name));
}
