using System.Text.RegularExpressions;

namespace ThreadPoolDoctor.Benchmarks.Analyzers.Damaged;

/// <summary>What can be wrong with the files and settings that a person, another build or a doctor left.</summary>
internal static partial class FileDamages
{
    private static readonly string[] s_numbers = ["-1", "-2147483648", "2147483647", "2147483648", "0", "1e99",
        "NaN", "", "x", "1.5"];

    private static readonly string[] s_values =
        ["", " ", "-1", "9999999999", "0", "64", "true", "false", "all", "none", "error", "work_item", "T:", "M:",
        ":", "M:System.Threading.Thread.Sleep(System.Int32)", "System.Threading.Thread", "`", "T:A`1{", "\0",
        "((("];

    private static readonly string[] s_keys =
    [
        "threadpooldoctor.call_depth", "threadpooldoctor.trusted", "threadpooldoctor.pair_by_name",
        "threadpooldoctor.report", "threadpooldoctor.report_at",
        "threadpooldoctor.evidence_severity", "threadpooldoctor.fix_public_api",
        "build_property.ThreadPoolDoctorIsBuild",
    ];

    private static readonly string[] s_ids = ["M:", "#ctor", "M:#ctor", "M:A(", "M:A.B``1(", "M:A.B({", "T:A`",
        "M:A.B(``0,", "!", "", "M:..", "P:A.Item(", "M:A.B~", "M:A.B(System.Int32[0:,", "M:`1.B"];

    private delegate string Change(string text, Random random);

    private static readonly (string Name, Change Change)[] s_all =
    [
        ("character deleted", (text, random) => text.Remove(random.Next(text.Length), 1)),
        ("character doubled", (text, random) => random.Next(text.Length) is var at
            ? text.Insert(at, text[at].ToString()) : text),
        ("cut off", (text, random) => text[..random.Next(text.Length)]),
        ("number", (text, random) => One(Number(), text, random, _ => s_numbers[random.Next(s_numbers.Length)])),
        ("field deleted", (text, random) => One(Field(), text, random, _ => "")),
        ("field doubled", (text, random) => One(Field(), text, random, field => field + "\t" + field)),
        ("field of another", (text, random) =>
            One(Field(), text, random, _ => Field().Matches(text) is { Count: > 0 } all
                ? all[random.Next(all.Count)].Value : "")),
        ("id", (text, random) => One(Id(), text, random, _ => s_ids[random.Next(s_ids.Length)])),
        ("piece of an id", (text, random) => One(Id(), text, random, id => id.Remove(random.Next(id.Length), 1))),
        ("line doubled", (text, random) => One(Line(), text, random, line => line + "\n" + line)),
        ("nested", (text, random) =>
            text.Insert(random.Next(text.Length), new string(random.Next(2) == 0 ? '[' : '{', 5_000))),
    ];

    public static (string Name, string Text) Apply(string text, Random random)
    {
        if (text.Length == 0) return ("nothing left", text);
        (string name, Change change) = s_all[random.Next(s_all.Length)];
        return (name, change(text, random));
    }

    public static KeyValuePair<string, string> Setting(Random random) =>
        new(s_keys[random.Next(s_keys.Length)], s_values[random.Next(s_values.Length)]);

    private static string One(Regex pattern, string text, Random random, Func<string, string> change)
    {
        if (pattern.Matches(text) is not { Count: > 0 } all) return text;
        Match match = all[random.Next(all.Count)];
        return text[..match.Index] + change(match.Value) + text[(match.Index + match.Length)..];
    }

    [GeneratedRegex(@"\b\d+\b")]
    private static partial Regex Number();

    [GeneratedRegex(@"[^\t\n]+")]
    private static partial Regex Field();

    [GeneratedRegex(@"[MTP]:[^\t\n"" ]+")]
    private static partial Regex Id();

    [GeneratedRegex(@"[^\n]+")]
    private static partial Regex Line();
}
