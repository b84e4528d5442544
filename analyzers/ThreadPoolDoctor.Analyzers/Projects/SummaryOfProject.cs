using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using ThreadPoolDoctor.Catalog;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// A project, or a package, that left a summary beside its assembly when it was built: a line for each method that
/// surely blocks, with how sure the way there is (<see cref="WayConfidence"/>), one more where it waits for a file, and
/// for each other place in it that blocks; and lines for each that implements or overrides a member which others may
/// call by, for each whose task has ended when it is given, for each async one that gives a value task, and for each
/// delegate that a method is given of which it is known who runs it. Fields are separated by tabs:
/// <code>
/// blocks  M:Shop.Orders.Load(System.Int32)  TPD003  System.IO.File  ReadAllText  File.ReadAllTextAsync
/// File.ReadAllText  Orders.cs  12  5 file    M:Shop.Orders.Load(System.Int32) also    M:Shop.Orders.Load(System.Int32)
/// TPD002  System.Threading.Thread  Sleep  Task.Delay  Nap -> Thread.Sleep  Orders.cs  20  2?  unless null runs
/// M:Shop.IOrders.Load(System.Int32)  M:Shop.Orders.Load(System.Int32) ended   M:Shop.Orders.CountAsync async
/// M:Shop.Orders.FindAsync given   M:Shop.Retry.Twice(System.Action)  0  Inline  Queued opens   Load  call asks
/// M:Shop.Service.Find(System.Int32)  M:Shop.IOrders.Load(System.Int32)  Load  IOrders.Load item    /src/Worker.cs  11
/// 8  20  the pool thread that runs RunAsync  M:Shop.IOrders.Load(System.Int32)  Load  IOrders.Load told    Orders.cs
/// 12  System.IO.File.ReadAllText  warning
/// </code>
/// The last but one are about interfaces whose implementation is not known in the project: what they declare, which
/// methods call them, and which work items do; the last is what the build itself has told, of this project or another.
/// </summary>
internal sealed class SummaryOfProject : OtherProject
{
    public const string FileName = ".threadpooldoctor.summary.txt";

    /// <summary>Which package a summary came with, by the package's targets.</summary>
    public const string PackageKey = "build_metadata.AdditionalFiles.NuGetPackageId";

    private const string Blocks = "blocks";
    private const string Also = "also";
    private const string OfFile = "file";
    private const string Runs = "runs";
    private const string Ended = "ended";
    private const string Async = "async";
    private const string Given = "given";
    private const string Opens = "opens";
    private const string Asks = "asks";
    private const string Item = "item";
    private const string Told = "told";
    private const string Warning = "warning";
    private const string UnlessNull = "unless null";
    private const string Heading = "# What of this assembly blocks whoever calls it, for the rules of ThreadPoolDoctor in projects that refer to it. 1";

    private static readonly HashSet<string> s_ofMethods = [Blocks, Also, OfFile, Runs, Ended, Async, Given, Asks];

    private static readonly string[] s_accessors = ["get_", "set_", "add_", "remove_"];

    private readonly Dictionary<string, ForeignCall> _blocking = new(StringComparer.Ordinal);
    private readonly Dictionary<string, List<string>> _implementations = new(StringComparer.Ordinal);

    private readonly HashSet<string> _ended = new(StringComparer.Ordinal);
    private readonly HashSet<string> _async = new(StringComparer.Ordinal);
    private readonly HashSet<string> _endedNames = new(StringComparer.Ordinal);
    private readonly Dictionary<(string Id, int Ordinal), Fate> _given = [];
    private readonly Dictionary<string, List<OpenWay>> _asking = new(StringComparer.Ordinal);
    private readonly List<(string Name, bool IsCall)> _openNames = [];
    private readonly List<OpenItem> _items = [];
    private readonly ToldPlaces _told = new();

    public override IEnumerable<(string Name, bool IsCall)> Names => NamesOf(_blocking.ContainsKey).Concat(AskingNames);

    public override IEnumerable<(string Name, bool IsCall)> AskingNames => NamesOf(_asking.ContainsKey);

    // Of such methods, and of what they implement.
    private IEnumerable<(string Name, bool IsCall)> NamesOf(Func<string, bool> isOne) => _blocking.Keys.Concat(_asking.Keys).Where(isOne)
        .Concat(_implementations.Where(pair => pair.Value.Any(isOne)).Select(pair => pair.Key)).SelectMany(Spelled);

    public override IEnumerable<(string Name, bool IsCall)> OpenNames => _openNames;

    public override IReadOnlyList<OpenItem> OpenItems => _items;

    /// <summary>Whether a summary came with a package: what its build has told nobody here has seen.</summary>
    public static bool IsOfPackage(AdditionalText file, AnalyzerOptions options) =>
        options.AnalyzerConfigOptionsProvider.GetOptions(file).TryGetValue(PackageKey, out string? package)
            && package.Length > 0;

