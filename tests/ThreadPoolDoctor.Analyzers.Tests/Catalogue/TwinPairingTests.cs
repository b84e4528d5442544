namespace ThreadPoolDoctor.Analyzers.Tests;

/// <summary>Calls of X on types that nobody listed, where XAsync is there to be awaited instead.</summary>
public sealed class TwinPairingTests
{
    [Fact]
    public Task What_is_done_to_each_is_followed_and_has_no_twin() => Examine.Silent("""
        abstract class Items
        {
            public abstract Items Where(Func<int, bool> fits);
            public abstract void Each(Action<int> work);
            public abstract Task EachAsync(Func<int, Task> work);
            public abstract void EachAsync(Action<int> work);
        }
        class C
        {
            async Task Load(Items items, List<int> list)
            {
                await Task.Yield();
                items.Each(x => list.Add(x));
            }
        }
        """);

    /// <summary>
    /// A script that runs in the process, and an address that is only signed, have twins and wait for nobody.
    /// </summary>
    [Theory]
    [InlineData("Jint", "Execute(\"a\")", true)]
    [InlineData("Amazon.S3", "GetPreSignedURL(\"a\")", true)]
    [InlineData("Amazon.S3", "Execute(\"a\")", false)]
    public async Task What_only_computes_has_a_twin_for_nothing(string space, string call, bool isSilent)
    {
        string name = call.Split('(')[0];
        (await Examine.Run([$$"""
            namespace {{space}}
            {
                public abstract class Client
                {
                    public abstract string {{name}}(string text);
                    public abstract Task<string> {{name}}Async(string text, CancellationToken token = default);
                }
            }
            class C { async Task Load({{space}}.Client client) { await Task.Yield(); client.{{call}}; } }
            """], new())).Diagnostics.Length.ShouldBe(isSilent ? 0 : 1);
    }

    [Fact]
    public Task A_query_is_written_down_and_not_waited_for() => Examine.Silent("""
        interface IOrderRepository
        {
            IQueryable<string> GetAll();
            Task<IQueryable<string>> GetAllAsync();
            IAsyncEnumerable<string> GetSome(string name);
            Task<IAsyncEnumerable<string>> GetSomeAsync(string name, CancellationToken token = default);
        }
        class C
        {
            async Task<object> Load(IOrderRepository orders)
            {
                await Task.Yield();
                _ = orders.GetSome("a");
                return orders.GetAll().Where(name => name != "a");
            }
        }
        """);

    [Fact]
    public Task Behind_a_conditional_access_nothing_is_bound_on_trial() => Examine.Silent("""
        abstract class Store
        {
            public abstract Store Inner { get; }
            public abstract void Push(int x);
            public abstract Task PushAsync(int x);
        }
        class C
        {
            Store? _store;
            async Task Load(Store[]? stores)
            {
                await Task.Yield();
                _store?.Inner.Push(1);
                _store?.Inner.Inner.Push(1);
                stores?[0].Push(1);
                stores?[0].Inner!.Push(1);
            }
        }
        """);

    [Fact]
    public Task Namesakes_are_not_twins() => Examine.Silent("""
        abstract class Library
        {
            public abstract int Fetch(int x);
            public abstract Task<int> FetchAsync(string other);
            public abstract void Push(int x);
            public abstract Task PushAsync();
            public abstract string Url(Uri? file, string host);
            public abstract Task<string> UrlAsync(int? id, string host);
            public abstract object ParseDocument(string text);
            public abstract Task<object> ParseDocumentAsync(string text);
            public abstract void Old(int x);
            [Obsolete] public abstract Task OldAsync(int x);
            public abstract int Ask(int x);
            public abstract Task<string> AskAsync(int x);
            public abstract int Find(int x);
            public abstract void FindAsync(int x);
            public abstract int Secret(int x);
            protected abstract Task<int> SecretAsync(int x);
            public abstract void Add(int x);
            public abstract Task AddAsync(int x);
            public abstract int Load(int x);
            public abstract Task<int> LoadAsync(int x);
        }
        abstract class Own
        {
            public abstract int Load(int x);
            public async Task<int> LoadAsync(int x) { await Task.Yield(); return Load(x); }
        }
        class C
        {
            async Task Use(Library library)
            {
                await Task.Yield();
                library.Fetch(5);
                library.Push(5);
                library.Url(null, "a");
                library.ParseDocument("a");
                library.Old(5);
                library.Ask(5);
                library.Find(5);
                library.Secret(5);
                library.Add(5);
            }
            void NotQueued(Library library) => library.Load(5);
        }
        """);

    [Fact]
    public Task A_reader_that_nobody_listed_is_silent_over_memory_and_what_is_unknown() => Examine.Silent(JsonReaders, """
        class C
        {
            async Task Load(Json json, string text, Stream unknown, JsonReader handed)
            {
                await Task.Yield();
                JsonReader reader = json.Over(new StringReader(text));
                reader.Read();
                JsonReader other = json.Over(new StreamReader(unknown));
                other.Read();
                handed.Read();
            }
        }
        """);

