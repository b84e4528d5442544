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
/// <c>[IntentionallyBlocking("reason")]</c> on the member: the rules are silent there, and the next reader knows why. The
/// attribute needs no reference: its source is added to the project once.
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

    public static async Task<Solution?> AddAsync(Document document, SyntaxNode node, CancellationToken cancellation)
    {
        if (node.Ancestors().FirstOrDefault(at => at is MemberDeclarationSyntax
            and not GlobalStatementSyntax) is not MemberDeclarationSyntax member
            || member is BaseNamespaceDeclarationSyntax) return null;
        SemanticModel model = (await document.GetSemanticModelAsync(cancellation).ConfigureAwait(false))!;
        TypeNames.TaskName name = TypeNames.Of(model, member.SpanStart, Space, "IntentionallyBlockingAttribute");
        string shown = name.Using is null ? "IntentionallyBlocking" : Space + ".IntentionallyBlocking";
        EditBook book = new();
        book.Add(new Edit(document.Id, member, EditKind.Signature,
            changed => Mark((MemberDeclarationSyntax)changed, shown)));
        Solution changed = await book.ApplyAsync(document.Project.Solution, cancellation).ConfigureAwait(false);
        List<DocumentId> found = [];
        List<string> written = [];
        foreach (Project home in document.GetLinkedDocumentIds().Select(id => changed.GetProject(id.ProjectId)!)
            .Prepend(document.Project))
        {
            if (Exists((await home.GetCompilationAsync(cancellation).ConfigureAwait(false))!, cancellation)) continue;
            DocumentId added = DocumentId.CreateNewId(home.Id);
            changed = changed.AddDocument(added, Name + ".cs",
                SourceText.From(OldSyntax(Source, model), System.Text.Encoding.UTF8));
            // The same project file for another framework finds the new file by itself.
            if (home.FilePath is { } path && written.Contains(path)) found.Add(added);
            else if (home.FilePath is not null) written.Add(home.FilePath);
        }
        Solution? safe = await SafetyNet.CheckAsync(document.Project.Solution, changed, cancellation)
            .ConfigureAwait(false);
        return safe?.RemoveDocuments([.. found]);
    }

    private static bool Exists(Compilation compilation, CancellationToken cancellation) =>
        compilation.GetSymbolsWithName(Name, SymbolFilter.Type, cancellation).Any()
            || compilation.GetTypeByMetadataName(Space + "." + Name) is not null;

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
    private static string OldSyntax(string source, SemanticModel model) =>
        model.SyntaxTree.Options is CSharpParseOptions { LanguageVersion: < LanguageVersion.CSharp10 }
            ? source.Replace("namespace ThreadPoolDoctor;\n", "namespace ThreadPoolDoctor\n{") + "}\n"
            : source;
}
