namespace ThreadPoolDoctor.Analyzers.Tests.Exemptions;

/// <summary>
/// A stream that an object of the program offers is a buffer as often as a connection: it is told where somebody is seen
/// to make it of one, or the object is named for one. That XML was opened to be awaited says nothing of its end either.
/// </summary>
public sealed class StreamOfObjectTests
{
    [Theory]
    [InlineData("new XmlDocument().Load(kept.Body);")]
    [InlineData("new XmlDocument().Load((await made.MakeAsync()).Body);")]
    [InlineData("IKept one = await made.MakeAsync(); new XmlDocument().Load(one.Body);")]
    [InlineData("var body = kept.Body; new XmlDocument().Load(body);")]
    [InlineData("_ = XDocument.Load(kept.Body); new XDocument().Save(kept.Body);")]
    [InlineData("using var reader = new StreamReader(kept.Body); _ = reader.ReadToEnd();")]
    [InlineData("kept.Body.Read(new byte[5]); kept.Body.CopyTo(new MemoryStream()); kept.Body.Write([5]);")]
    [InlineData("_ = System.Text.Json.JsonSerializer.Deserialize<int>(kept.Body);")]
    [InlineData("_ = kept?.Body.Read(new byte[5]);")]
    [InlineData("XmlReaderSettings settings = new() { Async = true, IgnoreComments = true }; using XmlReader reader = XmlReader.Create(kept.Body, settings); while (reader.Read()) { }")]
    [InlineData("XmlWriterSettings settings = new() { Async = true }; using XmlWriter writer = XmlWriter.Create(kept.Body, settings); writer.Flush();")]
    public Task What_nobody_knows_the_end_of_is_not_reported(string work) => Examine.Silent(Around(work));

    [Theory]
    [InlineData("[|new XmlDocument().Load(stream)|]; _ = [|XDocument.Load(stream)|]; [|stream.Read(new byte[5])|];")]
    [InlineData("using XmlReader reader = XmlReader.Create(File.OpenRead(path), new XmlReaderSettings { Async = true }); [|reader.Read()|];")]
    [InlineData("using XmlReader reader = XmlReader.Create(stream, new XmlReaderSettings { Async = true }); [|reader.Read()|];")]
    [InlineData("[|new XmlDocument().Load(path)|]; [|new XmlDocument().Load(client.GetStream())|];")]
    [InlineData("[|new XmlDocument().Load(file.Body)|]; [|file.Body.Read(new byte[5])|];")]
    [InlineData("[|connection.Body.Read(new byte[5])|]; _ = [|XDocument.Load(connection.Body)|];")]
    [InlineData("[|process.StandardOutput.ReadLine()|]; [|process.StandardOutput.BaseStream.Read(new byte[5])|];")]
    [InlineData("[|new XmlDocument().Load(response.Body)|];")]
    [InlineData("[|own.Body.Read(new byte[5])|];")]
    [InlineData("[|_body.Read(new byte[5])|]; [|Body.Read(new byte[5])|];")]
    public Task What_is_seen_or_named_is(string work) => Examine.Reports("TPD003", Around(work));

    private static string Around(string work) => $$"""
        using System.Diagnostics;
        using System.Net.Sockets;
        using System.Xml;
        using System.Xml.Linq;
        public interface IKept { Stream Body { get; } }
        public interface IMade { Task<IKept> MakeAsync(); }
        public interface IConnection { Stream Body { get; } }
        public interface IResponse { Stream Body { get; } }
        public sealed class Own(string path) { public Stream Body => File.OpenRead(path); }
        public sealed class FileOf { public Stream Body { get; init; } = File.OpenRead("a"); }
        public class C(Stream body)
        {
            private readonly Stream _body = body;
            public Stream Body { get; } = body;
            public async Task Use(Stream stream, IKept kept, IMade made, string path, TcpClient client, FileOf file, IConnection connection, Process process, Own own, IResponse response)
            {
                await Task.Yield();
                {{work}}
            }
        }
        """;
}
