namespace ThreadPoolDoctor.Analyzers.Tests;

/// <summary>TPD003: calls that wait for a device.</summary>
public sealed class BlockingIOTests
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

    /// <summary>
    /// Until its seventh version the client waits for what the broker answers, and nothing of it can be awaited.
    /// </summary>
    [Fact]
    public Task What_a_broker_answers_is_waited_for_and_what_it_is_only_told_is_not() => Examine.Reports("TPD003", """
        namespace RabbitMQ.Client
        {
            interface IModel { string QueueDeclare(string queue); object BasicGet(string queue); void BasicAck(ulong tag); void BasicPublish(string queue); void QueueDeclareNoWait(string queue); }
            static class IModelExensions { public static string QueueDeclare(this IModel model) => model.QueueDeclare("a"); }
            interface IConnection { IModel CreateModel(); }
            class ConnectionFactory { public IConnection CreateConnection() => null!; }
        }
        namespace Own
        {
            using RabbitMQ.Client;
            class C
            {
                async Task Load(ConnectionFactory factory)
                {
                    await Task.Yield();
                    IConnection open = [|factory.CreateConnection()|];
                    IModel model = [|open.CreateModel()|];
                    [|model.QueueDeclare("a")|];
                    [|model.QueueDeclare()|];
                    [|model.BasicGet("a")|];
                    model.BasicAck(5);
                    model.BasicPublish("a");
                    model.QueueDeclareNoWait("a");
                }
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
                tcp = [|new TcpClient("x", 5)|];
                TcpClient unnamed = [|new("x", 5)|];
                TcpClient idle = new();
                tcp = new TcpClient();
                tcp = new TcpClient(new IPEndPoint(IPAddress.Any, 0));
                [|listener.AcceptTcpClient()|];
                [|listener.AcceptSocket()|];
                [|udp.Send(data, 5, "x", 9)|];
                udp.Send(data, 5);
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
                IDbConnection old, IDbCommand oldCommand, IDataReader oldReader, DbDataAdapter adapter, DataTable table, Process process)
            {
                await Task.Yield();
                [|connection.Open()|];
                [|adapter.FillSchema(table, SchemaType.Source)|];
                [|adapter.Fill(table)|];
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
