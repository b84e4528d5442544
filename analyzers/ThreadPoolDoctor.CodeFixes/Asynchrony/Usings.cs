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
        if (Keeper(unit, @namespace) is { } keeper) return unit.ReplaceNode(keeper, AddInside(keeper, @namespace));
        SyntaxTrivia newLine = NewLine(unit);
        UsingDirectiveSyntax directive = SyntaxFactory.UsingDirective(SyntaxFactory.ParseName(@namespace))
            .WithUsingKeyword(SyntaxFactory.Token(default, SyntaxKind.UsingKeyword, SyntaxFactory.TriviaList(SyntaxFactory.Space)))
            .WithTrailingTrivia(newLine);
        if (unit.Usings.Count == 0)
        {
            // The file's first comments (a licence, say) stay first.
            SyntaxToken first = unit.GetFirstToken(includeZeroWidth: true);
            directive = directive.WithLeadingTrivia(first.LeadingTrivia).WithTrailingTrivia(newLine, newLine);
            return unit.ReplaceToken(first, first.WithLeadingTrivia()).WithUsings(SyntaxFactory.SingletonList(directive));
        }
        int index = unit.Usings.TakeWhile(u => IsBefore(u, @namespace)).Count();
        if (index == 0)
        {
            UsingDirectiveSyntax old = unit.Usings[0];
            directive = directive.WithLeadingTrivia(old.GetLeadingTrivia());
            return unit.WithUsings(unit.Usings.Replace(old, old.WithLeadingTrivia()).Insert(0, directive));
        }
        return unit.WithUsings(unit.Usings.Insert(index, directive));
    }

    // The one namespace of the file, when all of its usings stand inside, and none of its own names could be meant instead.
    private static BaseNamespaceDeclarationSyntax? Keeper(CompilationUnitSyntax unit, string @namespace)
    {
        if (unit.Usings.Count > 0 || unit.Members is not [BaseNamespaceDeclarationSyntax { Usings.Count: > 0 } only]) return null;
        return only.Name.ToString().Split('.').Contains(@namespace.Split('.')[0]) ? null : only;
    }

    private static BaseNamespaceDeclarationSyntax AddInside(BaseNamespaceDeclarationSyntax keeper, string @namespace)
    {
        if (keeper.Usings.Any(u => IsOf(u, @namespace))) return keeper;
        int index = keeper.Usings.TakeWhile(u => IsBefore(u, @namespace)).Count();
        UsingDirectiveSyntax like = keeper.Usings[Math.Max(0, index - 1)];
        UsingDirectiveSyntax directive = SyntaxFactory.UsingDirective(SyntaxFactory.ParseName(@namespace))
            .WithUsingKeyword(SyntaxFactory.Token(default, SyntaxKind.UsingKeyword, SyntaxFactory.TriviaList(SyntaxFactory.Space)))
            .WithLeadingTrivia(index == 0 ? like.GetLeadingTrivia() : SyntaxFactory.TriviaList(SyntaxFactory.Whitespace(Indentation.Of(like))))
            .WithTrailingTrivia(NewLine(keeper));
        SyntaxList<UsingDirectiveSyntax> usings = keeper.Usings;
        // What stands above the first, a comment or an empty line, stays above the first.
        if (index == 0) usings = usings.Replace(like, like.WithLeadingTrivia(SyntaxFactory.Whitespace(Indentation.Of(like))));
        return keeper.WithUsings(usings.Insert(index, directive));
    }

    private static bool IsOf(UsingDirectiveSyntax directive, string @namespace) =>
        directive.Alias is null && directive.StaticKeyword == default && directive.Name?.ToString() == @namespace;

    private static bool IsBefore(UsingDirectiveSyntax directive, string @namespace)
    {
        string name = directive.Name?.ToString() ?? "";
        if (directive.GlobalKeyword != default) return true;
        if (directive.Alias is not null || directive.StaticKeyword != default) return false;
        bool system = name == "System" || name.StartsWith("System.", StringComparison.Ordinal);
        bool newSystem = @namespace.StartsWith("System.", StringComparison.Ordinal);
        return system == newSystem ? string.CompareOrdinal(name, @namespace) < 0 : system;
    }

    public static SyntaxTrivia NewLine(SyntaxNode node) =>
        node.DescendantTrivia().FirstOrDefault(t => t.IsKind(SyntaxKind.EndOfLineTrivia)) is { RawKind: not 0 } found
            ? found
            : SyntaxFactory.LineFeed;
}
