using System.Collections.Generic;
using System.Collections.Immutable;
using System.IO;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Text;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// Leaves a summary of what in this project blocks its callers where the package's build files ask for it, for the
/// projects that refer to this one. It reports nothing, and in an editor, where the source is at hand, nobody asks.
/// </summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class SummaryWriter : DiagnosticAnalyzer
{
    private const string PathKey = "build_property.ThreadPoolDoctorSummaryFile";

    /// <summary>An analyzer runs while one of its rules is on: these are what a summary speaks of.</summary>
    public override ImmutableArray<DiagnosticDescriptor> SupportedDiagnostics { get; } =
        [Descriptors.BlockingOnTask, Descriptors.Sleeping, Descriptors.BlockingIO, Descriptors.WaitingOnSignal,
            Descriptors.EndlessLoop];

    public override void Initialize(AnalysisContext context)
    {
        context.EnableConcurrentExecution();
        context.ConfigureGeneratedCodeAnalysis(GeneratedCodeAnalysisFlags.None);
        context.RegisterCompilationStartAction(Begin);
    }

    private static void Begin(CompilationStartAnalysisContext context)
    {
        if (!context.Options.AnalyzerConfigOptionsProvider.GlobalOptions.TryGetValue(PathKey, out string? path)
            || path.Length == 0) return;
        Examination examination = Examination.Of(context.Compilation, context.Options, context.CancellationToken);
        context.RegisterSemanticModelAction(file => ReadAhead(file, examination));
        context.RegisterCompilationEndAction(end => Write(end, examination, path));
    }

    // The driver has bound the file for the rules of others, and forgets it after this: at the end all would be bound
    // anew.
    private static void ReadAhead(SemanticModelAnalysisContext context, Examination examination)
    {
        SyntaxTree tree = context.SemanticModel.SyntaxTree;
        examination.Adopt(context.SemanticModel);
        Suspects open = examination.ForOpenCalls.Suspects;
        foreach (Body body in examination.OutlineOf(tree).Bodies)
        {
            context.CancellationToken.ThrowIfCancellationRequested();
            if (!body.IsMember) continue;
            foreach (var _ in GivenIn(examination, body)) { }
            if (body.LooksAwaitable)
            {
                _ = HasEnded(examination, body);
                continue;
            }
            if (open.MayBlock(body)) examination.Calls.ReadAhead(body, examination.ForOpenCalls.Calls);
            else examination.Calls.ReadAhead(body);
        }
        examination.ForOpenCalls.FindingsIn(tree, null, context.CancellationToken);
    }

    /// <summary>The lines of a compilation's summary.</summary>
    internal static string Summarize(Examination examination)
    {
        SourceOfProject project = new(examination);
        List<ForeignCall> blocking = [];
        List<(string, string)> implementations = [];
        List<(string, OpenWay)> asking = [];
        List<string> ended = [], begun = [];
        List<(string, int, Fate)> given = [];
        Suspects open = examination.ForOpenCalls.Suspects;
        HashSet<IMethodSymbol> making = new(SymbolEqualityComparer.Default);
        foreach (Body body in examination.Outlines.Outlines.SelectMany(outline => outline.Bodies))
        {
            if (!body.IsMember || body.Node is BaseTypeDeclarationSyntax) continue;
            given.AddRange(GivenIn(examination, body));
            bool mayBlock = !body.LooksAwaitable
                && (examination.Suspects.MayBlock(body) || body.MayNotEnd || body.HasLambda) && MayWait(examination, body);
            bool mayAsk = !body.LooksAwaitable && open.MayBlock(body) && MayWait(examination.ForOpenCalls, body);
            // An initialiser is part of every constructor, also of one that nobody has written.
            if (mayBlock || mayAsk) making.UnionWith(ConstructorsWith(examination, body));
            bool mayImplement = IsInDerivedType(body);
            bool hasEnded = body.LooksAwaitable && HasEnded(examination, body), isBegun = IsAsyncOfValue(body);
            if (!mayBlock && !mayAsk && !mayImplement && !hasEnded && !isBegun || examination.MethodOf(body) is not { } method
                || method.GetDocumentationCommentId() is not { } id) continue;
            if (method.MethodKind == MethodKind.Constructor)
            {
                if (mayBlock || mayAsk) making.Add(method);
                continue;
            }
            if (mayBlock && IsSeenOutside(method) && project.FollowAll(method) is { } row) blocking.Add(row);
            if (mayAsk && IsSeenOutside(method)) asking.AddRange(project.OpenWaysOf(method).Select(way => (id, way)));
            if (hasEnded) ended.Add(id);
            if (isBegun && IsSeenOutside(method)) begun.Add(id);
            if (!mayImplement) continue;
            foreach (IMethodSymbol implemented in SourceOfProject.Implemented(method))
            {
                if (!IsOfFramework(implemented) && !project.IsStandIn(method, implemented)
                    && implemented.GetDocumentationCommentId() is { } name) implementations.Add((name, id));
            }
        }
        foreach (IMethodSymbol constructor in making.Where(IsSeenOutside))
        {
            if (project.FollowAll(constructor) is { } row) blocking.Add(row);
            if (constructor.GetDocumentationCommentId() is { } id) asking.AddRange(project.OpenWaysOf(constructor).Select(way => (id, way)));
        }
        return SummaryOfProject.Write(blocking, implementations, OpenMembers.NamesIn(examination.Outlines), asking,
            ItemsThatAsk(examination), ended, given, begun, examination.Told);
    }

    private static IEnumerable<IMethodSymbol> ConstructorsWith(Examination examination, Body body) =>
        body.Node is MemberDeclarationSyntax { Parent: TypeDeclarationSyntax type } member
            && member is BaseFieldDeclarationSyntax or PropertyDeclarationSyntax { Initializer: not null }
            && !member.Modifiers.Any(SyntaxKind.StaticKeyword)
            && examination.ModelOf(type).GetDeclaredSymbol(type) is INamedTypeSymbol made ? made.InstanceConstructors : [];

    // Whether a member that others may call gives a task that has ended.
    private static bool HasEnded(Examination examination, Body body) =>
        examination.MethodOf(body) is { } method && IsSeenOutside(method) && examination.EndsAtOnce(method);

    // async ValueTask<int> FindAsync(): a name says it, for another type by that name does no harm.
    private static bool IsAsyncOfValue(Body body) => body.Node is MethodDeclarationSyntax method && method.Modifiers.Any(SyntaxKind.AsyncKeyword)
        && Names.OfType(method.ReturnType) == "ValueTask";

    // What a member that others may call does with the delegates that it is given.
    private static IEnumerable<(string Id, int Ordinal, Fate Fate)> GivenIn(Examination examination, Body body)
    {
        // Names first: without a parameter of some named type there is no delegate.
        if (body.Node is not BaseMethodDeclarationSyntax { ParameterList.Parameters: { Count: > 0 } parameters }
            || !parameters.Any(parameter => parameter.Type is NameSyntax or NullableTypeSyntax { ElementType: NameSyntax })
            || examination.MethodOf(body) is not { } method || !IsSeenOutside(method)) yield break;
        foreach (IParameterSymbol parameter in method.Parameters.Where(each => each.Type.TypeKind == TypeKind.Delegate))
        {
            if (examination.Delegates.OfGiven(method, parameter) is { Runner: not Runner.Unknown } fate
                && method.GetDocumentationCommentId() is { } id) yield return (id, parameter.Ordinal, fate);
        }
    }

    // What of this project's work items comes to an interface that others implement.
    private static IEnumerable<OpenItem> ItemsThatAsk(Examination examination) => examination.Compilation.SyntaxTrees
        .SelectMany(tree => examination.ForOpenCalls.FindingsIn(tree, null, default))
        .SelectMany(finding =>
        {
            FileLinePositionSpan place = finding.Path[0].Node.GetLocation().GetLineSpan();
            return SourceOfProject.WaysOf(finding.Path, examination.MemberAround(finding.Body)?.ContainingType).Select(way => new OpenItem(way, finding.Thread, place.Path, place.StartLinePosition.Line,
                place.StartLinePosition.Character, finding.Path[0].Node.Span.Length));
        });

    // A program is where all projects are known: it speaks for those that only know an interface.
    private static void ReportItems(CompilationAnalysisContext context, Examination examination)
    {
        foreach (OpenItem item in examination.Others.OpenItems)
        {
            if (examination.Others.Resolve(item) is not { } nearest) continue;
            // A loop is another rule's, which has no word for what else there is.
            foreach (IGrouping<bool, ForeignCall> rows in nearest.Others.Prepend(nearest)
                .Where(row => Descriptors.Find(row.Ailment) is not null && Descriptors.ConfiguredIn(
                    context.Compilation.Options, row.Ailment, file: null) != ReportDiagnostic.Suppress)
                .GroupBy(row => row.Ailment == Catalog.Ailments.EndlessLoop)) Report(context, item, [.. rows]);
        }
    }

    private static void Report(CompilationAnalysisContext context, OpenItem item, ForeignCall[] rows)
    {
        ForeignCall row = rows[0];
        DiagnosticDescriptor descriptor = Descriptors.Find(row.Ailment)!;
        LinePosition start = new(item.Line, item.Column);
        Location place = Location.Create(item.File, new TextSpan(0, item.Length),
            new LinePositionSpan(start, new(item.Line, item.Column + item.Length)));
        string remedy = row.Twin is null ? "" : $"; await {row.Twin} there, and make the calls on the way async";
        object[] words = row.Ailment == Catalog.Ailments.EndlessLoop
            ? [item.Way.Way + " -> " + row.Way, item.Thread, ""]
            : [item.Way.Way + " -> " + row.Way, item.Thread + Descriptors.MoreBehind(rows.Length - 1), remedy, ""];
        context.ReportDiagnostic(Diagnostic.Create(descriptor, place, rows.Select(PlaceOf), words));
    }

    private static Location PlaceOf(ForeignCall row)
    {
        LinePosition wait = new(System.Math.Max(row.Line - 1, 0), 0);
        return Location.Create(row.File, default, new LinePositionSpan(wait, wait));
    }

    private static void Write(CompilationAnalysisContext context, Examination examination, string path)
    {
        WriteIfChanged(path, Summarize(examination));
        if (context.Compilation.Options.OutputKind != OutputKind.DynamicallyLinkedLibrary) ReportItems(context,
            examination);
    }

    // A constructor also runs the initialisers of its type.
    private static bool MayWait(Examination examination, Body body) =>
        body.Node is ConstructorDeclarationSyntax || examination.Calls.MayWait(body);

    private static bool IsInDerivedType(Body body) =>
        body.Node.FirstAncestorOrSelf<TypeDeclarationSyntax>()?.BaseList is not null;

    private static bool IsOfFramework(IMethodSymbol method) =>
        method.ContainingNamespace is { } space && MemberNames.OfNamespace(space).Split('.')[0] == "System";

    // A type of the project's own that is internal may still be what an interface of another is implemented by.
    private static bool IsSeenOutside(IMethodSymbol method) =>
        method.DeclaredAccessibility is not Accessibility.Private
            || method.MethodKind == MethodKind.ExplicitInterfaceImplementation;

#pragma warning disable RS1035 // The build asks for this file by its path, beside the assembly that the same compiler run writes.
    private static void WriteIfChanged(string path, string text)
    {
        try
        {
            // Dependents are compiled again when it is newer.
            if (File.Exists(path) && File.ReadAllText(path) == text) return;
            Directory.CreateDirectory(Path.GetDirectoryName(path)!);
            File.WriteAllText(path, text);
        }
        catch (IOException)
        {
            // Without it the projects that refer to this one are silent about it, as they were.
        }
    }
#pragma warning restore RS1035
}
