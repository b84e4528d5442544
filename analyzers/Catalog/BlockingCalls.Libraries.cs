using System.Linq;

namespace ThreadPoolDoctor.Catalog;

internal static partial class BlockingCalls
{
    private const string Redis = "StackExchange.Redis.";
    private const string Mongo = "MongoDB.Driver.";

    /// <summary>
    /// LINQ operators that run a query; on an Entity Framework query each has a twin of the same name with Async.
    /// </summary>
    public static readonly string[] QueryOperators =
    [
        "All", "Any", "Average", "Contains", "Count", "ElementAt", "ElementAtOrDefault", "First", "FirstOrDefault",
        "ForEach", "Last", "LastOrDefault",
        "LongCount", "Max", "Min", "Single", "SingleOrDefault", "Sum", "ToArray", "ToDictionary", "ToHashSet", "ToList",
        "ToLookup",
    ];

    // Well known libraries whose calls go over a wire and wait for the answer. Each family's twin is its name with
    // Async.
    private static BlockingCall[] Libraries() =>
    [
        .. Family("Dapper.SqlMapper",
            "Query", "QueryFirst", "QueryFirstOrDefault", "QuerySingle", "QuerySingleOrDefault", "QueryMultiple",
            "Execute", "ExecuteScalar", "ExecuteReader"),
        .. Family(Redis + "IDatabase",
            "StringGet", "StringSet", "StringGetSet", "StringIncrement", "StringDecrement", "StringAppend",
            "StringLength", "HashGet", "HashSet", "HashGetAll",
            "HashDelete", "HashExists", "HashIncrement", "HashKeys", "HashValues", "HashLength", "KeyDelete",
            "KeyExists", "KeyExpire", "KeyTimeToLive", "KeyRename",
            "ListLeftPop", "ListLeftPush", "ListRightPop", "ListRightPush", "ListRange", "ListLength", "ListRemove",
            "ListTrim", "SetAdd", "SetContains",
            "SetMembers", "SetRemove", "SetLength", "SetPop", "SortedSetAdd", "SortedSetRemove", "SortedSetRangeByRank",
            "SortedSetRangeByScore",
            "SortedSetScore", "SortedSetLength", "SortedSetIncrement", "LockTake", "LockRelease", "LockExtend",
            "ScriptEvaluate", "Execute", "Publish",
            "StreamAdd", "StreamRead", "StreamReadGroup", "StreamAcknowledge", "GeoAdd", "GeoRadius", "HyperLogLogAdd"),
        .. Family(Redis + "IRedis", "Ping"),
        .. Family(Redis + "ISubscriber", "Publish", "Subscribe", "Unsubscribe"),
        .. Family(Redis + "ConnectionMultiplexer", "Connect"),
        .. Family(Redis + "IServer", "FlushDatabase", "FlushAllDatabases", "Info", "Save"),
        .. Family(Mongo + "IMongoCollection`1",
            "InsertOne", "InsertMany", "UpdateOne", "UpdateMany", "ReplaceOne", "DeleteOne", "DeleteMany",
            "FindOneAndUpdate", "FindOneAndReplace",
            "FindOneAndDelete", "CountDocuments", "EstimatedDocumentCount", "Aggregate", "BulkWrite", "Distinct",
            "FindSync"),
        .. Family(Mongo + "IAsyncCursorSourceExtensions", "ToList", "First", "FirstOrDefault", "Single",
            "SingleOrDefault", "Any"),
        .. Family(Mongo + "IAsyncCursorExtensions", "ToList", "First", "FirstOrDefault", "Single", "SingleOrDefault",
            "Any"),
        .. Family(Mongo + "IFindFluent`2", "CountDocuments"),
        .. Family("Microsoft.Extensions.Caching.Distributed.IDistributedCache", "Get", "Set", "Refresh", "Remove"),
        .. Family("Microsoft.Extensions.Caching.Distributed.DistributedCacheExtensions", "Set", "GetString",
            "SetString"),
        .. Family("Azure.Storage.Blobs.BlobClient", "Upload", "DownloadTo"),
        .. Family("Azure.Storage.Blobs.Specialized.BlobBaseClient",
            "Download", "DownloadContent", "DownloadStreaming", "DownloadTo", "OpenRead", "Delete", "DeleteIfExists",
            "Exists", "GetProperties"),
        .. Family("Azure.Storage.Blobs.BlobContainerClient", "Create", "CreateIfNotExists", "Delete", "DeleteIfExists",
            "Exists", "UploadBlob"),
        .. Family("Azure.Security.KeyVault.Secrets.SecretClient", "GetSecret", "SetSecret"),
        .. Family("Renci.SshNet.BaseClient", "Connect"),
        .. Family("NHibernate.ISession", "Get", "Save", "Delete", "Flush"),
        .. Family("NHibernate.ITransaction", "Commit", "Rollback"),
        .. Family("NHibernate.IQuery", "List", "UniqueResult", "ExecuteUpdate"),
    ];

    private static BlockingCall[] Family(string type, params string[] members) =>
        [.. members.Select(member => IO(type, member, TwinIn(type, member)))];

    // A static method is written with its class, an extension or instance method with its receiver.
    private static string TwinIn(string type, string member) =>
        type == Redis + "ConnectionMultiplexer" ? "ConnectionMultiplexer." + member + "Async" : member + "Async";
}
