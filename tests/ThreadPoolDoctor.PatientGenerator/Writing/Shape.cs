namespace ThreadPoolDoctor.PatientGenerator.Writing;

/// <summary>Code that contains a statement, and how a work item reaches it.</summary>
/// <param name="Members">Members of the class.</param>
/// <param name="Call">The statement that runs it; an int named id is in scope.</param>
/// <param name="Method">Its method's plain name; null when <paramref name="Call"/> is the statement itself.</param>
internal sealed record Shaped(string Members, string Call, string? Method);

/// <summary>What a shape is written from.</summary>
/// <param name="Class">The full name of the class that the members will stand in.</param>
/// <param name="Verb">A name for the method.</param>
/// <param name="Body">The lines of the statement, already marked.</param>
/// <param name="Attribute">Empty, or an attribute that keeps the method out of its callers.</param>
internal sealed record Raw(string Class, string Verb, string Body, string Attribute, Random Random);

/// <summary>A shape in which a person may have written a blocking call.</summary>
internal sealed record Shape(string Name, Func<Raw, Shaped> Write)
{
    /// <summary>Needs a class of its own, for its members carry fixed names.</summary>
    public static readonly Shape[] All =
    [
        new("direct", raw => new("", raw.Body, null)),
        new("helper", raw => new(
            $"{raw.Attribute}internal static int {raw.Verb}(int id)\n{{\n{raw.Body}\nreturn id;\n}}",
            $"{raw.Verb}(id);", $"{raw.Class}.{raw.Verb}")),
        new("instance", raw => new(
            $"private readonly int _id = 7;\n{raw.Attribute}internal int {raw.Verb}(string name)\n{{\n{raw.Body}\nreturn _id + name.Length;\n}}",
            $"new {raw.Class}().{raw.Verb}(\"n\" + id);", $"{raw.Class}.{raw.Verb}")),
        new("chain", Chain),
        new("recursion", raw => new(
            $"{raw.Attribute}internal static int {raw.Verb}(int depth)\n{{\nif (depth > 0) return {raw.Verb}(depth - 1) + 1;\n{raw.Body}\nreturn depth;\n}}",
            $"{raw.Verb}({raw.Random.Next(5, 60)});", $"{raw.Class}.{raw.Verb}")),
        new("local-function", raw => new(
            $"{raw.Attribute}internal static int Handle(int id)\n{{\nreturn {raw.Verb}() + 1;\n\nint {raw.Verb}()\n{{\n{raw.Body}\nreturn id;\n}}\n}}",
            "Handle(id);", $"{raw.Verb} in {raw.Class}.Handle")),
        new("lambda", raw => new(
            $"{raw.Attribute}internal static int Handle(int id)\n{{\nFunc<int, int> step = number =>\n{{\n{raw.Body}\nreturn number;\n}};\nreturn step(id);\n}}",
            "Handle(id);", $"lambda in {raw.Class}.Handle")),
        new("query", raw => new(
            $"{raw.Attribute}internal static int Handle(int id)\n{{\nreturn Enumerable.Range(id, 1).Select(number =>\n{{\n{raw.Body}\nreturn number;\n}}).ToList().Count;\n}}",
            "Handle(id);", $"lambda in {raw.Class}.Handle")),
        new("generic-method", raw => new(
            $"{raw.Attribute}internal static string {raw.Verb}<TKey>(TKey key)\n{{\n{raw.Body}\nreturn key + \"\";\n}}",
            raw.Random.Next(2) == 0 ? $"{raw.Verb}(id);" : $"{raw.Verb}(\"k\" + id);", $"{raw.Class}.{raw.Verb}")),
        new("generic-type", raw => new(
            $"internal sealed class Cache<TItem>\n{{\n{raw.Attribute}internal TItem {raw.Verb}(TItem item)\n{{\n{raw.Body}\nreturn item;\n}}\n}}",
            raw.Random.Next(2) == 0 ? $"new Cache<int>().{raw.Verb}(id);" : $"new Cache<string>().{raw.Verb}(\"k\" + id);",
            $"{raw.Class}.Cache.{raw.Verb}")),
        new("async-method", raw => new(
            $"internal static async Task<int> {raw.Verb}Async(int id)\n{{\nawait Task.Yield();\n{raw.Body}\nreturn id;\n}}",
            $"_ = {raw.Verb}Async(id);", $"{raw.Class}.{raw.Verb}Async")),
        new("async-before-await", raw => new(
            $"internal static async Task<int> {raw.Verb}Async(int id)\n{{\n{raw.Body}\nawait Task.Yield();\nreturn id;\n}}",
            $"_ = {raw.Verb}Async(id);", $"{raw.Class}.{raw.Verb}Async")),
        new("iterator", raw => new(
            $"internal static IEnumerable<int> {raw.Verb}(int id)\n{{\nyield return 0;\n{raw.Body}\nyield return id;\n}}",
            $"foreach (int row in {raw.Verb}(id)) GC.KeepAlive(row);", $"{raw.Class}.{raw.Verb}")),
        new("iterator-to-list", raw => new(
            $"internal static IEnumerable<int> {raw.Verb}(int id)\n{{\n{raw.Body}\nyield return id;\n}}",
            $"_ = {raw.Verb}(id).ToList();", $"{raw.Class}.{raw.Verb}")),
        new("property", raw => new(
            $"internal static int {raw.Verb}ed\n{{\nget\n{{\n{raw.Body}\nreturn 1;\n}}\n}}",
            $"_ = {raw.Verb}ed;", $"{raw.Class}.{raw.Verb}ed.get")),
        new("constructor", raw => new(
            $"internal sealed class Row\n{{\ninternal Row(int id)\n{{\n{raw.Body}\nId = id;\n}}\n\ninternal int Id {{ get; }}\n}}",
            "_ = new Row(id).Id;", $"new {raw.Class}.Row")),
        new("operator", raw => new(
            $"internal sealed record Sum(int Value)\n{{\npublic static Sum operator +(Sum left, Sum right)\n{{\n{raw.Body}\nreturn new(left.Value + right.Value);\n}}\n}}",
            "_ = new Sum(id) + new Sum(1);", $"{raw.Class}.Sum.operator +")),
        new("disposed", raw => new(
            $"internal sealed class Lease(int id) : IDisposable\n{{\n{raw.Attribute}public void Dispose()\n{{\n{raw.Body}\n_ = id;\n}}\n}}",
            "using (Lease lease = new(id)) GC.KeepAlive(lease);", $"{raw.Class}.Lease.Dispose")),
        new("interface", raw => new(
            $"internal interface IStore\n{{\nint {raw.Verb}(int id);\n}}\n\ninternal sealed class Store : IStore\n{{\n{raw.Attribute}public int {raw.Verb}(int id)\n{{\n{raw.Body}\nreturn id;\n}}\n}}\n\nprivate static readonly IStore s_store = new Store();",
            $"s_store.{raw.Verb}(id);", $"{raw.Class}.Store.{raw.Verb}")),
        new("override", raw => new(
            $"internal abstract class Step\n{{\npublic abstract void {raw.Verb}(int id);\n}}\n\ninternal sealed class SlowStep : Step\n{{\npublic override void {raw.Verb}(int id)\n{{\n{raw.Body}\n}}\n}}\n\nprivate static readonly Step s_step = new SlowStep();",
            $"s_step.{raw.Verb}(id);", $"{raw.Class}.SlowStep.{raw.Verb}")),
        new("finally", raw => new(
            $"{raw.Attribute}internal static int {raw.Verb}(int id)\n{{\ntry\n{{\nreturn id;\n}}\nfinally\n{{\n{raw.Body}\n}}\n}}",
            $"{raw.Verb}(id);", $"{raw.Class}.{raw.Verb}")),
    ];

    public const string Library = "library";

    private static Shaped Chain(Raw raw)
    {
        int depth = raw.Random.Next(2, 7);
        List<string> members = [];
        for (int i = 0; i < depth; i++)
        {
            string next = i + 1 == depth ? raw.Verb : $"Pass{i + 2}";
            members.Add($"internal static int Pass{i + 1}(int id) => {next}(id) + 1;");
        }
        members.Add($"{raw.Attribute}internal static int {raw.Verb}(int id)\n{{\n{raw.Body}\nreturn id;\n}}");
        return new(string.Join("\n\n", members), "Pass1(id);", $"{raw.Class}.{raw.Verb}");
    }
}
