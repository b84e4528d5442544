using System.Text;
using System.Text.RegularExpressions;
using Microsoft.CodeAnalysis.CSharp;

namespace ThreadPoolDoctor.Benchmarks.Analyzers.Adversary;

/// <summary>
/// Writes a program by chance from the productions of <see cref="Grammar"/>; the same seed gives the same program. Not
/// every one compiles: a variable that a production offers may be one that a lambda in it cannot capture, say.
/// </summary>
internal sealed partial class ProgramWriter
{
    private const int DeepestNesting = 7;

    // What stands in the program itself: each of them has its share, or the first would have all.
    private const int Parts = 4;

    private readonly Random _random;
    private readonly StringBuilder _members = new(), _types = new();
    private readonly int _ofEachPart;

    // Whether members are for all and types stand beside the class, or all is the class's own.
    private readonly bool _isOpen;
    private readonly LanguageVersion _version;
    private int _left, _number;

    private ProgramWriter(int seed, int size, LanguageVersion version)
    {
        _version = version;
        _random = new(seed);
        _ofEachPart = size / Parts;
        _isOpen = _random.Next(2) == 0;
    }

    /// <summary>The text of the program with this seed, of about <paramref name="size"/> productions.</summary>
    public static string Write(int seed, int size, LanguageVersion version = LanguageVersion.Preview)
    {
        ProgramWriter writer = new(seed, size, version);
        string program = writer.Expand("program", new([], CanAwait: true), depth: 0);
        int end = program.LastIndexOf('}');
        return Layout.Of(program[..end] + writer._members + program[end..] + writer._types);
    }

    // What may be used at a place.
    private readonly record struct Scope(string[] Variables, bool CanAwait);

    private string Expand(string name, Scope scope, int depth)
    {
        if (name == "access") return _isOpen ? "internal" : "private";
        if (name is "var" or "written") return Variable(scope, name == "written");
        if (depth <= 1) _left = _ofEachPart;
        string[] all = Grammar.Productions[name];
        string chosen = Choose(all, scope, depth);
        _left--;
        string[] parts = chosen.Replace("#", (++_number).ToString()).Split("@@");
        // A member stands in another scope, where nothing of this one can be used.
        for (int i = 1; i < parts.Length; i++)
        {
            bool isType = parts[i].StartsWith("@ static class") || (_isOpen && parts[i].StartsWith('@'));
            (isType ? _types : _members).Append('\n').Append(Fill(parts[i].TrimStart('@'), new([], CanAwait: false), depth)).Append('\n');
        }
        return Fill(parts[0].Trim(), scope, depth);
    }

    private string Choose(string[] all, Scope scope, int depth)
    {
        // Where none fits, as in an old version, the draw would go on for ever.
        if (!all.Any(Fits)) return all[0];
        while (_left > 0 && depth < DeepestNesting)
        {
            string production = all[_random.Next(all.Length)];
            if (Fits(production)) return production;
        }
        return all[0];

        bool Fits(string production) => Versions.Has(_version, production)
            && (scope.CanAwait || !production.Contains("await ") || production.Contains("async "));
    }

    private string Fill(string text, Scope scope, int depth)
    {
        text = Tasks().Replace(text, task => Ending(task.Groups["task"].Value, scope.CanAwait));
        return Holes().Replace(text, hole =>
        {
            string[] variables = hole.Groups["variables"].Value.Split(',', StringSplitOptions.RemoveEmptyEntries);
            bool canAwait = hole.Groups["await"].Value switch { "!" => false, "~" => true, _ => scope.CanAwait };
            return Expand(hole.Groups["name"].Value, new([.. scope.Variables, .. variables], canAwait), depth + 1);
        });
    }

    private string Ending(string task, bool canAwait) => _random.Next(canAwait ? 4 : 2) switch
    {
        0 => task + ".Result",
        1 => task + ".GetAwaiter().GetResult()",
        _ => $"(await {task})",
    };

    private string Variable(Scope scope, bool written)
    {
        string[] fit = [.. scope.Variables.Where(name => !written || name[0] == 'v')];
        return fit is [] ? "s_field" : fit[_random.Next(fit.Length)];
    }

    [GeneratedRegex("«async»(?<task>.*?)«end»", RegexOptions.Singleline)]
    private static partial Regex Tasks();

    [GeneratedRegex("«(?<name>[a-z]+)(?<await>[!~]?)(?::(?<variables>[a-z0-9,]+))?»")]
    private static partial Regex Holes();
}
