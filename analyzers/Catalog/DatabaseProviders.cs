using System;
using System.Collections.Generic;
using System.Linq;

namespace ThreadPoolDoctor.Catalog;

/// <summary>
/// Assemblies by which Entity Framework, Dapper and ADO.NET speak to a database. SQLite works in the process, and its
/// asynchronous calls block as well; tables in memory are for tests.
/// </summary>
internal static class DatabaseProviders
{
    private const string EntityFramework = "Microsoft.EntityFrameworkCore";

    private static readonly string[] s_inProcess = ["Microsoft.Data.Sqlite", "System.Data.SQLite"];

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

    /// <summary>Whether what a row of this type asks can only be a database in the process.</summary>
    /// <param name="type">Of the row.</param>
    /// <param name="references">All assemblies that the program refers to.</param>
    public static bool AreInProcess(string type, IReadOnlyCollection<string> references) =>
        AreEntities(type)
            ? references.Contains(EntityFramework + ".Sqlite") && !references.Any(s_farEntities.Contains)
            : AreCommands(type) && references.Any(s_inProcess.Contains) && !references.Any(s_far.Contains);

    private static bool AreEntities(string type) => type == "System.Linq.Queryable"
        || type.StartsWith(EntityFramework + ".", StringComparison.Ordinal);

    private static bool AreCommands(string type) => type.StartsWith("Dapper.", StringComparison.Ordinal)
        || type.StartsWith("System.Data.Common.", StringComparison.Ordinal)
        || type.StartsWith("System.Data.IDb", StringComparison.Ordinal)
        || type == "System.Data.IDataReader";
}
