using System;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.CodeFixes.Asynchrony;

/// <summary>Adds a using directive where the file keeps its own, in order.</summary>
internal static class Usings
{
    public static CompilationUnitSyntax Add(CompilationUnitSyntax unit, string @namespace)
    {
        if (unit.Usings.Any(u => IsOf(u, @namespace))) return unit;
        if (Keeper(unit, @namespace) is { } keeper)
        {
            return keeper.Usings.Any(u => IsOf(u, @namespace)) ? unit
                : unit.ReplaceNode(keeper, keeper.WithUsings(Inserted(keeper.Usings, @namespace, NewLine(unit))));
        }
        if (unit.Usings.Count > 0) return unit.WithUsings(Inserted(unit.Usings, @namespace, NewLine(unit)));
        // The file's first comments (a licence, say) stay first.
        SyntaxToken first = unit.GetFirstToken(includeZeroWidth: true);
        UsingDirectiveSyntax only = Directive(@namespace).WithLeadingTrivia(first.LeadingTrivia)
            .WithTrailingTrivia(NewLine(unit), NewLine(unit));
        return unit.ReplaceToken(first, first.WithLeadingTrivia()).WithUsings(SyntaxFactory.SingletonList(only));
    }

    private static UsingDirectiveSyntax Directive(string @namespace) =>
        SyntaxFactory.UsingDirective(SyntaxFactory.ParseName(@namespace))
        .WithUsingKeyword(SyntaxFactory.Token(default, SyntaxKind.UsingKeyword,
            SyntaxFactory.TriviaList(SyntaxFactory.Space)));

    // In order, and indented as the others. What stands above the first, a comment or an empty line, stays above the
    // first.
    private static SyntaxList<UsingDirectiveSyntax> Inserted(SyntaxList<UsingDirectiveSyntax> usings, string @namespace,
        SyntaxTrivia newLine)
    {
        // A static one among them says nothing of the order of the others.
        UsingDirectiveSyntax? before = usings.Where(IsInOrder).TakeWhile(u => IsBefore(u, @namespace)).LastOrDefault();
        int index = before is null ? 0 : usings.IndexOf(before) + 1;
        UsingDirectiveSyntax first = usings[0];
        SyntaxTrivia indent = SyntaxFactory.Whitespace(Indentation.Of(first));
        UsingDirectiveSyntax directive = Directive(@namespace).WithTrailingTrivia(newLine);
        return index == 0
            ? usings.Replace(first, first.WithLeadingTrivia(indent))
                .Insert(0, directive.WithLeadingTrivia(first.GetLeadingTrivia()))
            : usings.Insert(index, directive.WithLeadingTrivia(indent));
    }

    // The one namespace of the file, when all of its usings stand inside, and none of its own names could be meant
    // instead.
    private static BaseNamespaceDeclarationSyntax? Keeper(CompilationUnitSyntax unit, string @namespace)
    {
        if (unit.Usings.Count > 0 || unit.Members is not [BaseNamespaceDeclarationSyntax { Usings.Count: > 0 } only]) return null;
        return only.Name.ToString().Split('.').Contains(@namespace.Split('.')[0]) ? null : only;
    }

    private static bool IsOf(UsingDirectiveSyntax directive, string @namespace) =>
        directive.Alias is null && directive.StaticKeyword == default && directive.Name?.ToString() == @namespace;

    private static bool IsInOrder(UsingDirectiveSyntax directive) =>
        directive.GlobalKeyword != default || directive.Alias is null && directive.StaticKeyword == default;

    private static bool IsBefore(UsingDirectiveSyntax directive, string @namespace)
    {
        string name = directive.Name?.ToString() ?? "";
        if (directive.GlobalKeyword != default) return true;
        bool system = name == "System" || name.StartsWith("System.", StringComparison.Ordinal);
        bool newSystem = @namespace.StartsWith("System.", StringComparison.Ordinal);
        return system == newSystem ? string.CompareOrdinal(name, @namespace) < 0 : system;
    }

    public static SyntaxTrivia NewLine(SyntaxNode node) =>
        node.DescendantTrivia().FirstOrDefault(t => t.IsKind(SyntaxKind.EndOfLineTrivia)) is { RawKind: not 0 } found
            ? found
            : SyntaxFactory.LineFeed;
}
