using ThreadPoolDoctor.Analyzers.Tests.Projects;

namespace ThreadPoolDoctor.Analyzers.Tests.Exemptions;

/// <summary>
/// What an object of a class of the solution's own does is known, whatever its base class in the framework is for; and
/// a table in memory has no database at its end.
/// </summary>
public sealed class OwnObjectTests
{
    private const string Own = """
        #nullable disable
        using System.Collections;
        using System.Data;
        using System.Data.Common;
        namespace Shop.Data;
        public abstract class Base : DbConnection
        {
            public override string ConnectionString { get; set; }
            public override string Database => "";
            public override string DataSource => "";
            public override string ServerVersion => "";
            public override ConnectionState State => ConnectionState.Open;
            public override void ChangeDatabase(string name) { }
            public override void Close() { }
            protected override DbTransaction BeginDbTransaction(IsolationLevel level) => null;
            protected override DbCommand CreateDbCommand() => null;
        }
        public class Quick : Base { bool _open; public override void Open() => _open = true; }
        public class Later : Quick;
        public class Slow : Base { public override void Open() => Thread.Sleep(5); }
        public class Handing : Base { readonly DbConnection _other; public Handing(DbConnection other) => _other = other; public override void Open() => _other.Open(); }
        public sealed class Tables
        {
            public DbDataReader Read() => new DataTable().CreateDataReader();
            public async Task<DbDataReader> ReadAsync() { await Task.Yield(); return new DataTable().CreateDataReader(); }
            public Task<DbDataReader> AskAsync(DbCommand command) => command.ExecuteReaderAsync();
        }
        """;

    public static TheoryData<string> Quiet { get; } =
    [
        "async Task M(Quick to) { await Task.Yield(); to.Open(); }",
        "async Task M() { await Task.Yield(); Quick to = new(); to.Open(); }",
        "async Task M() { await Task.Yield(); DbConnection to = new Quick(); to.Open(); }",
        "async Task M(Later to) { await Task.Yield(); to.Open(); }",
        "async Task M() { await Task.Yield(); IDbConnection to = new Quick(); to.Open(); }",
        "async Task M(object given) { await Task.Yield(); var to = given as Quick; to.Open(); }",
        "async Task M(bool one) { await Task.Yield(); DbConnection to = one ? new Quick() : new Later(); to.Open(); }",
        "async Task M() { await Task.Yield(); DataTableReader from = new DataTable().CreateDataReader(); from.Read(); }",
        "async Task M() { await Task.Yield(); DbDataReader from = new DataTable().CreateDataReader(); from.Read(); }",
        "async Task M() { using DbDataReader from = await MakeAsync(); from.Read(); } async Task<DbDataReader> MakeAsync() { await Task.Yield(); return new DataTable().CreateDataReader(); }",
        "async Task M(Made made) { using DbDataReader from = await made.GiveAsync(); from.Read(); } interface Made { Task<DbDataReader> GiveAsync(); } class One : Made { public async Task<DbDataReader> GiveAsync() { await Task.Yield(); return Two(); } DbDataReader Two() => new DataTable().CreateDataReader(); } class Other : Made { public async Task<DbDataReader> GiveAsync() { await Task.Yield(); return new DataTable().CreateDataReader(); } }",
        "async Task M() { using DbDataReader from = await MakeAsync().ConfigureAwait(false); from.Read(); } Task<DbDataReader> MakeAsync() => Task.FromResult<DbDataReader>(new DataTable().CreateDataReader());",
        "async Task M(DataSet all) { await Task.Yield(); using IDataReader from = all.CreateDataReader(); while (from.Read()) { } }",
    ];

    public static TheoryData<string> Waiting { get; } =
    [
        "async Task M(Slow to) { await Task.Yield(); to.Open(); }",
        "async Task M(Base to) { await Task.Yield(); to.Open(); }",
        "async Task M(DbConnection to) { await Task.Yield(); to.Open(); }",
        "async Task M(Handing to) { await Task.Yield(); to.Open(); }",
        "async Task M(DbConnection given) { await Task.Yield(); DbConnection to = given ?? new Quick(); to.Open(); }",
        "async Task M(DbCommand command) { using DbDataReader from = await command.ExecuteReaderAsync(); from.Read(); }",
        "async Task M(Tables tables, DbCommand command) { using DbDataReader from = await tables.AskAsync(command); from.Read(); }",
        "async Task M(DbCommand command) { using DbDataReader from = await MakeAsync(command); from.Read(); } async Task<DbDataReader> MakeAsync(DbCommand command) => command is null ? new DataTable().CreateDataReader() : await command.ExecuteReaderAsync();",
        "async Task M(Made made) { using DbDataReader from = await made.GiveAsync(); from.Read(); } interface Made { Task<DbDataReader> GiveAsync(); } class One : Made { public async Task<DbDataReader> GiveAsync() { await Task.Yield(); return new DataTable().CreateDataReader(); } } class Other : Made { readonly DbCommand _command; public async Task<DbDataReader> GiveAsync() => await _command.ExecuteReaderAsync(); }",
        "async Task M(Made made) { using DbDataReader from = await made.GiveAsync(); from.Read(); } abstract class Made { public virtual Task<DbDataReader> GiveAsync() => _command.ExecuteReaderAsync(); DbCommand _command; } class One : Made { public override async Task<DbDataReader> GiveAsync() { await Task.Yield(); return new DataTable().CreateDataReader(); } }",
    ];

    [Theory]
    [MemberData(nameof(Quiet))]
    public async Task One_that_waits_for_nothing_is_silent(string member)
    {
        foreach (bool bySource in new[] { true, false }) (await Found(bySource, member)).ShouldBeEmpty($"source {bySource}");
    }

    [Theory]
    [MemberData(nameof(Waiting))]
    public async Task One_that_waits_or_that_nobody_knows_is_told(string member)
    {
        foreach (bool bySource in new[] { true, false }) (await Found(bySource, member)).ShouldHaveSingleItem($"source {bySource}");
    }

    [Theory]
    [MemberData(nameof(Quiet))]
    public async Task So_it_is_in_one_project(string member) => (await Examine.Run([Own, Using(member)], new() { MayBeBroken = true })).Diagnostics.ShouldBeEmpty();

    [Theory]
    [MemberData(nameof(Waiting))]
    public async Task And_told_in_one_project(string member) => (await Examine.Run([Own, Using(member)], new() { MayBeBroken = true })).Diagnostics
        .Where(each => each.Location.SourceTree!.FilePath.EndsWith("1.cs")).ShouldHaveSingleItem();

    private static async Task<string[]> Found(bool bySource, string member) =>
        [.. (await OtherProjectTests.Run(bySource, ("Shop.Data", Own), ("Shop.Web", Using(member)))).Found.Select(each => each.Id)];

    private static string Using(string member) =>
        "#nullable disable\nusing System.Data; using System.Data.Common; using Shop.Data; class C { " + member + " }";
}