    public static SummaryOfProject Read(string text, bool isOfPackage = false)
    {
        SummaryOfProject summary = new();
        string[][] lines = [.. text.Split('\n').Select(line => line.TrimEnd('\r').Split('\t')).Where(IsReadable)];
        HashSet<string> files = new(lines.Where(parts => parts is [OfFile, _]).Select(parts => parts[1]), StringComparer.Ordinal);
        ILookup<string, ForeignCall> others = lines.Where(parts => parts[0] == Also)
            .Select(parts => Row(parts, isFile: false)).OfType<ForeignCall>().ToLookup(row => row.Id, StringComparer.Ordinal);
        foreach (string[] parts in lines)
        {
            if (parts is [Blocks, var id, ..] && Row(parts, files.Contains(id), [.. others[id]]) is { } blocking)
            {
                summary._blocking[id] = blocking;
            }
            else if (parts is [Runs, var implemented, var by])
            {
                Add(summary._implementations, implemented, by);
            }
            else if (parts is [Ended, var ended])
            {
                summary._ended.Add(ended);
                summary._endedNames.UnionWith(Spelled(ended).Select(each => each.Name.Substring(each.Name.LastIndexOf('#') + 1)));
            }
            else if (parts is [Async, var begun])
            {
                summary._async.Add(begun);
            }
            else if (parts is [Given, { } taking, var place, var runner, var kind, ..]
                && IsCount(place, out int ordinal)
                    && Enum.TryParse(runner, out Runner runs) && Enum.TryParse(kind, out WorkItemKind of))
            {
                summary._given[(taking, ordinal)] = new Fate(runs, api: parts.Length > 5 ? parts[5] : null, kind: of);
            }
            else if (parts is [Opens, var name, var use])
            {
                summary._openNames.Add((name, use == "call"));
            }
            else if (parts is [Asks, var asking, var asked, var called, var through])
            {
                Add(summary._asking, asking, new OpenWay(asked, called, through));
            }
            else if (parts is [Told, { } inFile, { } atLine, { } wait, var severity] && !isOfPackage
                && IsCount(atLine, out int line))
            {
                summary._told.Add(inFile, line, wait, severity == Warning);
            }
            else if (parts is [Item, var source, var row, var column, var length, var thread, var wanted, var simple,
                var path]
                && IsCount(row, out int y) && IsCount(column, out int x)
                    && IsCount(length, out int count) && count <= int.MaxValue - x)
            {
                summary._items.Add(new OpenItem(new OpenWay(wanted, simple, path), thread, source, y, x, count));
            }
        }
        return summary;
    }

    // A file may have been cut off, or put together by hand: what most kinds of lines begin with is a method.
    private static bool IsReadable(string[] parts) => !s_ofMethods.Contains(parts[0])
        || parts.Length > 1 && parts[1].StartsWith("M:", StringComparison.Ordinal);

