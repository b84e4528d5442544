namespace ThreadPoolDoctor.Analyzers.Tests;

/// <summary>Of a group that is empty until somebody puts tasks into it, none is waited for where nobody did.</summary>
public sealed class EmptyGroupTests
{
    private const string Sum = "return all.Select(each => each.Result).Sum();";

    [Theory]
    [InlineData("var all = new List<Task<int>>(); if (asks) { foreach (int id in ids) { all.Add(Load(id)); } await Task.WhenAll(all); } " + Sum)]
    [InlineData("List<Task<int>> all = new(5); if (asks) { all.Add(Load(5)); await Task.WhenAll(all).ConfigureAwait(false); } " + Sum)]
    [InlineData("List<Task<int>> all = []; if (!asks) return 5; if (ids.Length > 0) { all.AddRange(ids.Select(Load)); await Task.WhenAll(all); } " + Sum)]
    [InlineData("Task<int>[] all = []; if (asks) { all = [Load(5), Load(6)]; await Task.WhenAll(all); } " + Sum)]
    [InlineData("var all = Array.Empty<Task<int>>(); if (asks) { all = ids.Select(Load).ToArray(); await Task.WhenAll(all); } int sum = 0; foreach (var each in all) sum += each.Result; return sum;")]
    [InlineData("var all = new Task<int>[0]; if (asks) { all = new[] { Load(5) }; await Task.WhenAll(all); } " + Sum)]
    [InlineData("var all = new Dictionary<int, Task<int>>(); if (asks) { foreach (int id in ids) all[id] = Load(id); await Task.WhenAll(all.Values); } int sum = 0; foreach (var each in all) sum += each.Value.Result; return sum;")]
    [InlineData("var all = new List<Task<int>>(); switch (ids.Length) { case 5: all.Add(Load(5)); await Task.WhenAll(all); break; case 6: return 6; } " + Sum)]
    [InlineData("var all = new List<Task<int>>(); try { all.Add(Load(5)); } finally { await Task.WhenAll(all); } " + Sum)]
    [InlineData("var all = new List<Task<int>>(); all.Add(Load(5)); await Task.WhenAny(all); all.Clear(); " + Sum)]
    public Task Nobody_waits_for_no_task(string body) => Examine.Silent(Around(body));

    private const string Loud = "return all.Select(each => [|each.Result|]).Sum();";

    [Theory]
    [InlineData("var all = new List<Task<int>>(); if (asks) { all.Add(Load(5)); await Task.WhenAll(all); } else all.Add(Load(6)); " + Loud)]
    [InlineData("var all = new List<Task<int>>(); foreach (int id in ids) all.Add(Load(id)); if (asks) await Task.WhenAll(all); " + Loud)]
    [InlineData("var all = new List<Task<int>>(); Fill(all); if (asks) { all.Add(Load(5)); await Task.WhenAll(all); } " + Loud)]
    [InlineData("var all = new List<Task<int>>(); all.Put(); if (asks) { all.Add(Load(5)); await Task.WhenAll(all); } " + Loud)]
    [InlineData("var all = new List<Task<int>>(); Action<int> add = id => all.Add(Load(id)); add(5); if (asks) await Task.WhenAll(all); " + Loud)]
    [InlineData("var all = new List<Task<int>>(); var same = all; same.Add(Load(5)); if (asks) await Task.WhenAll(all); " + Loud)]
    [InlineData("var all = new List<Task<int>>(ids.Select(Load)); if (asks) { all.Add(Load(5)); await Task.WhenAll(all); } " + Loud)]
    [InlineData("var all = new List<Task<int>> { Load(5) }; if (asks) { all.Add(Load(6)); await Task.WhenAll(all); } " + Loud)]
    [InlineData("var all = new Task<int>[1]; all[0] = Load(5); if (asks) await Task.WhenAll(all); " + Loud)]
    [InlineData("var all = new Queue<Task<int>>(); foreach (int id in ids) all.Enqueue(Load(id)); if (asks) await Task.WhenAll(all); " + Loud)]
    [InlineData("var all = new Stack<Task<int>>(); foreach (int id in ids) { all.Push(Load(id)); } " + Loud)]
    [InlineData("var all = new List<Task<int>>(); foreach (int id in ids) { all.InsertRange(0, [Load(id)]); } " + Loud)]
    [InlineData("var all = _kept; if (asks) { all.Add(Load(5)); await Task.WhenAll(all); } " + Loud)]
    [InlineData("_kept = new(); if (asks) { await Task.WhenAll(_kept); } return _kept.Select(each => [|each.Result|]).Sum();")]
    [InlineData("_kept = new(); Fill(_kept); int n = 0; foreach (var each in _kept) n += [|each.Result|]; return n;")]
    [InlineData("var all = new List<Task<int>>(); var user = new User(all); user.Put(); " + Loud)]
    [InlineData("var all = new List<Task<int>>(); var user = new User { All = all }; user.Put(); " + Loud)]
    [InlineData("var all = new List<Task<int>>(); (all, int n) = (Find(), 5); " + Loud)]
    [InlineData("var all = new List<Task<int>>(); all.Add(Load(5)); all.Clear(); all.Add(Load(6)); " + Loud)]
    public Task What_somebody_may_have_put_there_is(string body) => Examine.Reports("TPD001", Around(body));

    private static string Around(string body) => $$"""
        class User(List<Task<int>>? all = null) { public List<Task<int>>? All = all; public void Put() => All!.Add(Task.Run(() => 5)); }
        static class Puts { public static void Put(this List<Task<int>> all) => all.Add(Task.Run(() => 5)); }
        class C
        {
            List<Task<int>> _kept = new();
            async Task<int> Ask(bool asks, int[] ids) { await Task.Yield(); {{body}} }
            static async Task<int> Load(int id) { await Task.Delay(id); return id; }
            static void Fill(List<Task<int>> all) => all.Add(Load(5));
            static List<Task<int>> Find() => [Load(5)];
        }
        """;
}
