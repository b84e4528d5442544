using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;
using ThreadPoolDoctor.CodeFixes.Asynchrony;
using ThreadPoolDoctor.CodeFixes.Fixing;

namespace ThreadPoolDoctor.CodeFixes.Offers;

/// <summary>
/// <c>[IntentionallyBlocking("reason")]</c> on the member: the rules are silent there, and the next reader knows why.
/// The attribute needs no reference: its source is added to the project once.
/// </summary>
internal static class IntentionalMark
{
    private const string Space = "ThreadPoolDoctor";
    private const string Name = "IntentionallyBlockingAttribute";

    private const string Source = """
        namespace ThreadPoolDoctor;

        /// <summary>This code blocks its thread on purpose: ThreadPoolDoctor's rules are silent about it.</summary>
        [System.AttributeUsage(System.AttributeTargets.All)]
        internal sealed class IntentionallyBlockingAttribute : System.Attribute
        {
            public IntentionallyBlockingAttribute(string reason) => Reason = reason;

            public string Reason { get; }
        }

        """;

    private sealed record Marked(Document Document, MemberDeclarationSyntax Member, string Shown);

    public static async Task<Solution?> AddAsync(Solution solution, IReadOnlyList<Place> places,
        CancellationToken cancellation)
    {
        List<Marked> marks = [];
        foreach (Place place in places)
        {
            if (place.Node.Ancestors().FirstOrDefault(at => at is MemberDeclarationSyntax and not GlobalStatementSyntax)
                is not MemberDeclarationSyntax member || member is BaseNamespaceDeclarationSyntax) continue;
            SemanticModel model = (await place.Document.GetSemanticModelAsync(cancellation).ConfigureAwait(false))!;
            TypeNames.TaskName name = TypeNames.Of(model, member.SpanStart, Space, Name);
            marks.Add(new(place.Document, member,
                name.Using is null ? "IntentionallyBlocking" : Space + ".IntentionallyBlocking"));
        }
        return marks.Count == 0 ? null : WithoutTwins(solution, await Repair.ApplyAsync(solution, marks,
            together => ApplyAsync(solution, together, cancellation), cancellation).ConfigureAwait(false));
    }

    private static async Task<Solution?> ApplyAsync(Solution solution, IReadOnlyCollection<Marked> marks,
        CancellationToken cancellation)
    {
        EditBook book = new();
        foreach (Marked mark in marks) book.Add(new Edit(mark.Document.Id, mark.Member, EditKind.Signature,
            changed => Mark((MemberDeclarationSyntax)changed, mark.Shown)));
        Solution changed = await book.ApplyAsync(solution, cancellation).ConfigureAwait(false);
        HashSet<ProjectId> homes = [.. marks.Select(mark => mark.Document).SelectMany(document =>
            document.GetLinkedDocumentIds().Append(document.Id)).Select(id => id.ProjectId)];
        // In this order, as who refers to a project may see its internals.
        foreach (ProjectId home in solution.GetProjectDependencyGraph().GetTopologicallySortedProjects(cancellation)
            .Where(homes.Contains))
        {
            Project project = changed.GetProject(home)!;
            Compilation compilation = (await project.GetCompilationAsync(cancellation).ConfigureAwait(false))!;
            if (Exists(compilation, cancellation)) continue;
            changed = changed.AddDocument(DocumentId.CreateNewId(home), Name + ".cs",
                SourceText.From(InSyntaxOf(project), System.Text.Encoding.UTF8));
        }
        return changed;
    }

    // The same project file for another framework finds the new file by itself.
    private static Solution? WithoutTwins(Solution before, Solution? after) => after?.RemoveDocuments(
        [.. after.GetChanges(before).GetProjectChanges().SelectMany(project => project.GetAddedDocuments())
            .GroupBy(added => after.GetProject(added.ProjectId)!.FilePath ?? added.ProjectId.Id.ToString())
            .SelectMany(twins => twins.Skip(1))]);

    // One of a project that this one refers to is of no use where it is internal.
    private static bool Exists(Compilation compilation, CancellationToken cancellation) =>
        compilation.GetSymbolsWithName(Name, SymbolFilter.Type, cancellation).Any()
            || compilation.GetTypeByMetadataName(Space + "." + Name) is { } type
                && compilation.IsSymbolAccessibleWithin(type, compilation.Assembly);

    private static MemberDeclarationSyntax Mark(MemberDeclarationSyntax member, string name)
    {
        string newLine = Usings.NewLine(member).ToString();
        string indent = Indentation.Of(member);
        // Parsed rather than built, so that comments before the member stay before the attribute.
        SyntaxTriviaList leading = member.GetLeadingTrivia();
        AttributeListSyntax list = ((ClassDeclarationSyntax)SyntaxFactory.ParseMemberDeclaration($"[{name}(\"why it has to block\")]{newLine}class C;")!).AttributeLists[0]
            .WithLeadingTrivia(leading).WithTrailingTrivia(SyntaxFactory.EndOfLine(newLine), SyntaxFactory.Whitespace(indent));
        MemberDeclarationSyntax bare = member.WithoutLeadingTrivia();
        return bare.WithAttributeLists(bare.AttributeLists.Insert(0, list));
    }

    // File-scoped namespaces are C# 10.
    private static string InSyntaxOf(Project project) =>
        project.ParseOptions is CSharpParseOptions { LanguageVersion: < LanguageVersion.CSharp10 }
            ? Source.Replace("namespace ThreadPoolDoctor;\n", "namespace ThreadPoolDoctor\n{") + "}\n"
            : Source;
}
