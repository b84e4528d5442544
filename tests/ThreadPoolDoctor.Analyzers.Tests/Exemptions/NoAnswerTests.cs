namespace ThreadPoolDoctor.Analyzers.Tests.Exemptions;

/// <summary>A command that is told to wait for no answer is sent, and comes back at once.</summary>
public sealed class NoAnswerTests
{
    private const string Library = """
        namespace StackExchange.Redis
        {
            [Flags] public enum CommandFlags { None = 0, FireAndForget = 2, DemandMaster = 4 }
            public interface IDatabase
            {
                bool StringSet(string key, string value, CommandFlags flags = CommandFlags.None);
                Task<bool> StringSetAsync(string key, string value, CommandFlags flags = CommandFlags.None);
            }
        }
        """;

    [Theory]
    [InlineData("db.StringSet(\"a\", \"b\", CommandFlags.FireAndForget);")]
    [InlineData("db.StringSet(\"a\", \"b\", flags: CommandFlags.FireAndForget);")]
    [InlineData("db.StringSet(\"a\", \"b\", CommandFlags.DemandMaster | CommandFlags.FireAndForget);")]
    [InlineData("Set(db); static void Set(IDatabase db) => db.StringSet(\"a\", \"b\", CommandFlags.FireAndForget);")]
    public Task What_waits_for_no_answer_is_not_reported(string work) => Examine.Silent(Around(work), Library);

    [Theory]
    [InlineData("[|db.StringSet(\"a\", \"b\")|];")]
    [InlineData("[|db.StringSet(\"a\", \"b\", CommandFlags.DemandMaster)|];")]
    [InlineData("[|db.StringSet(\"FireAndForget\", \"b\")|];")]
    [InlineData("string FireAndForget = \"a\"; [|db.StringSet(FireAndForget, \"b\")|];")]
    public Task What_waits_for_one_is(string work) => Examine.Reports("TPD003", Around(work), Library);

    private static string Around(string work) =>
        $"using StackExchange.Redis;\nclass C {{ async Task M(IDatabase db) {{ await Task.Yield(); {work} }} }}";
}