    [Fact]
    public Task A_reader_that_nobody_listed_is_reported_over_a_file() => Examine.Reports("TPD003", JsonReaders, """
        class C
        {
            async Task Load(Json json, IFile file)
            {
                await Task.Yield();
                JsonReader reader = json.Over(new StreamReader("a"));
                [|reader.Read()|];
                JsonReader other = json.Over(new StreamReader(file.OpenRead()));
                [|other.Read()|];
            }
        }
        interface IFile { Stream OpenRead(); }
        """);

    private const string JsonReaders = """
        public abstract class JsonReader
        {
            public abstract bool Read();
            public abstract Task<bool> ReadAsync();
        }
        public abstract class Json { public abstract JsonReader Over(TextReader text); }
        """;

    [Fact]
    public Task Twins_that_fit_are_reported() => Examine.Reports("TPD003", """
        abstract class LibraryClient
        {
            public abstract int Fetch(int x);
            public abstract Task<int> FetchAsync(int x, CancellationToken token = default);
            public abstract void Push(int x);
            public abstract ValueTask PushAsync(int x);
            public abstract T Read<T>(string name);
            public abstract Task<T> ReadAsync<T>(string name);
            public abstract int Extended(int x);
        }
        static class Extensions
        {
            public static Task<int> ExtendedAsync(this LibraryClient library, int x) => Task.FromResult(x);
        }
        interface IRepository { string Get(int id); Task<string> GetAsync(int id); }
        class C
        {
            async Task Use(LibraryClient library, IRepository repository)
            {
                await Task.Yield();
                int a = [|library.Fetch(5)|];
                [|library.Push(5)|];
                string b = [|library.Read<string>("x")|];
                [|library.Extended(5)|];
                [|repository.Get(5)|];
                lock (this) library.Fetch(5);
                Func<int> kept = () => library.Fetch(5);
            }
        }
        """);

    private const string InMemory = """
        interface IGuild { object Role(int id); Task<object> RoleAsync(int id); }
        static class Sources
        {
            public static Task SetResultAsync<T>(this TaskCompletionSource<T> source, T result) => Task.Run(() => source.SetResult(result));
        }
        class C
        {
            async Task Use(IGuild guild, TaskCompletionSource<int> source)
            {
                await Task.Yield();
                [|guild.Role(5)|];
                [|source.SetResult(5)|];
            }
        }
        """;

    [Fact]
    public Task Twins_of_what_may_be_in_memory_are_no_proof() => Examine.Silent(InMemory.Replace("[|", "").Replace("|]", ""));

    [Fact]
    public Task Twins_of_what_may_be_in_memory_are_told_on_demand() =>
        Examine.Check("TPD003", [InMemory], new() { Config = { ["threadpooldoctor.report"] = "all" } });

    [Fact]
    public Task A_twin_that_can_be_cancelled_waits() => Examine.Reports("TPD003", """
        interface IGuild { object Role(int id); Task<object> RoleAsync(int id, CancellationToken token = default); }
        class C
        {
            async Task Use(IGuild guild) { await Task.Yield(); [|guild.Role(5)|]; }
        }
        """);

    // A ValueTask is for what is mostly there at once; a token alone does not say otherwise.
    private const string ValueTasks = """
        interface IScope { }
        interface IBucket { IScope Scope(string name); ValueTask<IScope> ScopeAsync(string name); }
        interface INode { void ClearChanges(bool all); ValueTask ClearChangesAsync(bool all, CancellationToken token = default); }
        class C
        {
            async Task Use(IBucket bucket, INode node)
            {
                await Task.Yield();
                [|bucket.Scope("a")|];
                [|node.ClearChanges(true)|];
            }
        }
        """;

    [Fact]
    public Task A_value_task_is_mostly_there_at_once() => Examine.Silent(ValueTasks.Replace("[|", "").Replace("|]", ""));

    [Fact]
    public Task A_value_task_that_is_mostly_there_is_told_on_demand() =>
        Examine.Check("TPD003", [ValueTasks], new() { Config = { ["threadpooldoctor.report"] = "all" } });

    [Fact]
    public Task A_value_task_of_what_is_far_away_waits() => Examine.Reports("TPD003", """
        interface IOrderRepository { int Count(int shop); ValueTask<int> CountAsync(int shop); }
        class C
        {
            async Task Use(IOrderRepository orders) { await Task.Yield(); [|orders.Count(5)|]; }
        }
        """);

    private const string InMemoryAlone = """
        interface IOrderStore { int Count(int shop); Task<int> CountAsync(int shop); }
        class Orders : IOrderStore
        {
            private readonly Dictionary<int, int> _known = new();
            public int Count(int shop) => _known[shop];
            public Task<int> CountAsync(int shop) => Task.FromResult(Count(shop));
        }
        class Shops : IOrderStore
        {
            public int Count(int shop) => shop * 2;
            public Task<int> CountAsync(int shop) => Task.FromResult(Count(shop));
        }
        """;

