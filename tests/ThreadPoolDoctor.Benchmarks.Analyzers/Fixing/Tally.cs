using Microsoft.CodeAnalysis;

namespace ThreadPoolDoctor.Benchmarks.Analyzers.Fixing;

/// <summary>What a sweep has come to, printed at its end as tables.</summary>
internal sealed class Tally
{
    private readonly SortedDictionary<string, int> _found = new(StringComparer.Ordinal);
    private readonly SortedDictionary<string, (int Offered, int Applied, int Faulty)> _offers = new(StringComparer.Ordinal);
    private readonly List<(string Kind, string Where)> _faults = [];
    private readonly List<(string Reason, string Where)> _uncured = [];

    public int Faults => _faults.Count;

    public void Found(Diagnostic finding) => _found[finding.Id] = _found.GetValueOrDefault(finding.Id) + 1;

    public void Offered(string key, bool applied, IReadOnlyCollection<string> faults, string where)
    {
        (int offered, int done, int faulty) = _offers.GetValueOrDefault(key);
        _offers[key] = (offered + 1, done + (applied ? 1 : 0), faulty + (faults.Count > 0 ? 1 : 0));
        foreach (string fault in faults) Fault(fault, $"{key} {where}");
    }

    public void Fault(string fault, string where) => _faults.Add((fault, where));

    public void Uncured(string reason, string where) => _uncured.Add((reason, where));

    public void Print()
    {
        Console.WriteLine($"\nfindings examined: {_found.Values.Sum()} ({string.Join(", ", _found.Select(pair => $"{pair.Key} {pair.Value}"))})");
        Console.WriteLine($"\n{"action",-22}{"offered",9}{"applied",9}{"faulty",9}");
        foreach ((string key, (int offered, int applied, int faulty)) in _offers) Console.WriteLine($"{key,-22}{offered,9}{applied,9}{faulty,9}");
        Print("faults", _faults.Select(fault => (Kind(fault.Kind), $"{fault.Where}: {fault.Kind}")), 20);
        Print("without a cure by await", _uncured.Select(each => (Reason(each.Reason), $"{each.Where}: {each.Reason}")), 3);
    }

    private static void Print(string title, IEnumerable<(string Group, string Text)> rows, int sample)
    {
        (string Group, string Text)[] all = [.. rows];
        Console.WriteLine($"\n{title}: {all.Length}");
        foreach (IGrouping<string, (string Group, string Text)> group in all.GroupBy(row => row.Group).OrderByDescending(group => group.Count()))
        {
            Console.WriteLine($"{group.Count(),5} {group.Key}");
            foreach ((string _, string text) in group.Take(sample)) Console.WriteLine($"        {text}");
        }
    }

    // "CS1061 in Orders.cs: ..." is of the kind CS1061, "comment lost: ..." of its own.
    private static string Kind(string fault) => fault.Split([" in ", ": "], 2, StringSplitOptions.None)[0];

    // Names apart, the same reason.
    private static string Reason(string reason) => System.Text.RegularExpressions.Regex.Replace(reason, "'[^']*'", "'...'").Split(" in ")[0];
}
