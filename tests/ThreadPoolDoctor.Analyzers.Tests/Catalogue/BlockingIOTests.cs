namespace ThreadPoolDoctor.Analyzers.Tests;

/// <summary>TPD003: calls that wait for a device, and their namesakes that do not.</summary>
public sealed class BlockingIOTests
{
    public sealed class Silent
    {
        [Fact]
        public Task What_ends_in_memory_never_waits() => Examine.Silent("""
            using System.IO.Compression;
            using System.Security.Cryptography;
            using System.Text.Json;
            using System.Xml;
            using System.Xml.Linq;
            class C
            {
                private readonly Stream _stream = new MemoryStream();
                private readonly TextWriter _writer = new StringWriter();
                async Task Load(byte[] data, MemoryStream given, string text)
                {
                    await Task.Yield();
                    given.Read(data, 0, 5);
                    given.Write(data);
                    given.Flush();
                    given.WriteByte(5);
                    using var memory = new MemoryStream(data);
                    memory.CopyTo(given);
                    Stream hidden = new MemoryStream();
                    hidden.Write(data, 0, 1);
                    hidden.ReadByte();
                    _stream.Write(data);
                    _writer.WriteLine("x");
                    using StreamReader reader = new(memory);
                    reader.ReadToEnd();
                    bool end = reader.EndOfStream;
                    new StringReader(text).ReadLine();
                    TextReader lines = new StringReader(text);
                    lines.ReadLine();
                    StringWriter builder = new();
                    builder.Write("x");
                    builder.Flush();
                    using var zipped = new GZipStream(new MemoryStream(), CompressionMode.Compress);
                    zipped.Write(data);
                    using var crypto = new CryptoStream(memory, Aes.Create().CreateEncryptor(), CryptoStreamMode.Write);
                    crypto.FlushFinalBlock();
                    using var writer = new StreamWriter(memory, leaveOpen: true);
                    writer.Write("x");
                    writer.Flush();
                    new BinaryReader(memory).ReadInt32();
                    new BinaryWriter(memory).Write(5);
                    JsonSerializer.Serialize(memory, data);
                    JsonSerializer.Deserialize<int>(memory);
                    JsonSerializer.Serialize(data);
                    JsonSerializer.Deserialize<int>(text);
                    JsonDocument.Parse(text);
                    XDocument.Parse(text);
                    XDocument.Load(new StringReader(text));
                    XmlReader.Create(new StringReader(text)).Read();
                    Stream.Null.Write(data);
                    TextWriter.Null.WriteLine("x");
                    typeof(C).Assembly.GetManifestResourceStream("x")!.ReadByte();
                    SHA256.HashData(data);
                    SHA256.Create().ComputeHash(data);
                }
            }
            """);

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
        public Task What_a_private_helper_is_given_in_memory_never_waits() => Examine.Silent("""
            class C
            {
                public async Task<string> Load()
                {
                    await Task.Yield();
                    using StringWriter writer = new();
                    Head(writer, "a");
                    void Tail(TextWriter to) => to.WriteLine("b");
                    Tail(writer);
                    return writer.ToString();
                }
                static void Head(TextWriter writer, string text) => Line(writer, text);
                static void Line(TextWriter writer, string text) => writer.WriteLine(text);
            }
            """);

        [Fact]
        public Task What_a_helper_of_everybody_is_given_in_memory_by_this_caller_never_waits() => Examine.Silent("""
            public static class Packing
            {
                public static void Write(Stream target, byte[] data) => Raw(target, data);
                internal static void Raw(this Stream target, byte[] data) => target.Write(data, 0, data.Length);
                public static void Save(Stream target) { using StreamWriter writer = new(target); writer.WriteLine("a"); }
                public static Stream Buffer(bool large) { if (large) return new BufferedStream(new MemoryStream()); return new MemoryStream(); }
                public static async Task<Stream> BufferAsync() { await Task.Yield(); return new MemoryStream(); }
            }
            class C
            {
                async Task Load(byte[] data)
                {
                    MemoryStream memory = new();
                    Packing.Write(memory, data);
                    memory.Raw(data);
                    Packing.Save(memory);
                    Stream made = Packing.Buffer(true);
                    made.Write(data, 0, 5);
                    System.Security.Cryptography.SHA256.Create().ComputeHash(memory);
                    using Stream awaited = await Packing.BufferAsync();
                    awaited.Write(data, 0, 5);
                }
            }
            """);

        [Fact]
        public Task A_class_that_is_itself_a_stream_in_memory_never_waits() => Examine.Silent("""
            class Packet : MemoryStream
            {
                public void Add(byte[] data) => base.Write(data, 0, data.Length);
                public int Take(byte[] data) => Read(data, 0, data.Length);
                public int TakeFrom(byte[] data) => this.Read(data, 0, data.Length);
            }
            class C
            {
                async Task Load(Packet packet, byte[] data) { await Task.Yield(); packet.Add(data); packet.Take(data); packet.TakeFrom(data); }
            }
            """);

