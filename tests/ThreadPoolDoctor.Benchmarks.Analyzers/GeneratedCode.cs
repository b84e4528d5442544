using System.Text;

namespace ThreadPoolDoctor.Benchmarks.Analyzers;

/// <summary>
/// Files of what programs are made of, some 250 lines each: mostly neither async nor blocking, some of both; in every
/// tenth file something holds a pool thread.
/// </summary>
internal static class GeneratedCode
{
    private const int LinesPerFile = 250;

    public static string[] Files(int lines) => [.. Enumerable.Range(0, Math.Max(1, lines / LinesPerFile)).Select(File)];

    /// <summary>
    /// One file that holds the classes of many; its numbers begin where those of no program's files are.
    /// </summary>
    public static string Large(int lines) => Usings + string.Concat(Enumerable.Range(100_000, Math.Max(1, lines / LinesPerFile)).Select(Part));

    private static string File(int number) => Usings + Part(number);

    /// <summary>
    /// An interpreter: methods that call each other in all directions, and wait only when they are told to, which none
    /// of the work items tells them. Every way has to be looked at, and none is open.
    /// </summary>
    public static string Entangled(int lines)
    {
        const int LinesPerMethod = 12;
        int methods = Math.Max(1, lines / LinesPerMethod);
        StringBuilder text = new(Usings + "namespace Generated.Entangled\n{\npublic class Interpreter\n{\n");
        for (int i = 0; i < methods; i++)
        {
            text.Append($$"""
                public async Task RunAsync{{i}}(object node) { await Task.Yield(); Visit{{i}}(node, false); }
                private void Visit{{i}}(object node, bool wait)
                {
                    if (wait) Thread.Sleep(5);
                    switch (node)
                    {
                        case int: Visit{{(i * 7 + 1) % methods}}(node, wait); break;
                        case string text: if (text.Length > {{i}}) Visit{{(i * 13 + 3) % methods}}(text, wait); else Visit{{(i * 3 + 2) % methods}}(node, false); break;
                        case object[] all: foreach (object each in all) Visit{{(i * 31 + 5) % methods}}(each, wait); break;
                        default: Visit{{(i + 1) % methods}}(node, wait); break;
                    }
                }

                """);
        }
        return text.Append("}\n}\n").ToString();
    }

    private const string Usings =
        "using System; using System.Collections.Generic; using System.IO; using System.Linq; using System.Text; using System.Threading; using System.Threading.Tasks;\n";

    private static string Part(int number)
    {
        StringBuilder text = new($$"""
            namespace Generated.Part{{number}}
            {
            public interface IStore{{number}} { string Get(int id); Task<string> GetAsync(int id, CancellationToken token); int Count { get; } }
            public sealed record Item{{number}}(int Id, string Name, decimal Price);

            """);
        for (int i = 0; i < 6; i++)
        {
            text.Append($$"""
                public class Service{{number}}_{{i}}
                {
                    private readonly Dictionary<int, Item{{number}}> _items = new();
                    private readonly IStore{{number}} _store;
                    public Service{{number}}_{{i}}(IStore{{number}} store) { _store = store; }
                    public int Count => _items.Count;
                    public Item{{number}}? Find(int id) { if (_items.TryGetValue(id, out var item)) return item; return null; }
                    public decimal Sum(IEnumerable<int> ids)
                    {
                        decimal sum = 0;
                        foreach (int id in ids)
                        {
                            var item = Find(id);
                            if (item is null) continue;
                            sum += item.Price * (id % 2 == 0 ? 1.1m : 0.9m);
                        }
                        return sum;
                    }
                    public string Describe()
                    {
                        var text = new StringBuilder();
                        foreach (var group in _items.Values.GroupBy(item => item.Name).OrderBy(group => group.Key))
                        {
                            text.Append(group.Key).Append(": ").Append(group.Count()).AppendLine();
                        }
                        return text.ToString();
                    }
                    public async Task<int> LoadAsync(int[] ids, CancellationToken token)
                    {
                        int loaded = 0;
                        foreach (int id in ids)
                        {
                            string name = await _store.GetAsync(id, token);
                            _items[id] = new Item{{number}}(id, name, id * 1.5m);
                            loaded++;
                        }
                        {{(number % 10 == 0 ? "Thread.Sleep(5);" : "await Task.Delay(5, token);")}}
                        return loaded + Count;
                    }
                    public void Save(string path) { foreach (var item in _items.Values) { Console.WriteLine(item.Name + path); } }
                }

                """);
        }
        return text.Append("}\n").ToString();
    }
}
