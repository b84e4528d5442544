namespace ThreadPoolDoctor.Analyzers.Tests;

/// <summary>Namesakes of calls that wait for a device, which do not.</summary>
public sealed class QuietIOTests
{
    [Fact]
    public Task Printing_and_asking_are_not_reported() => Examine.Silent("""
        class C
        {
            async Task Load(string path, HttpClient client, CancellationTokenSource source, System.Text.StringBuilder text)
            {
                await Task.Yield();
                Console.WriteLine("x");
                Console.Write(5);
                Console.Out.WriteLine("x");
                Console.Error.WriteLine("x");
                Console.Out.Flush();
                TextWriter output = Console.Out;
                output.WriteLine("x");
                if (File.Exists(path)) File.Delete(path);
                Directory.CreateDirectory(path);
                using FileStream file = File.OpenRead(path);
                using FileStream made = new(path, FileMode.Open);
                file.Close();
                file.Dispose();
                file.Seek(0, SeekOrigin.Begin);
                source.Cancel();
                source.Dispose();
                text.Append("x");
                client.CancelPendingRequests();
                client.Dispose();
                Path.Combine(path, "x");
                await using var other = new FileStream(path, FileMode.Open);
            }
        }
        """);

    [Fact]
    public Task A_twin_is_not_told_to_await_itself() => Examine.Silent("""
        class Lines : TextReader
        {
            public override Task<string?> ReadLineAsync() => Task.FromResult(ReadLine());
            public override Task<string> ReadToEndAsync() => Task.FromResult(base.ReadToEnd());
        }
        """);

    [Fact]
    public Task The_end_of_what_was_begun_is_called_when_it_has_ended() => Examine.Silent("""
        class C
        {
            async Task<int> Load(Stream stream, byte[] data) => await Task.Factory.FromAsync(stream.BeginRead, stream.EndRead, data, 0, 5, null);
        }
        """);

    [Fact]
    public Task What_asks_about_files_is_short_behind_an_interface_too() => Examine.Silent("""
        interface IFileSystem
        {
            FileInfo GetFile(string path);
            Task<FileInfo> GetFileAsync(string path);
            bool FileExists(string path);
            Task<bool> FileExistsAsync(string path);
            bool TryDeleteDirectory(string path);
            Task<bool> TryDeleteDirectoryAsync(string path);
            bool Exists(string path);
            Task<bool> ExistsAsync(string path);
            Stream OpenRead(string path);
            Task<Stream> OpenReadAsync(string path);
        }
        class C
        {
            public async Task Load(IFileSystem files)
            {
                await Task.Yield();
                if (files.FileExists("a")) files.GetFile("a");
                files.TryDeleteDirectory("b");
                if (files.Exists("a")) files.OpenRead("a");
                using System.IO.Compression.ZipArchive zip = System.IO.Compression.ZipFile.Open("c", System.IO.Compression.ZipArchiveMode.Create);
            }
        }
        """);

    [Fact]
    public Task An_xml_writer_has_twins_only_if_it_was_made_for_them() => Examine.Silent("""
        class C
        {
            public async Task Save(Stream target)
            {
                await Task.Yield();
                using System.Xml.XmlWriter writer = System.Xml.XmlWriter.Create(target);
                writer.WriteStartDocument();
                writer.WriteStartElement("a");
                writer.WriteAttributeString("b", "c");
                writer.WriteEndElement();
            }
        }
        """);

    [Fact]
    public Task What_has_begun_has_ended_in_its_callback() => Examine.Silent("""
        class C
        {
            void Start(Stream stream, byte[] data)
            {
                stream.BeginRead(data, 0, 5, result => stream.EndRead(result), null);
                stream.BeginRead(data, 0, 5, Ended, stream);
            }
            static void Ended(IAsyncResult result) => Finish((Stream)result.AsyncState!, result);
            static void Finish(Stream stream, IAsyncResult result) => stream.EndRead(result);
        }
        """);

    [Fact]
    public Task What_does_not_bind_is_no_query() => Examine.Check(null, ["""
        namespace Microsoft.EntityFrameworkCore { public class DbContext { } }
        class C
        {
            async Task<int> Load(Missing missing)
            {
                await Task.Yield();
                var first = missing.Items.Where(x => x.Fits).ToArray();
                return missing.Items.Select(x => x.Id).ToList().Count + missing.Items.SelectMany(x => x.Parts).Count();
            }
        }
        """], new() { MayBeBroken = true });

    [Fact]
    public Task A_query_that_is_made_of_a_lists_query_asks_no_database() => Examine.Silent("""
        namespace Microsoft.EntityFrameworkCore { public class DbContext { } }
        class C
        {
            readonly List<int> _items = [];
            async Task<int> Load(Func<IQueryable<int>, IQueryable<int>> query)
            {
                await Task.Yield();
                return query(_items.AsQueryable()).FirstOrDefault();
            }
        }
        """);