        [Fact]
        public Task What_was_gone_back_in_is_kept() => Examine.Silent("""
            class C
            {
                async Task Load(Stream body, Holder holder)
                {
                    await Task.Yield();
                    body.Seek(0, SeekOrigin.Begin);
                    using StreamReader reader = new(body);
                    reader.ReadToEnd();
                    holder.Body.Position = 0;
                    holder.Body.ReadByte();
                }
            }
            class Holder { public required Stream Body { get; set; } }
            """);

        [Fact]
        public Task The_end_of_what_was_begun_is_called_when_it_has_ended() => Examine.Silent("""
            class C
            {
                async Task<int> Load(Stream stream, byte[] data) => await Task.Factory.FromAsync(stream.BeginRead, stream.EndRead, data, 0, 5, null);
            }
            """);

        [Fact]
        public Task A_helper_that_reads_a_stream_of_unknown_end_is_told_on_demand() => Examine.Check("TPD003", [UnknownEnd.Replace("Head(message)", "[|Head(message)|]")], new() { Config = { ["threadpooldoctor.report"] = "all" } });

        [Fact]
        public Task A_helper_that_reads_a_stream_of_unknown_end_is_not_told() => Examine.Silent(UnknownEnd);

        private const string UnknownEnd = """
            public abstract class Message { public abstract Stream Content { get; } }
            class C
            {
                async Task<int> Load(Message message) { await Task.Yield(); return Head(message); }
                static int Head(Message message) => message.Content.ReadByte();
            }
            """;

        [Fact]
        public Task What_a_helper_of_everybody_is_given_elsewhere_in_memory_may_wait() => Examine.Reports("TPD003", """
            public static class Packing
            {
                public static void Write(Stream target, byte[] data) => Raw(target, data);
                internal static void Raw(this Stream target, byte[] data) => target.Write(data, 0, data.Length);
                public static Stream Open(string? path) { if (path is null) return new MemoryStream(); return File.OpenRead(path); }
                public static void Memory() => Write(new MemoryStream(), []);
            }
            class C
            {
                static byte[] Digest(string path) { using Stream file = File.OpenRead(path); return Hash(file); }
                internal static byte[] Hash(Stream stream) => System.Security.Cryptography.SHA256.Create().ComputeHash(stream);
                static void Unpack(string path)
                {
                    using var archive = System.IO.Compression.ZipFile.OpenRead(path);
                    var entry = archive.Entries.SingleOrDefault(each => each.Name == "a");
                    using Stream stream = entry!.Open();
                    Hash(stream);
                }
                async Task Load(byte[] data, Stream target)
                {
                    await Task.Yield();
                    [|Packing.Write(File.Create("a"), data)|];
                    [|Packing.Write(target, data)|];
                    [|target.Raw(data)|];
                    Stream made = Packing.Open("a");
                    [|made.Write(data, 0, 5)|];
                    [|Digest("a")|];
                    [|Unpack("a")|];
                }
            }
            """);

        [Fact]
        public Task A_writer_of_text_that_is_handed_in_may_end_in_memory() => Examine.Silent("""
            public class Report
            {
                public virtual async Task Write(TextWriter writer)
                {
                    await Task.Yield();
                    writer.WriteLine("b");
                    Line(writer, "a");
                }
                private static void Line(TextWriter writer, string text) => writer.WriteLine(text);
            }
            """);

