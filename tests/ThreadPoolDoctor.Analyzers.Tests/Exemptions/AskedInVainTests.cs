namespace ThreadPoolDoctor.Analyzers.Tests.Exemptions;

/// <summary>
/// Who has asked an object for what can be awaited, and was told that it has no such thing, can only call what is left.
/// </summary>
public sealed class AskedInVainTests
{
    [Theory]
    [InlineData("DbCommand own = command as DbCommand; if (own != null) await own.ExecuteNonQueryAsync(); else command.ExecuteNonQuery();")]
    [InlineData("if (command is DbCommand own) await own.ExecuteNonQueryAsync(); else command.ExecuteNonQuery();")]
    [InlineData("if (command is DbCommand own) { await own.ExecuteNonQueryAsync(); return; } command.ExecuteNonQuery();")]
    [InlineData("var own = connection as DbConnection; if (own == null) { connection.Open(); return; } await own.OpenAsync();")]
    [InlineData("var own = connection as DbConnection; if (own != null) { await own.OpenAsync(); return; } await Task.Run(() => connection.Open());")]
    [InlineData("_ = command is DbCommand own ? await own.ExecuteScalarAsync() : command.ExecuteScalar();")]
    [InlineData("switch (command) { case DbCommand own: await own.ExecuteScalarAsync(); break; default: command.ExecuteScalar(); break; }")]
    [InlineData("if (command is not DbCommand own) { command.ExecuteScalar(); return; } await own.ExecuteScalarAsync();")]
    [InlineData("Func<IDbCommand, Task> run = async one => { var own = one as DbCommand; if (own is null) one.ExecuteNonQuery(); else await own.ExecuteNonQueryAsync(); }; await run(command);")]
    [InlineData("} readonly IDataReader _from; readonly DbDataReader _own; public C(IDataReader from) { _from = from; _own = from as DbDataReader; } Task<bool> ReadAsync() { if (_own != null) return _own.ReadAsync(); else return Task.FromResult(_from.Read());")]
    public Task What_is_left_is_silent(string body) => Examine.Silent(Around(body));

    [Theory]
    [InlineData("if (command is DbCommand own && one) await own.ExecuteNonQueryAsync(); else [|command.ExecuteNonQuery()|];")]
    [InlineData("if (other is DbCommand own) await own.ExecuteNonQueryAsync(); else [|command.ExecuteNonQuery()|];")]
    [InlineData("if (command is DbCommand) [|command.ExecuteNonQuery()|];")]
    [InlineData("if (command is ICloneable) return; [|command.ExecuteNonQuery()|];")]
    [InlineData("if (command is DbCommand) return; command = other; [|command.ExecuteNonQuery()|];")]
    [InlineData("DbCommand own = command as DbCommand; own = one ? null : own; if (own == null) [|command.ExecuteNonQuery()|];")]
    public Task What_may_have_an_asynchronous_form_is_told(string body) => Examine.Reports("TPD003", Around(body));

    private static string Around(string body) => "#nullable disable\nusing System.Data; using System.Data.Common; class C { public C() { } "
        + $"async Task M(IDbConnection connection, IDbCommand command, IDbCommand other, bool one) {{ await Task.Yield(); {body} }} }}";
}