    /// <summary>Entity Framework's operators refuse the queries of others.</summary>
    [Fact]
    public Task A_query_that_is_its_own_provider_is_none_of_Entity_Frameworks() => Examine.Reports("TPD003", """
        namespace Microsoft.EntityFrameworkCore { public class DbContext { } public class DbSet<T> { public IQueryable<T> All => null!; } }
        namespace Shop
        {
            public interface IContents<T> : IQueryable<T>;
            public interface IOthers<T> : IQueryable<T>;
            public abstract class Contents<T> : IContents<T>, IQueryProvider
            {
                public abstract IEnumerator<T> GetEnumerator();
                System.Collections.IEnumerator System.Collections.IEnumerable.GetEnumerator() => GetEnumerator();
                public Type ElementType => typeof(T);
                public System.Linq.Expressions.Expression Expression => null!;
                public IQueryProvider Provider => this;
                public abstract IQueryable CreateQuery(System.Linq.Expressions.Expression expression);
                public abstract IQueryable<TElement> CreateQuery<TElement>(System.Linq.Expressions.Expression expression);
                public abstract object? Execute(System.Linq.Expressions.Expression expression);
                public abstract TResult Execute<TResult>(System.Linq.Expressions.Expression expression);
            }
            class C
            {
                async Task<int> Load(Contents<int> all, IContents<int> children, IOthers<int> others, Microsoft.EntityFrameworkCore.DbSet<int> set)
                {
                    await Task.Yield();
                    _ = [|others.Where(x => x > 5).ToList()|];
                    return all.FirstOrDefault(x => x > 5) + children.Select(x => x + 1).ToArray().Length + [|set.All.Count()|];
                }
            }
        }
        """);

    [Fact]
    public Task A_query_that_a_getter_makes_of_a_list_asks_no_database() => Examine.Silent("""
        namespace Microsoft.EntityFrameworkCore { public class DbContext { } }
        class C
        {
            List<string> _users = [];
            IQueryable<string> Users { get { if (_users.Count > 0) return _users.AsQueryable(); _users = []; return _users.AsQueryable(); } }
            IQueryable<string> Names => _users.AsQueryable();
            async Task<int> Load(string name)
            {
                await Task.Yield();
                var query = Users.Where(each => each == name);
                query = query.Where(each => each != "");
                return query.Count() + Names?.Where(each => each == name)?.ToList().Count ?? 0;
            }
        }
        """);

    /// <summary>
    /// A query within the rows of another has come with them; one that only stands beside a value asks when it is gone
    /// through.
    /// </summary>
    [Fact]
    public Task A_query_that_came_with_the_rows_of_another_asks_no_database() => Examine.Reports("TPD003", """
        namespace Microsoft.EntityFrameworkCore { public class DbContext { } }
        class C
        {
            async Task Load(IQueryable<int> orders, IQueryable<string> lines)
            {
                await Task.Yield();
                foreach (var row in [|orders.Select(order => new { order, Lines = lines.Where(line => line.Length == order) }).ToList()|])
                {
                    Console.WriteLine(row.Lines.Select(line => line + row.order).ToList());
                }
                var rows = from order in orders select new { order, Lines = lines.Where(line => line.Length > order) };
                foreach (var row in [|rows.ToArray()|]) Console.WriteLine(row.Lines.Count());
                var kept = new { Lines = lines.Where(line => line != "") };
                Console.WriteLine([|kept.Lines.Count()|]);
            }
        }
        """);

    [Fact]
    public Task A_query_that_a_getter_takes_from_elsewhere_on_one_way_does() => Examine.Reports("TPD003", """
        namespace Microsoft.EntityFrameworkCore { public class DbContext { } }
        class C(IQueryable<string> stored)
        {
            List<string> _users = [];
            IQueryable<string> Users { get { if (_users.Count > 0) return _users.AsQueryable(); return stored; } }
            async Task<int> Load()
            {
                await Task.Yield();
                return [|Users.Count()|];
            }
        }
        """);

    [Fact]
    public Task A_table_in_memory_does_not_wait() => Examine.Silent("""
        class C
        {
            async Task<object> Load(System.Data.DataTable table)
            {
                await Task.Yield();
                using System.Data.DataTableReader reader = new(table);
                reader.Read();
                return reader.GetSchemaTable();
            }
        }
        """);

    [Fact]
    public Task Making_a_context_does_not_wait() => Examine.Silent("""
        namespace Microsoft.EntityFrameworkCore
        {
            public class DbContext { }
            public interface IDbContextFactory<T> { T CreateDbContext(); Task<T> CreateDbContextAsync(CancellationToken token = default); }
            public abstract class DatabaseFacade
            {
                public abstract object UseTransaction(object transaction);
                public abstract Task<object> UseTransactionAsync(object transaction);
            }
        }
        class C
        {
            async Task Load(Microsoft.EntityFrameworkCore.IDbContextFactory<Microsoft.EntityFrameworkCore.DbContext> factory, Microsoft.EntityFrameworkCore.DatabaseFacade database)
            {
                await Task.Yield();
                factory.CreateDbContext();
                database.UseTransaction(this);
            }
        }
        """);