    private const string AskingForOrders = """
        class C
        {
            async Task Use(IOrderStore orders) { await Task.Yield(); [|orders.Count(5)|]; }
        }
        """;

    [Fact]
    public Task What_all_that_implement_it_answer_in_memory_does_not_wait() =>
        Examine.Silent(InMemoryAlone, AskingForOrders.Replace("[|", "").Replace("|]", ""));

    [Fact]
    public Task What_only_has_the_name_of_a_wait_inside_does_not_wait_either() => Examine.Silent("""
        interface IPeerConnection { void SendMessage(string text); Task SendMessageAsync(string text, CancellationToken token); }
        class Box { public void Receive(string text) { } }
        class Peer : IPeerConnection
        {
            private readonly Box _box = new();
            public void SendMessage(string text) => _box.Receive(text);
            public Task SendMessageAsync(string text, CancellationToken token) => Task.CompletedTask;
        }
        class C { async Task Use(IPeerConnection peer) { await Task.Yield(); peer.SendMessage("a"); } }
        """);

    [Fact]
    public Task What_one_that_implements_it_asks_of_another_waits() => Examine.Reports("TPD003", InMemoryAlone, AskingForOrders, """
        abstract class Database { public abstract int Ask(string sql); public abstract Task<int> AskAsync(string sql); }
        class Stored : IOrderStore
        {
            private Database _database = null!;
            public int Count(int shop) => _database.Ask("select");
            public Task<int> CountAsync(int shop) => _database.AskAsync("select");
        }
        """);

    [Fact]
    public Task What_nobody_here_has_an_answer_to_is_judged_by_its_name() => Examine.Reports("TPD003", AskingForOrders, """
        interface IOrderStore { int Count(int shop); Task<int> CountAsync(int shop); }
        class NoOrders : IOrderStore
        {
            public int Count(int shop) => throw new NotSupportedException();
            public Task<int> CountAsync(int shop) => throw new NotSupportedException();
        }
        """);

    /// <summary>
    /// A unit of work notes an update down, and loads a proxy that asks when it is first read; a query asks at once.
    /// </summary>
    [Fact]
    public Task What_a_session_only_notes_down_does_not_wait() => Examine.Reports("TPD003", """
        namespace NHibernate
        {
            public interface ISession
            {
                T Load<T>(object id);
                Task<T> LoadAsync<T>(object id, CancellationToken cancellation = default);
                T Get<T>(object id);
                Task<T> GetAsync<T>(object id, CancellationToken cancellation = default);
                void Update(object changed);
                Task UpdateAsync(object changed, CancellationToken cancellation = default);
            }
        }
        interface ISongRepository
        {
            string Load(int id);
            Task<string> LoadAsync(int id, CancellationToken cancellation = default);
            void Update(string changed);
            Task UpdateAsync(string changed, CancellationToken cancellation = default);
            string Get(int id);
            Task<string> GetAsync(int id, CancellationToken cancellation = default);
        }
        class SongRepository(NHibernate.ISession session) : ISongRepository
        {
            public string Load(int id) => session.Load<string>(id);
            public Task<string> LoadAsync(int id, CancellationToken cancellation) => session.LoadAsync<string>(id, cancellation);
            public void Update(string changed) => session.Update(changed);
            public Task UpdateAsync(string changed, CancellationToken cancellation) => session.UpdateAsync(changed, cancellation);
            public string Get(int id) => session.Get<string>(id);
            public Task<string> GetAsync(int id, CancellationToken cancellation) => session.GetAsync<string>(id, cancellation);
        }
        class C
        {
            async Task Use(ISongRepository songs, NHibernate.ISession session)
            {
                await Task.Yield();
                songs.Update(songs.Load(5));
                session.Update(session.Load<string>(5));
                _ = [|songs.Get(5)|] + [|session.Get<string>(5)|];
            }
        }
        """);

    [Fact]
    public Task Xml_that_was_opened_to_be_awaited_is_reported() => Examine.Reports("TPD003", """
        using System.Xml;
        class C
        {
            async Task Use(Stream stream, byte[] data)
            {
                await Task.Yield();
                using XmlReader reader = XmlReader.Create(stream, new XmlReaderSettings { Async = true });
                [|reader.Read()|];
                XmlWriterSettings settings = new() { Async = true };
                using XmlWriter writer = XmlWriter.Create(stream, settings);
                [|writer.Flush()|];
                using XmlReader unknown = XmlReader.Create(stream);
                unknown.Read();
                using XmlReader memory = XmlReader.Create(new MemoryStream(data), new XmlReaderSettings { Async = true });
                memory.Read();
            }
        }
        """);

    [Fact]
    public Task Pairing_can_be_turned_off() => Examine.Check(null, ["""
        abstract class LibraryClient
        {
            public abstract int Fetch(int x);
            public abstract Task<int> FetchAsync(int x);
        }
        class C
        {
            async Task Use(LibraryClient library) { await Task.Yield(); library.Fetch(5); }
        }
        """], new() { Config = { ["threadpooldoctor.pair_by_name"] = "false" } });
}
