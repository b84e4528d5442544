namespace ThreadPoolDoctor.Analyzers.Tests.Exemptions;

/// <summary>
/// A method that is the asynchronous twin of what it calls on itself has nothing else to await, whether .NET has such a
/// twin or not.
/// </summary>
public sealed class OwnTwinTests
{
    [Theory]
    [InlineData("public Task<int> FillAsync(DataSet set) => Task.FromResult(Fill(set));")]
    [InlineData("public Task<int> FillAsync(DataSet set, CancellationToken token) => token.IsCancellationRequested ? Task.FromCanceled<int>(token) : Task.FromResult(base.Fill(set));")]
    [InlineData("public Task<int> FillAsync(DataSet set) { TaskCompletionSource<int> done = new(); try { done.SetResult(this.Fill(set)); } catch (Exception e) { done.SetException(e); } return done.Task; }")]
    [InlineData("public async Task<int> UpdateAsync(DataSet set) { await Task.Yield(); return Update(set); }")]
    public Task It_is_silent(string member) => Examine.Silent(Adapter(member));

    [Theory]
    [InlineData("public Task<int> LoadAsync(DataSet set) => Task.FromResult([|Fill(set)|]);")]
    [InlineData("public Task<int> UpdateAsync(DataSet set) => Task.FromResult([|base.Fill(set)|]);")]
    [InlineData("public Task<int> FillAsync(Adapter other, DataSet set) => Task.FromResult([|other.Fill(set)|]);")]
    [InlineData("public Task<int> FillAsync(DataSet set) { [|Update(set)|]; return Task.FromResult(Fill(set)); }")]
    [InlineData("public async Task FillAsync(DataSet set, System.Data.Common.DbCommand first) { await Task.Yield(); [|first.ExecuteNonQuery()|]; Fill(set); }")]
    public Task What_else_it_does_is_told(string member) => Examine.Reports("TPD003", Adapter(member));

    private static string Adapter(string member) =>
        "using System.Data; abstract class Adapter : System.Data.Common.DbDataAdapter { " + member + " }";
}
