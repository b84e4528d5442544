using System;
using System.Collections.Generic;
using System.Linq;

namespace ThreadPoolDoctor.Catalog;

/// <summary>
/// Assemblies by which Entity Framework speaks to a database. SQLite's works in the process, and its asynchronous calls
/// block as well; tables in memory are for tests.
/// </summary>
internal static class DatabaseProviders
{
    private const string InProcess = "Microsoft.EntityFrameworkCore.Sqlite";

    private static readonly string[] s_far =
    [
        "Microsoft.EntityFrameworkCore.SqlServer", "Microsoft.EntityFrameworkCore.Cosmos",
        "Npgsql.EntityFrameworkCore.PostgreSQL", "Pomelo.EntityFrameworkCore.MySql", "MySql.EntityFrameworkCore",
        "Oracle.EntityFrameworkCore", "MongoDB.EntityFrameworkCore", "FirebirdSql.EntityFrameworkCore.Firebird",
    ];

    /// <summary>Whether of these references the only provider is one that works in the process.</summary>
    public static bool AreInProcess(IReadOnlyCollection<string> references) =>
        references.Contains(InProcess) && !references.Any(s_far.Contains);

    /// <summary>Whether a row of this type asks Entity Framework for rows of a table.</summary>
    public static bool AreAsked(string type) => type == "System.Linq.Queryable"
        || type.StartsWith("Microsoft.EntityFrameworkCore.", StringComparison.Ordinal);
}
