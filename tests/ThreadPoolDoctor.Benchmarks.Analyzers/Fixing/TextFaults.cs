using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Text;

namespace ThreadPoolDoctor.Benchmarks.Analyzers.Fixing;

/// <summary>
/// What is wrong with a change that a compiler does not see: comments, directives, line ends and white space.
/// </summary>
internal static class TextFaults
{
    private delegate string? Check(string before, string after, SyntaxNode old, SyntaxNode now, LineDiff diff);

    // What a line that comes has to do with a fix: lines far from what is cured have no business to change. To be read,
    // not believed.
    private static readonly string[] s_expected = ["wait", "sync", "Task", "using", "ancel", "_ =", "Thread", "ThreadPoolDoctor", "IntentionallyBlocking", "return;", "Semaphore", "try", "finally"];

    private static readonly (string Name, bool IsSure, Check Find)[] s_checks =
    [
        ("comment lost", true, (_, _, old, now, _) => Lost(Comments(old), Comments(now))),
        ("directive lost", true, (_, _, old, now, _) => Lost(Directives(old), Directives(now))),
        ("line ends mixed", true, (before, after, _, _, _) => IsMixed(after) && !IsMixed(before) ? "both kinds" : null),
        ("last line end", true, (before, after, _, _, _) => before.Length > 0 && before[^1] == '\n' != (after[^1] == '\n') ? "changed" : null),
        ("white space alone", false, (_, _, _, _, diff) => WhiteSpace(diff)),
        ("unexpected line", false, (_, _, _, _, diff) => diff.Added.FirstOrDefault(line => !IsExpected(line, diff))?.Trim()),
        ("comma first", false, (_, _, _, _, diff) => diff.Removed.Any(IsCommaFirst) ? null : diff.Added.FirstOrDefault(IsCommaFirst)?.Trim()),
        ("trailing space", true, (_, _, _, _, diff) => Trailing(diff)),
    ];

    // return Task.FromResult(x) that becomes return x has none of the words left: what remains of a line that had one
    // is expected too.
    private static bool IsExpected(string line, LineDiff diff) =>
        !line.Any(char.IsLetterOrDigit) || HasWord(line) || diff.Removed.Any(removed => HasWord(removed) && IsLeftOf(Bare(line), Bare(removed)));

    private static bool HasWord(string line) => s_expected.Any(word => line.Contains(word, StringComparison.Ordinal));

    private static bool IsLeftOf(string rest, string whole)
    {
        int at = 0;
        foreach (char c in whole)
        {
            if (at < rest.Length && rest[at] == c) at++;
        }
        return at == rest.Length;
    }

    /// <param name="before">What was there.</param>
    /// <param name="after">What a fix made of it.</param>
    /// <param name="onlySure">Leaves out what is to be read, as it may be right.</param>
    public static async Task<IEnumerable<string>> InAsync(Document before, Document after, bool onlySure = false)
    {
        SourceText text = await before.GetTextAsync(), changed = await after.GetTextAsync();
        LineDiff diff = new(text, changed);
        string old = text.ToString(), now = changed.ToString();
        SyntaxNode oldRoot = (await before.GetSyntaxRootAsync())!, newRoot = (await after.GetSyntaxRootAsync())!;
        return [.. s_checks.Where(check => check.IsSure || !onlySure).Select(check => check.Find(old, now, oldRoot, newRoot, diff) is { } fault ? $"{check.Name}: {fault}" : null).OfType<string>()];
    }

    private static string? Lost(IEnumerable<string> old, IEnumerable<string> now)
    {
        List<string> lost = [.. old];
        foreach (string kept in now) lost.Remove(kept);
        return lost is [] ? null : lost[0];
    }

    // Words alone: one may turn from // into /* */.
    private static IEnumerable<string> Comments(SyntaxNode root) => root.DescendantTrivia()
        .Where(trivia => trivia.Kind() is SyntaxKind.SingleLineCommentTrivia or SyntaxKind.MultiLineCommentTrivia or SyntaxKind.DisabledTextTrivia)
        .Select(trivia => trivia.ToString().Trim('/', '*', ' ', '\t', '\r', '\n'));

    private static IEnumerable<string> Directives(SyntaxNode root) => root.DescendantTrivia().Where(trivia => trivia.IsDirective).Select(trivia => trivia.ToString().Trim());

    private static bool IsMixed(string text)
    {
        int all = text.Count(c => c == '\n'), windows = text.Split("\r\n").Length - 1;
        return windows > 0 && windows < all;
    }

    private static string? WhiteSpace(LineDiff diff)
    {
        Dictionary<string, string> removed = [];
        foreach (string line in diff.Removed) removed[Bare(line)] = line;
        return diff.Added.FirstOrDefault(line => Bare(line).Length > 0 && removed.ContainsKey(Bare(line)))?.Trim();
    }

    private static string? Trailing(LineDiff diff)
    {
        return diff.Removed.Any(HasTrailing) ? null : diff.Added.FirstOrDefault(HasTrailing)?.Trim();
    }

    private static bool IsCommaFirst(string line) => line.TrimStart().StartsWith(',');

    private static bool HasTrailing(string line) => line.TrimEnd('\r', '\n') is { Length: > 0 } text && text[^1] is ' ' or '\t';

    private static string Bare(string line) => string.Concat(line.Where(c => !char.IsWhiteSpace(c)));
}