    // Of what is counted there is none below zero.
    private static bool IsCount(string text, out int number) =>
        int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out number);

    // Null for what is no line of that kind.
    private static ForeignCall? Row(string[] parts, bool isFile, IReadOnlyList<ForeignCall>? others = null)
    {
        if (parts is not [_, var id, var ailment, var type, var member, var twin, var way, var file, var number, ..]
            || !Ailments.All.Any(known => known.Id == ailment)) return null;
        _ = IsCount(number, out int at);
        BlockingCall leaf = new(ailment, type, member, twin.Length == 0 ? null : twin, BlockingCalls.LastingOf(type + "." + member));
        return new ForeignCall(id, leaf, way, file, at, isFile, others,
            confidence: parts.Length > 9 ? WayConfidence.Read(parts[9]) : null,
            isUnlessNull: parts.Length > 10 && parts[10] == UnlessNull);
    }

    private static string Line(string kind, ForeignCall row) => string.Join("\t", kind, row.Id, row.Ailment, row.Type, row.Member,
        row.Twin ?? "", row.Way, System.IO.Path.GetFileName(row.File), row.Line.ToString(CultureInfo.InvariantCulture),
        (row.Confidence?.ToString() ?? "") + (row.IsUnlessNull ? "\t" + UnlessNull : ""));

    private static void Add<T>(Dictionary<string, List<T>> index, string key, T value)
    {
        if (!index.TryGetValue(key, out List<T>? all)) index.Add(key, all = []);
        all.Add(value);
    }

    public static string Write(
        IEnumerable<ForeignCall> blocking, IEnumerable<(string Implemented, string By)> implementations,
        IEnumerable<(string Name, bool IsCall)>? open = null, IEnumerable<(string Id, OpenWay Way)>? asking = null,
            IEnumerable<OpenItem>? items = null, IEnumerable<string>? ended = null,
            IEnumerable<(string Id, int Ordinal, Fate Fate)>? given = null, IEnumerable<string>? begun = null, ToldPlaces? told = null)
    {
        StringBuilder text = new StringBuilder(Heading).Append('\n');
        foreach (ForeignCall row in blocking.OrderBy(row => row.Id, StringComparer.Ordinal))
        {
            text.Append(Line(Blocks, row)).Append('\n');
            foreach (ForeignCall other in row.Others) text.Append(Line(Also, other)).Append('\n');
        }
        foreach ((string implemented, string by) in implementations.Distinct()
            .OrderBy(pair => pair.Implemented + pair.By, StringComparer.Ordinal))
        {
            text.Append(Runs).Append('\t').Append(implemented).Append('\t').Append(by).Append('\n');
        }
        // Of most the type says it: System.IO.File.
        Lines(blocking.Where(row => row.WaitsForFile && !IONamespaces.AreFiles(row.Type)).Select(row => $"{OfFile}\t{row.Id}"));
        Lines((ended ?? []).Select(id => $"{Ended}\t{id}"));
        Lines((begun ?? []).Select(id => $"{Async}\t{id}"));
        Lines((given ?? []).Select(each => string.Join("\t", Given, each.Id, each.Ordinal, each.Fate.Runner, each.Fate.Kind)
            + (each.Fate.Api is { } api ? "\t" + api : "")));
        Lines((open ?? []).Select(name => $"{Opens}\t{name.Name}\t{(name.IsCall ? "call" : "read")}"));
        Lines((asking ?? []).Select(each =>
            string.Join("\t", Asks, each.Id, each.Way.Asked, each.Way.Name, each.Way.Way)));
        Lines((items ?? []).Select(item =>
            string.Join("\t", Item, item.File, item.Line, item.Column, item.Length, item.Thread, item.Way.Asked,
            item.Way.Name, item.Way.Way)));
        Lines((told?.All ?? []).Select(place =>
            string.Join("\t", Told, place.File, place.Line, place.Wait, place.IsWarning ? Warning : "suggestion")));
        return text.ToString();

        void Lines(IEnumerable<string> lines)
        {
            foreach (string line in lines.Distinct().OrderBy(line => line, StringComparer.Ordinal)) text.Append(line)
                .Append('\n');
        }
    }

    public override ForeignCall? Find(string id) => _blocking.TryGetValue(id, out ForeignCall? row) ? row : null;

    public override bool Tells(ForeignCall call, bool isWarning) => _told.Hold(call, isWarning);

    public override bool EndsAtOnce(string id) => _ended.Contains(id);

    public override bool BeginsValueTask(string id) => _async.Contains(id);

    public override bool MayEnd(string name) => _endedNames.Contains(name);

    public override Fate FateOf(string id, int ordinal) =>
        _given.TryGetValue((id, ordinal), out Fate fate) ? fate : default;

    public override IReadOnlyList<OpenWay> OpenWaysOf(string id) =>
        _asking.TryGetValue(id, out List<OpenWay>? ways) ? ways : [];

    public override IReadOnlyList<string> ImplementationsOf(string id, string name) =>
        _implementations.TryGetValue(id, out List<string>? all) ? all : [];

    // M:Shop.Orders.Load``1(System.Int32) is called Load, M:Shop.Orders.get_All is read as All, a constructor is called
    // by its type, and what has no name in a call has one of the index.
    private static IEnumerable<(string Name, bool IsCall)> Spelled(string id)
    {
        string name = id.Split('(')[0];
        string member = Last(name);
        if (member == "#ctor")
        {
            return [(Last(name.Substring(0, name.Length - "#ctor".Length - 1)), true), (Analyzers.Names.NewWithoutName, true)];
        }
        if (member is "op_Implicit" or "op_Explicit") return [(Analyzers.Names.Conversion, true)];
        if (member.StartsWith("op_", StringComparison.Ordinal)) return [(Analyzers.Names.Operator, true)];
        string? read = s_accessors.FirstOrDefault(accessor => member.StartsWith(accessor, StringComparison.Ordinal));
        return read is null ? [(member, true)]
            : IsIndexer(read, id) ? [(Analyzers.Names.Indexer, false)] : [(member.Substring(read.Length), false)];

        // A type need not have a namespace: M:Orders.#ctor.
        static string Last(string dotted) => dotted.Substring(dotted.LastIndexOfAny(['.', ':']) + 1).Split('`')[0];
    }

    // A getter with a parameter, or a setter with one besides the value; a comma in {} is another type's.
    private static bool IsIndexer(string accessor, string id)
    {
        if (accessor == "get_") return id.Contains("(");
        int depth = 0;
        return accessor == "set_" && id.Any(c =>
        {
            depth += c is '{' or '[' ? 1 : c is '}' or ']' ? -1 : 0;
            return c == ',' && depth == 0;
        });
    }
}
