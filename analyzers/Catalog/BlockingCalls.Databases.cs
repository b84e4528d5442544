using System.Collections.Generic;
using System.Linq;

namespace ThreadPoolDoctor.Catalog;

internal static partial class BlockingCalls
{
    private const string Sqlite = "Microsoft.Data.Sqlite.Sqlite";
    private const string SQLite = "System.Data.SQLite.SQLite";
    private const string DuckDB = "DuckDB.NET.Data.DuckDB";
    private const string Common = "System.Data.Common.";
    private const string Data = "System.Data.";
    private const string Core = "Microsoft.EntityFrameworkCore.";
    private const string Ef6 = "System.Data.Entity.";
    private const string Facade = Core + "Infrastructure.DatabaseFacade";
    private const string Relational = Core + "RelationalDatabaseFacadeExtensions";
    private const string Bulk = Core + "RelationalQueryableExtensions";
    private const string BulkNew = Core + "EntityFrameworkQueryableExtensions";

    private static BlockingCall[] Databases() =>
    [
        IO(Common + "DbConnection", "Open", "OpenAsync"),
        IO(Common + "DbConnection", "BeginTransaction", "BeginTransactionAsync"),
        IO(Common + "DbConnection", "ChangeDatabase", "ChangeDatabaseAsync"),
        IO(Common + "DbConnection", "GetSchema", "GetSchemaAsync"),
        IO(Common + "DbCommand", "ExecuteNonQuery", "ExecuteNonQueryAsync"),
        IO(Common + "DbCommand", "ExecuteReader", "ExecuteReaderAsync"),
        IO(Common + "DbCommand", "ExecuteScalar", "ExecuteScalarAsync"),
        IO(Data + "SqlClient.SqlCommand", "ExecuteXmlReader", "ExecuteXmlReaderAsync"),
        IO("Microsoft.Data.SqlClient.SqlCommand", "ExecuteXmlReader", "ExecuteXmlReaderAsync"),
        IO(Common + "DbCommand", "Prepare", "PrepareAsync"),
        IO(Common + "DbBatch", "ExecuteNonQuery", "ExecuteNonQueryAsync"),
        IO(Common + "DbBatch", "ExecuteReader", "ExecuteReaderAsync"),
        IO(Common + "DbBatch", "ExecuteScalar", "ExecuteScalarAsync"),
        IO(Common + "DbDataReader", "Read", "ReadAsync"),
        IO(Common + "DbDataReader", "NextResult", "NextResultAsync"),
        IO(Common + "DbTransaction", "Commit", "CommitAsync"),
        IO(Common + "DbTransaction", "Rollback", "RollbackAsync"),
        IO(Common + "DbTransaction", "Save", "SaveAsync"),
        IO(Common + "DbDataSource", "OpenConnection", "OpenConnectionAsync"),
        IO(Common + "DbDataAdapter", "Fill"),
        IO(Common + "DbDataAdapter", "FillSchema"),
        IO(Common + "DbDataAdapter", "Update"),
        IO(Data + "IDbConnection", "Open", "DbConnection.OpenAsync"),
        IO(Data + "IDbConnection", "BeginTransaction", "DbConnection.BeginTransactionAsync"),
        IO(Data + "IDbCommand", "ExecuteNonQuery", "DbCommand.ExecuteNonQueryAsync"),
        IO(Data + "IDbCommand", "ExecuteReader", "DbCommand.ExecuteReaderAsync"),
        IO(Data + "IDbCommand", "ExecuteScalar", "DbCommand.ExecuteScalarAsync"),
        IO(Data + "IDataReader", "Read", "DbDataReader.ReadAsync", Circumstance.NotOverStream),
        IO(Data + "IDataReader", "NextResult", "DbDataReader.NextResultAsync", Circumstance.NotOverStream),
        IO(Data + "IDbTransaction", "Commit", "DbTransaction.CommitAsync"),
        IO(Data + "IDbTransaction", "Rollback", "DbTransaction.RollbackAsync"),
        IO(Data + "SqlClient.SqlBulkCopy", "WriteToServer", "WriteToServerAsync"),
        IO("Microsoft.Data.SqlClient.SqlBulkCopy", "WriteToServer", "WriteToServerAsync"),

        // Add and AddRange are missing on purpose: their twins are for value generators that ask the database, and
        // nothing else.
        IO(Core + "DbContext", "SaveChanges", "SaveChangesAsync"),
        IO(Core + "DbContext", "Find", "FindAsync"),
        IO(Core + "DbSet`1", "Find", "FindAsync"),
        IO(Core + "ChangeTracking.EntityEntry", "Reload", "ReloadAsync"),
        IO(Core + "ChangeTracking.EntityEntry", "GetDatabaseValues", "GetDatabaseValuesAsync"),
        IO(Core + "ChangeTracking.NavigationEntry", "Load", "LoadAsync"),
        IO(Core + "ChangeTracking.CollectionEntry", "Load", "LoadAsync"),
        IO(Core + "ChangeTracking.ReferenceEntry", "Load", "LoadAsync"),
        IO(Facade, "EnsureCreated", "EnsureCreatedAsync"),
        IO(Facade, "EnsureDeleted", "EnsureDeletedAsync"),
        IO(Facade, "CanConnect", "CanConnectAsync"),
        IO(Facade, "BeginTransaction", "BeginTransactionAsync"),
        IO(Facade, "CommitTransaction", "CommitTransactionAsync"),
        IO(Facade, "RollbackTransaction", "RollbackTransactionAsync"),
        IO(Relational, "Migrate", "MigrateAsync"),
        IO(Relational, "ExecuteSql", "ExecuteSqlAsync"),
        IO(Relational, "ExecuteSqlRaw", "ExecuteSqlRawAsync"),
        IO(Relational, "ExecuteSqlInterpolated", "ExecuteSqlInterpolatedAsync"),
        IO(Relational, "OpenConnection", "OpenConnectionAsync"),
        IO(Relational, "BeginTransaction", "BeginTransactionAsync"),
        IO(Relational, "GetPendingMigrations", "GetPendingMigrationsAsync"),
        IO(Relational, "GetAppliedMigrations", "GetAppliedMigrationsAsync"),
        IO(Bulk, "ExecuteUpdate", "ExecuteUpdateAsync"),
        IO(Bulk, "ExecuteDelete", "ExecuteDeleteAsync"),
        IO(BulkNew, "ExecuteUpdate", "ExecuteUpdateAsync"),
        IO(BulkNew, "ExecuteDelete", "ExecuteDeleteAsync"),
        IO(BulkNew, "Load", "LoadAsync"),
        IO("Microsoft.EntityFrameworkCore.Storage.IDbContextTransaction", "Commit", "CommitAsync"),
        IO("Microsoft.EntityFrameworkCore.Storage.IDbContextTransaction", "Rollback", "RollbackAsync"),

        .. InProcess(Sqlite),
        .. InProcess(SQLite),
        .. InProcess(DuckDB),
        .. OfSqlServer(Data + "SqlClient.Sql"),
        .. OfSqlServer("Microsoft.Data.SqlClient.Sql"),

        IO(Ef6 + "DbContext", "SaveChanges", "SaveChangesAsync"),
        IO(Ef6 + "DbSet", "Find", "FindAsync"),
        IO(Ef6 + "DbSet`1", "Find", "FindAsync"),
        IO(Ef6 + "IDbSet`1", "Find", "DbSet.FindAsync"),
        IO(Ef6 + "Database", "ExecuteSqlCommand", "ExecuteSqlCommandAsync"),
        IO(Ef6 + "QueryableExtensions", "Load", "LoadAsync"),
    ];