    [Fact]
    public Task The_stream_of_a_response_is_handed_over_at_once() => Examine.Silent("""
        using System.Net.Http;
        class C
        {
            async Task<Stream> Load(HttpClient client, HttpRequestMessage request)
            {
                using HttpResponseMessage response = await client.SendAsync(request, HttpCompletionOption.ResponseHeadersRead);
                HttpContent content = response.Content;
                await content.ReadAsStream().CopyToAsync(Stream.Null);
                return (await client.GetAsync("a")).Content.ReadAsStream(CancellationToken.None);
            }
        }
        """);

    [Fact]
    public Task The_content_of_a_response_that_has_come_whole_is_in_memory() => Examine.Reports("TPD003", """
        using System.Net.Http;
        using System.Text.Json;
        class C
        {
            async Task<int> Whole(HttpClient client, CancellationToken token)
            {
                using HttpResponseMessage response = await client.GetAsync("a", token).ConfigureAwait(false);
                await using Stream content = await response.Content.ReadAsStreamAsync(token);
                return JsonSerializer.Deserialize<int>(new System.IO.Compression.GZipStream(content, System.IO.Compression.CompressionMode.Decompress));
            }
            async Task<int> Headers(HttpClient client)
            {
                using HttpResponseMessage response = await client.GetAsync("a", HttpCompletionOption.ResponseHeadersRead);
                using Stream content = await response.Content.ReadAsStreamAsync();
                return [|content.ReadByte()|];
            }
        }
        """);

    [Fact]
    public Task The_content_of_a_response_of_Cosmos_is_in_memory() => Examine.Reports("TPD003", """
        using System.Text.Json;
        namespace Microsoft.Azure.Cosmos
        {
            public class ResponseMessage { public Stream Content => throw null!; }
        }
        namespace Other
        {
            public class ResponseMessage { public Stream Content => throw null!; }
        }
        class C
        {
            async Task<JsonDocument> Kept(Func<Task<Microsoft.Azure.Cosmos.ResponseMessage>> next)
            {
                Microsoft.Azure.Cosmos.ResponseMessage response = await next();
                return JsonDocument.Parse(response.Content);
            }
            async Task<JsonDocument> Unknown(Func<Task<Other.ResponseMessage>> next)
            {
                Other.ResponseMessage response = await next();
                return [|JsonDocument.Parse(response.Content)|];
            }
        }
        """);

    [Fact]
    public Task A_socket_that_was_told_not_to_block_does_not() => Examine.Reports("TPD003", """
        using System.Net.Sockets;
        class C
        {
            async Task Probe(Socket socket, Socket other)
            {
                await Task.Yield();
                [|socket.Send(new byte[5])|];
                socket.Blocking = false;
                socket.Receive(new byte[1], SocketFlags.Peek);
                socket.Send(new byte[5]);
                [|other.Send(new byte[5])|];
            }
        }
        """);

    [Fact]
    public Task What_a_socket_says_is_there_is_received_without_a_wait() => Examine.Reports("TPD003", """
        using System.Net.Sockets;
        class C
        {
            async Task Receive(Socket socket, Socket other, byte[] data)
            {
                await Task.Yield();
                while (socket.Connected && socket.Available > 0) socket.Receive(data);
                if (socket.Available > 0) { socket.Receive(data); [|other.Receive(data)|]; [|socket.Send(data)|]; }
                else [|socket.Receive(data)|];
                while (data.Length > 0 || socket.Available > 0) [|socket.Receive(data)|];
                if (!(socket.Available > 0)) [|socket.Receive(data)|];
            }
        }
        """);

    [Fact]
    public Task An_archive_in_memory_is_read_from_memory() => Examine.Silent("""
        using System.IO.Compression;
        class C
        {
            async Task Load(byte[] data)
            {
                await Task.Yield();
                using ZipArchive archive = new(new MemoryStream(data));
                foreach (ZipArchiveEntry entry in archive.Entries.Where(each => each.Length > 0))
                {
                    entry.Open().CopyTo(new MemoryStream());
                }
            }
        }
        """);

    [Fact]
    public Task Queues_and_channels_that_do_not_wait_are_not_reported() => Examine.Silent("""
        using System.Threading.Channels;
        class C
        {
            async Task Load(BlockingCollection<int> queue, Channel<int> channel, ConcurrentQueue<int> other)
            {
                await Task.Yield();
                queue.Add(5);
                queue.TryTake(out int x);
                queue.TryAdd(5);
                queue.CompleteAdding();
                var unbounded = new BlockingCollection<int>();
                unbounded.Add(5);
                channel.Writer.TryWrite(5);
                channel.Reader.TryRead(out x);
                other.Enqueue(5);
                other.TryDequeue(out x);
            }
        }
        """);
}
