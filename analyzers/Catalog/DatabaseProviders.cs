using System;
using System.Collections.Generic;
using System.Linq;

namespace ThreadPoolDoctor.Catalog;

/// <summary>
/// Assemblies by which Entity Framework, Dapper and ADO.NET speak to a database. SQLite and DuckDB work in the process,
/// and their asynchronous calls block as well; tables in memory are for tests.
/// </summary>
internal static class DatabaseProviders
{
    private const string EntityFramework = "Microsoft.EntityFrameworkCore";

    private static readonly string[] s_inProcess = ["Microsoft.Data.Sqlite", "System.Data.SQLite", "DuckDB.NET.Data"];

    /// <summary>
    /// Connections whose <c>BeginTransaction</c> sends nothing: BEGIN goes out with the first command (npgsql/npgsql,
    /// NpgsqlTransaction.Init).
    /// </summary>
    public static IReadOnlyCollection<string> LateBeginners { get; } = ["Npgsql.NpgsqlConnection"];

    private static readonly string[] s_far =
    [
        "Microsoft.Data.SqlClient", "System.Data.SqlClient", "Npgsql", "MySqlConnector", "MySql.Data",
        "Oracle.ManagedDataAccess", "FirebirdSql.Data.FirebirdClient", "Snowflake.Data", "ClickHouse.Client",
        "System.Data.Odbc", "System.Data.OleDb",
    ];

    private static readonly string[] s_farEntities =
    [
        "Microsoft.EntityFrameworkCore.SqlServer", "Microsoft.EntityFrameworkCore.Cosmos",
        "Npgsql.EntityFrameworkCore.PostgreSQL", "Pomelo.EntityFrameworkCore.MySql", "MySql.EntityFrameworkCore",
        "Oracle.EntityFrameworkCore", "MongoDB.EntityFrameworkCore", "FirebirdSql.EntityFrameworkCore.Firebird",
    ];

    // They leave transactions to ADO.NET, whose asynchronous calls do them at once.
    private static readonly string[] s_byCommands = ["Microsoft.Data.SqlClient", "System.Data.SqlClient"];

    /// <summary>
    /// Whether what a call asks can only be a database that blocks whatever is awaited: one in the process, or one that
    /// does just this at once.
    /// </summary>
    /// <param name="row">What the call is, on a type that all providers share.</param>
    /// <param name="references">All assemblies that the program refers to.</param>
    public static bool Block(BlockingCall row, IReadOnlyCollection<string> references)
    {
        if (AreEntities(row.Type))
        {
            return references.Contains(EntityFramework + ".Sqlite") && !references.Any(s_farEntities.Contains);
        }
        if (!AreCommands(row.Type)) return false;
        string[] blocking = IsOfTransaction(row) ? [.. s_inProcess, .. s_byCommands] : s_inProcess;
        return references.Any(blocking.Contains) && !references.Intersect(s_far).Except(blocking).Any();
    }

    private static bool IsOfTransaction(BlockingCall row) =>
        row.Member == "BeginTransaction" || row.Type.EndsWith("Transaction", StringComparison.Ordinal);

    private static bool AreEntities(string type) => type == "System.Linq.Queryable"
        || type.StartsWith(EntityFramework + ".", StringComparison.Ordinal);

    private static bool AreCommands(string type) => type.StartsWith("Dapper.", StringComparison.Ordinal)
        || type.StartsWith("System.Data.Common.", StringComparison.Ordinal)
        || type.StartsWith("System.Data.IDb", StringComparison.Ordinal)
        || type == "System.Data.IDataReader";
}