    // SqlClient leaves these to ADO.NET, whose asynchronous calls do them at once (dotnet/SqlClient, 7.0.3: no override
    // of BeginDbTransactionAsync, CommitAsync and their like).
    private static BlockingCall[] OfSqlServer(string prefix) =>
    [
        IO(prefix + "Connection", "BeginTransaction", when: Circumstance.TwinBlocks),
        IO(prefix + "Connection", "ChangeDatabase", when: Circumstance.TwinBlocks),
        IO(prefix + "Connection", "GetSchema", when: Circumstance.TwinBlocks),
        IO(prefix + "Transaction", "Commit", when: Circumstance.TwinBlocks),
        IO(prefix + "Transaction", "Rollback", when: Circumstance.TwinBlocks),
        IO(prefix + "Transaction", "Save", when: Circumstance.TwinBlocks),
    ];

    // SQLite has no asynchronous input and output: its ExecuteReaderAsync reads at once, and gives back a task that has
    // ended. DuckDB.NET (1.5.6) overrides none of ADO.NET's asynchronous calls.
    private static BlockingCall[] InProcess(string prefix) =>
    [
        IO(prefix + "Connection", "Open", when: Circumstance.TwinBlocks),
        IO(prefix + "Connection", "BeginTransaction", when: Circumstance.TwinBlocks),
        IO(prefix + "Command", "ExecuteNonQuery", when: Circumstance.TwinBlocks),
        IO(prefix + "Command", "ExecuteReader", when: Circumstance.TwinBlocks),
        IO(prefix + "Command", "ExecuteScalar", when: Circumstance.TwinBlocks),
        IO(prefix + "Command", "Prepare", when: Circumstance.TwinBlocks),
        IO(prefix + "DataReader", "Read", when: Circumstance.TwinBlocks),
        IO(prefix + "DataReader", "NextResult", when: Circumstance.TwinBlocks),
        IO(prefix + "Transaction", "Commit", when: Circumstance.TwinBlocks),
        IO(prefix + "Transaction", "Rollback", when: Circumstance.TwinBlocks),
    ];
}
