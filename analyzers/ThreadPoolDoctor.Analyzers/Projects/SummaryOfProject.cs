using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text;
using ThreadPoolDoctor.Catalog;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// A project, or a package, that left a summary beside its assembly when it was built: a line for each method that surely blocks,
/// and for each that implements or overrides a member which others may call by. Fields are separated by tabs:
/// <code>
/// blocks  M:Shop.Orders.Load(System.Int32)  TPD003  System.IO.File  ReadAllText  File.ReadAllTextAsync  File.ReadAllText  Orders.cs  12
/// runs    M:Shop.IOrders.Load(System.Int32)  M:Shop.Orders.Load(System.Int32)
/// </code>
/// </summary>
internal sealed class SummaryOfProject : OtherProject
{
    public const string FileName = ".threadpooldoctor.summary.txt";

    private const string Blocks = "blocks";
    private const string Runs = "runs";
    private const string Heading = "# What of this assembly blocks whoever calls it, for the rules of ThreadPoolDoctor in projects that refer to it. 1";

    private readonly Dictionary<string, ForeignCall> _blocking = new(StringComparer.Ordinal);
    private readonly Dictionary<string, List<string>> _implementations = new(StringComparer.Ordinal);

    public override IEnumerable<(string Name, bool IsCall)> Names => _blocking.Keys.Select(Spelled)
        .Concat(_implementations.Where(pair => pair.Value.Any(_blocking.ContainsKey)).Select(pair => Spelled(pair.Key)));

    public static SummaryOfProject Read(string text)
    {
        SummaryOfProject summary = new();
        foreach (string line in text.Split('\n'))
        {
            string[] parts = line.TrimEnd('\r').Split('\t');
            if (parts is [Blocks, var id, var ailment, var type, var member, var twin, var way, var file, var number] && Descriptors.Find(ailment) is not null)
            {
                _ = int.TryParse(number, NumberStyles.None, CultureInfo.InvariantCulture, out int at);
                summary._blocking[id] = new ForeignCall(id, new BlockingCall(ailment, type, member, twin.Length == 0 ? null : twin), way, file, at);
            }
            else if (parts is [Runs, var implemented, var by])
            {
                if (!summary._implementations.TryGetValue(implemented, out List<string>? all)) summary._implementations.Add(implemented, all = []);
                all.Add(by);
            }
        }
        return summary;
    }

    public static string Write(IEnumerable<ForeignCall> blocking, IEnumerable<(string Implemented, string By)> implementations)
    {
        StringBuilder text = new StringBuilder(Heading).Append('\n');
        foreach (ForeignCall row in blocking.OrderBy(row => row.Id, StringComparer.Ordinal))
        {
            string[] parts = [Blocks, row.Id, row.Ailment, row.Type, row.Member, row.Twin ?? "", row.Way, System.IO.Path.GetFileName(row.File), row.Line.ToString(CultureInfo.InvariantCulture)];
            text.Append(string.Join("\t", parts)).Append('\n');
        }
        foreach ((string implemented, string by) in implementations.Distinct().OrderBy(pair => pair.Implemented + pair.By, StringComparer.Ordinal))
        {
            text.Append(Runs).Append('\t').Append(implemented).Append('\t').Append(by).Append('\n');
        }
        return text.ToString();
    }

    public override ForeignCall? Find(string id) => _blocking.TryGetValue(id, out ForeignCall? row) ? row : null;

    public override IReadOnlyList<string> ImplementationsOf(string id, string name) => _implementations.TryGetValue(id, out List<string>? all) ? all : [];

    // M:Shop.Orders.Load``1(System.Int32) is called Load, M:Shop.Orders.get_All is read as All, a constructor is called by its type.
    private static (string Name, bool IsCall) Spelled(string id)
    {
        string name = id.Split('(')[0];
        string member = Last(name);
        if (member == "#ctor") return (Last(name.Substring(0, name.Length - "#ctor".Length - 1)), true);
        bool isAccessor = member.StartsWith("get_", StringComparison.Ordinal) || member.StartsWith("set_", StringComparison.Ordinal);
        return isAccessor ? (member.Substring(4), false) : (member, true);

        static string Last(string dotted) => dotted.Substring(dotted.LastIndexOf('.') + 1).Split('`')[0];
    }
}
