using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Benchmarks.Analyzers.Damaged;

/// <summary>
/// What there is to be damaged: the files under a folder, and the programs in the raw strings of tests, which are
/// about one thing each. Texts of one file belong together: the layers of a program stand beside each other.
/// </summary>
internal sealed class Corpus
{
    private const int Longest = 20_000, Shortest = 60;

    private readonly List<IReadOnlyList<string>> _programs = [], _files = [];

    public int Count => _programs.Count + _files.Count;

    /// <summary>
    /// Texts that belong together; a file of a program seldom has what the rules speak of, a test has.
    /// </summary>
    public IReadOnlyList<string> Draw(Random random)
    {
        const int FilesInTen = 2;
        List<IReadOnlyList<string>> from = _programs.Count == 0 || _files.Count > 0 && random.Next(10) < FilesInTen
            ? _files : _programs;
        return from[random.Next(from.Count)];
    }

    public static Corpus Under(string folder)
    {
        Corpus corpus = new();
        foreach (string file in Directory.EnumerateFiles(folder, "*.cs", SearchOption.AllDirectories)
            .Where(path => !path.Contains("/obj/") && !path.Contains("/bin/")).Order(StringComparer.Ordinal))
        {
            string text = File.ReadAllText(file);
            string[] programs = [.. Programs(text)];
            if (programs.Length > 0) corpus._programs.Add(programs);
            if (text.Length is > Shortest and < Longest) corpus._files.Add([text]);
        }
        return corpus.Count > 0 ? corpus : throw new ArgumentException($"no text under {folder}");
    }

    // [|marks|] say where a test expects something.
    private static IEnumerable<string> Programs(string text) =>
        CSharpSyntaxTree.ParseText(text).GetRoot().DescendantTokens()
        .Where(token => token.IsKind(SyntaxKind.MultiLineRawStringLiteralToken)
            && token.Parent is LiteralExpressionSyntax)
        .Select(token => token.ValueText.Replace("[|", "").Replace("|]", ""))
        .Where(program => program.Length is > Shortest and < Longest && program.Contains('{'));
}