        [Fact]
        public Task A_writer_of_text_that_is_known_to_end_in_a_file_is_reported() => Examine.Reports("TPD003", """
            public class Report
            {
                public async Task Write()
                {
                    using StreamWriter writer = new("a");
                    await Task.Yield();
                    [|Line(writer, "a")|];
                }
                private static void Line(TextWriter writer, string text) => writer.WriteLine(text);
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
        public Task A_stream_may_answer_from_its_buffer() => Examine.Silent("""
            abstract class Buffered : Stream
            {
                readonly Stream _inner = File.OpenRead("a");
                readonly byte[]? _buffer;
                public override int Read(byte[] buffer, int offset, int count) => _buffer is null ? _inner.Read(buffer, offset, count) : 0;
                public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken token) =>
                    _buffer is null ? _inner.ReadAsync(buffer, offset, count, token) : Task.FromResult(Read(buffer, offset, count));
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

    public sealed class Reported
    {
        [Fact]
        public Task Files_are_reported() => Examine.Reports("TPD003", """
            class C
            {
                async Task Load(string path, byte[] data, string[] lines, FileStream file, FileInfo info)
                {
                    await Task.Yield();
                    string a = [|File.ReadAllText(path)|];
                    lines = [|File.ReadAllLines(path)|];
                    data = [|File.ReadAllBytes(path)|];
                    foreach (string line in [|File.ReadLines(path)|]) { }
                    [|File.WriteAllText(path, a)|];
                    [|File.WriteAllLines(path, lines)|];
                    [|File.WriteAllBytes(path, data)|];
                    [|File.AppendAllText(path, a)|];
                    [|File.AppendAllLines(path, lines)|];
                    [|File.Copy(path, a)|];
                    [|info.CopyTo(path)|];
                    [|file.Read(data, 0, 5)|];
                    [|file.Read(data)|];
                    [|file.ReadByte()|];
                    [|file.ReadExactly(data)|];
                    [|file.Write(data, 0, 5)|];
                    [|file.Write(data)|];
                    [|file.WriteByte(5)|];
                    [|file.Flush()|];
                    [|file.Flush(true)|];
                    [|file.CopyTo(new MemoryStream())|];
                    [|new MemoryStream().CopyTo(file)|];
                    [|RandomAccess.Read(file.SafeFileHandle, data, 0)|];
                }
            }
            """);

        [Fact]
        public Task Streams_readers_and_writers_are_reported() => Examine.Reports("TPD003", """
            using System.IO.Compression;
            using System.Security.Cryptography;
            using System.Text.Json;
            using System.Xml;
            using System.Xml.Linq;
            class C
            {
                async Task Load(Stream stream, byte[] data, string path, StreamReader reader, StreamWriter writer, TextReader text)
                {
                    await Task.Yield();
                    [|stream.Read(data)|];
                    [|stream.Write(data)|];
                    [|stream.CopyTo(new MemoryStream())|];
                    [|stream.Flush()|];
                    [|reader.ReadLine()|];
                    [|reader.ReadToEnd()|];
                    [|reader.Read()|];
                    while (![|reader.EndOfStream|]) await reader.ReadLineAsync();
                    [|text.ReadLine()|];
                    [|writer.Write("x")|];
                    [|writer.WriteLine("x")|];
                    [|writer.Flush()|];
                    using GZipStream zip = new(stream, CompressionMode.Compress);
                    [|zip.Write(data)|];
                    using DeflateStream deflate = new(File.OpenRead(path), CompressionMode.Decompress);
                    [|deflate.Read(data)|];
                    using CryptoStream crypto = new(stream, Aes.Create().CreateEncryptor(), CryptoStreamMode.Write);
                    [|crypto.Write(data)|];
                    [|crypto.FlushFinalBlock()|];
                    [|new BinaryReader(File.OpenRead(path)).ReadInt32()|];
                    [|JsonSerializer.Deserialize<int>(stream)|];
                    [|JsonSerializer.Serialize(stream, data)|];
                    [|JsonDocument.Parse(stream)|];
                    [|XDocument.Load(stream)|];
                    [|XDocument.Load(path)|];
                    [|XElement.Load(path)|];
                    [|XmlReader.Create(File.OpenRead(path)).Read()|];
                    [|SHA256.HashData(stream)|];
                    [|SHA256.Create().ComputeHash(stream)|];
                    [|new StreamReader(path).ReadToEnd()|];
                    [|Console.ReadLine()|];
                    [|Console.ReadKey()|];
                    [|Console.Read()|];
                    [|Console.In.ReadLine()|];
                }
            }
            """);

        [Fact]
        public Task The_network_is_reported() => Examine.Reports("TPD003", """
            #pragma warning disable SYSLIB0014
            using System.IO.Pipes;
            using System.Net.Mail;
            using System.Net.NetworkInformation;
            using System.Net.Security;
            using System.Net.Sockets;
            class C
            {
                async Task Load(Socket socket, EndPoint end, byte[] data, TcpClient tcp, TcpListener listener, UdpClient udp, NetworkStream network,
                    HttpClient client, HttpRequestMessage request, WebClient web, WebRequest old, SslStream ssl, SmtpClient smtp, MailMessage mail,
                    NamedPipeServerStream server, NamedPipeClientStream pipe, HttpListener http, HttpContent content)
                {
                    await Task.Yield();
                    [|socket.Connect(end)|];
                    [|socket.Accept()|];
                    [|socket.Receive(data)|];
                    [|socket.Send(data)|];
                    [|socket.SendTo(data, end)|];
                    [|socket.ReceiveFrom(data, ref end)|];
                    [|socket.Poll(5000, SelectMode.SelectRead)|];
                    socket.Poll(5, SelectMode.SelectRead);
                    [|tcp.Connect("x", 5)|];
                    [|listener.AcceptTcpClient()|];
                    [|listener.AcceptSocket()|];
                    [|udp.Send(data, 5)|];
                    IPEndPoint? from = null;
                    [|udp.Receive(ref from)|];
                    [|network.Read(data)|];
                    [|network.Write(data)|];
                    [|Dns.GetHostEntry("x")|];
                    [|Dns.GetHostAddresses("x")|];
                    [|new Ping().Send("x")|];
                    [|client.Send(request)|];
                    [|content.ReadAsStream()|];
                    [|web.DownloadString("x")|];
                    [|web.UploadData("x", data)|];
                    [|web.DownloadFile("x", "y")|];
                    [|old.GetResponse()|];
                    [|old.GetRequestStream()|];
                    [|((HttpWebRequest)old).GetResponse()|];
                    [|ssl.AuthenticateAsClient("x")|];
                    [|ssl.Read(data)|];
                    [|smtp.Send(mail)|];
                    [|server.WaitForConnection()|];
                    [|pipe.Connect()|];
                    [|pipe.Connect(500)|];
                    [|http.GetContext()|];
                }
            }
            """);

        [Fact]
        public Task Databases_and_processes_are_reported() => Examine.Reports("TPD003", """
            using System.Data;
            using System.Data.Common;
            using System.Diagnostics;
            abstract class MyConnection : DbConnection { }
            class C
            {
                async Task Load(DbConnection connection, DbCommand command, DbDataReader reader, DbTransaction transaction, MyConnection mine,
                    IDbConnection old, IDbCommand oldCommand, IDataReader oldReader, Process process)
                {
                    await Task.Yield();
                    [|connection.Open()|];
                    [|connection.BeginTransaction()|];
                    [|command.ExecuteNonQuery()|];
                    [|command.ExecuteScalar()|];
                    using DbDataReader other = [|command.ExecuteReader()|];
                    while ([|reader.Read()|]) reader.GetInt32(0);
                    [|reader.NextResult()|];
                    [|transaction.Commit()|];
                    [|transaction.Rollback()|];
                    [|mine.Open()|];
                    [|old.Open()|];
                    [|oldCommand.ExecuteReader()|];
                    [|oldReader.Read()|];
                    connection.Close();
                    connection.CreateCommand();
                    [|process.WaitForExit()|];
                    [|process.WaitForExit(500)|];
                    process.WaitForExit(0);
                    [|process.StandardOutput.ReadToEnd()|];
                    process.Kill();
                }
            }
            """);

        [Fact]
        public Task Entity_framework_is_known_by_name() => Examine.Reports("TPD003", """
            using Microsoft.EntityFrameworkCore;
            class Order { public int Id; }
            class Shop : DbContext { public DbSet<Order> Orders { get; set; } = null!; }
            class C
            {
                async Task Load(Shop shop, IQueryable<Order> query, List<Order> list)
                {
                    await Task.Yield();
                    var all = [|shop.Orders.ToList()|];
                    var some = [|shop.Orders.Where(o => o.Id > 5).OrderBy(o => o.Id).First()|];
                    int count = [|shop.Orders.Count()|] + [|query.Count()|];
                    bool any = [|shop.Set<Order>().Any(o => o.Id == 5)|];
                    [|shop.SaveChanges()|];
                    [|shop.Orders.Find(5)|];
                    shop.Orders.Add(new Order());
                    shop.Orders.AddRange(new Order());
                    shop.Add(new Order());
                    var memory = list.AsQueryable().Where(o => o.Id > 5).ToList();
                    list.Where(o => o.Id > 4).ToList();
                    var listed = await shop.Orders.ToListAsync();
                    listed.First();
                }
            }
            namespace Microsoft.EntityFrameworkCore
            {
                public class DbContext
                {
                    public DbSet<T> Set<T>() where T : class => null!;
                    public int SaveChanges() => 0;
                    public Task<int> SaveChangesAsync(CancellationToken token = default) => Task.FromResult(0);
                    public object Add(object x) => x;
                    public ValueTask<object> AddAsync(object x, CancellationToken token = default) => new(x);
                }
                public abstract class DbSet<T> : IQueryable<T> where T : class
                {
                    public Type ElementType => null!;
                    public System.Linq.Expressions.Expression Expression => null!;
                    public IQueryProvider Provider => null!;
                    public IEnumerator<T> GetEnumerator() => null!;
                    System.Collections.IEnumerator System.Collections.IEnumerable.GetEnumerator() => null!;
                    public abstract T? Find(params object[] keys);
                    public abstract ValueTask<T?> FindAsync(params object[] keys);
                    public abstract object Add(T x);
                    public abstract ValueTask<object> AddAsync(T x, CancellationToken token = default);
                    public abstract void AddRange(params T[] x);
                    public abstract Task AddRangeAsync(params T[] x);
                }
                public static class EntityFrameworkQueryableExtensions
                {
                    public static Task<List<T>> ToListAsync<T>(this IQueryable<T> source, CancellationToken token = default) => null!;
                }
            }
            """);
    }

    public sealed class Pairing
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
}
