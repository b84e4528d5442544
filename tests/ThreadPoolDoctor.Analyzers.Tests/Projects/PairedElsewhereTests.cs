namespace ThreadPoolDoctor.Analyzers.Tests.Projects;

/// <summary>
/// X beside XAsync in another project of the solution: what has a body there was followed, and its name says no more
/// than what was found.
/// </summary>
public sealed class PairedElsewhereTests
{
    [Theory]
    [InlineData("public class Batcher { readonly Queue<int> _all = new(); public bool Insert(int one) { _all.Enqueue(one); return true; } public async Task<bool> InsertAsync(int one, CancellationToken token = default) { await Task.Yield(); return Insert(one); } }", "Batcher all", "all.Insert(5)")]
    [InlineData("public class OrderStore { int _last; public int Load() => _last; public Task<int> LoadAsync(CancellationToken token = default) => Task.FromResult(_last); }", "OrderStore all", "all.Load()")]
    [InlineData("public class Reader { int _last; public virtual int Fetch() => _last; public virtual async Task<int> FetchAsync(CancellationToken token = default) { await Task.Yield(); return _last; } }", "Reader all", "all.Fetch()")]
    [InlineData("public static class Names { public static int Look() => 5; public static async Task<int> LookAsync(CancellationToken token = default) { await Task.Yield(); return 5; } }", "int all", "Names.Look()")]
    public Task What_answers_at_once_is_silent(string data, string given, string call) => Check(data, given, call, []);

    [Theory]
    [InlineData("public class OrderStore { public int Load() { Thread.Sleep(5); return 5; } public Task<int> LoadAsync(CancellationToken token = default) => Task.FromResult(5); }", "OrderStore all", "all.Load()", "TPD002")]
    [InlineData("public interface IOrderStore { int Load(); Task<int> LoadAsync(CancellationToken token = default); }", "IOrderStore all", "all.Load()", "TPD003")]
    [InlineData("public abstract class OrderStore { public abstract int Load(); public abstract Task<int> LoadAsync(CancellationToken token = default); }", "OrderStore all", "all.Load()", "TPD003")]
    public Task What_waits_is_told_and_what_nobody_has_seen(string data, string given, string call, string id) => Check(data, given, call, [id]);

    private static async Task Check(string data, string given, string call, string[] expected)
    {
        string web = $"namespace Shop.Web {{ using Shop.Data; class C {{ async Task Run({given}) {{ await Task.Yield(); {call}; }} }} }}";
        foreach (bool bySource in new[] { true, false })
        {
            (await OtherProjectTests.Run(bySource, ("Shop.Data", "namespace Shop.Data { " + data + " }"), ("Shop.Web", web))).Found
                .Select(each => each.Id).ShouldBe(expected, $"source {bySource}");
        }
    }
}
