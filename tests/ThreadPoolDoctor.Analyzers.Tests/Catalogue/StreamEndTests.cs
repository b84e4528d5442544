namespace ThreadPoolDoctor.Analyzers.Tests;

/// <summary>Streams, readers and writers: what is at their end decides whether they wait.</summary>
public sealed class StreamEndTests
{
    [Fact]
    public Task An_archive_over_a_response_has_been_read_into_memory() => Examine.Silent("""
        using System.IO.Compression;
        class C
        {
            async Task<string> Load(HttpClient client)
            {
                using var archive = new ZipArchive(await client.GetStreamAsync("x"));
                using var reader = new StreamReader(archive.GetEntry("x")!.Open());
                return reader.ReadToEnd();
            }
        }
        """);

    [Fact]
    public Task What_a_helper_has_copied_into_memory_never_waits() => Examine.Silent("""
        class C
        {
            async Task<string> Load(Stream from)
            {
                using StreamReader text = new(await Copy(from).ConfigureAwait(false));
                return text.ReadToEnd();
            }
            static async Task<Stream> Copy(Stream from)
            {
                MemoryStream copy = new();
                await from.CopyToAsync(copy).ConfigureAwait(false);
                return copy;
            }
        }
        """);

    private const string Writer = """
        class Writer
        {
            private readonly Stream _to;
            public Writer(Stream to) => _to = to;
            public Writer(string path) => _to = new FileStream(path, FileMode.Create);
            public void Flush() => Put(5);
            public void Put(byte one) => _to.WriteByte(one);
        }
        """;

    /// <summary>Which stream an object has is known by the class that gives it one.</summary>
    [Fact]
    public Task What_a_class_gives_its_base_decides_where_it_ends() => Examine.Silent(Writer + """
        class Buffer : Writer
        {
            public Buffer() : base(new MemoryStream()) { }
            public Buffer(int size) : this() { }
            public void Commit() { Flush(); this.Put(5); }
        }
        class Short() : Writer(new MemoryStream());
        class C
        {
            async Task Load(Buffer one)
            {
                await Task.Yield();
                one.Flush();
                new Buffer(5).Commit();
                new Short().Put(5);
            }
        }
        """);

    [Fact]
    public Task One_that_may_be_given_another_is_reported() => Examine.Reports("TPD003", Writer + """
        class Saved : Writer { public Saved() : base("a") { } }
        class Either : Writer { public Either() : base(new MemoryStream()) { } public Either(string path) : base(path) { } }
        class C
        {
            async Task Load(Writer any, Either either)
            {
                await Task.Yield();
                [|any.Flush()|];
                [|new Saved().Flush()|];
                [|either.Put(5)|];
            }
        }
        """);

    [Fact]
    public Task What_a_helper_has_opened_is_reported() => Examine.Reports("TPD003", """
        class C
        {
            async Task<string> Load()
            {
                using StreamReader text = new(await Open().ConfigureAwait(false));
                return [|text.ReadToEnd()|];
            }
            static async Task<Stream> Open() { await Task.Yield(); return File.OpenRead("a"); }
        }
        """);

    /// <summary>Memory answers at once, so that its tasks have ended when they are given.</summary>
    [Fact]
    public Task Waiting_for_a_task_of_a_stream_in_memory_is_not_reported() => Examine.Silent("""
        class C
        {
            async Task Load(byte[] data)
            {
                await Task.Yield();
                using MemoryStream memory = new(data);
                _ = memory.ReadAsync(data, 0, 5).Result;
                using StreamReader text = new(memory);
                _ = text.ReadToEndAsync().GetAwaiter().GetResult();
                Read(memory, data);
            }
            static void Read(Stream from, byte[] data) => Fill(from, data);
            static int Fill(Stream from, byte[] data) =>
                from is FileStream ? from.ReadAsync(data, 0, 5).GetAwaiter().GetResult() : from.Read(data, 0, 5);
        }
        """);

    [Fact]
    public Task Waiting_for_a_task_of_another_stream_is_reported() => Examine.Reports("TPD001", """
        class C
        {
            async Task Load(byte[] data, Stream unknown)
            {
                await Task.Yield();
                using FileStream file = File.OpenRead("a");
                _ = [|file.ReadAsync(data, 0, 5).Result|];
                [|unknown.ReadAsync(data, 0, 5).Wait()|];
                [|new MemoryStream().CopyToAsync(file).Wait()|];
                [|Fill(file, data)|];
                [|Upload(new MemoryStream()).Wait()|];
            }
            static int Fill(Stream from, byte[] data) => from.ReadAsync(data, 0, 5).GetAwaiter().GetResult();
            static async Task Upload(Stream from) => await Task.Delay(5);
        }
        """);

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
    public Task A_type_that_is_named_for_memory_never_waits_but_for_a_mapped_file_s() => Examine.Reports("TPD003", """
        class MemoryPoolTextWriter : StreamWriter { public MemoryPoolTextWriter(Stream end) : base(end) { } }
        class MappedMemoryWriter : StreamWriter { public MappedMemoryWriter(Stream end) : base(end) { } }
        class C
        {
            async Task Load(MemoryPoolTextWriter kept) { await Task.Yield(); kept.Write("x"); kept.Flush(); }
            async Task Map(FileStream file) { await Task.Yield(); MappedMemoryWriter mapped = new(file); [|mapped.Flush()|]; }
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
    public Task What_memory_is_copied_to_decides() => Examine.Reports("TPD003", """
        class C
        {
            async Task Answer(Stream body, Stream kept, MemoryStream memory)
            {
                await Task.Yield();
                memory.CopyTo(new MemoryStream());
                memory.CopyTo(Stream.Null);
                memory.CopyTo(kept);
                kept.Position = 0;
                [|memory.CopyTo(body)|];
            }
        }
        """);

    [Fact]
    public Task A_writer_that_is_kept_as_a_log_or_offered_by_an_object_may_end_in_memory() => Examine.Silent("""
        class Options { public TextWriter Output { get; set; } = null!; }
        class C
        {
            private readonly TextWriter _log;
            private readonly Options _options;
            public C(TextWriter log, Options options) => (_log, _options) = (log, options);
            async Task Work()
            {
                await Task.Yield();
                _log.WriteLine("x");
                _options.Output.WriteLine("x");
                _options.Output.Flush();
                Tell("x");
            }
            private void Tell(string text) => _log.Write(text);
        }
        """);

    [Fact]
    public Task A_writer_that_is_kept_and_known_to_end_in_a_file_is_reported() => Examine.Reports("TPD003", """
        class C
        {
            private readonly TextWriter _log = File.CreateText("log");
            private readonly StreamWriter _handed;
            public C(StreamWriter handed) => _handed = handed;
            async Task Work()
            {
                await Task.Yield();
                [|_log.WriteLine("x")|];
                [|_handed.WriteLine("x")|];
            }
        }
        """);

    [Fact]
    public Task A_class_that_is_called_a_stream_of_memory_is_one() => Examine.Silent("""
        abstract class ChunkedMemoryStream : Stream;
        abstract class MemoryBackedStream : Stream;
        class C
        {
            async Task<string> Load(ChunkedMemoryStream chunks, MemoryBackedStream backed, byte[] data)
            {
                await Task.Yield();
                chunks.ReadExactly(data);
                backed.CopyTo(chunks);
                using StreamReader reader = new(chunks);
                return reader.ReadToEnd();
            }
        }
        """);

    [Fact]
    public Task A_class_that_is_called_otherwise_may_wait() => Examine.Reports("TPD003", """
        abstract class RemoteStream : Stream;
        abstract class MemoryWriter : Stream;
        class C
        {
            async Task Load(RemoteStream remote, MemoryWriter writer, byte[] data)
            {
                await Task.Yield();
                [|remote.ReadExactly(data)|];
                [|writer.CopyTo(remote)|];
            }
        }
        """);

    [Fact]
    public Task What_a_lambda_is_run_with_is_looked_up_where_it_is_run() => Examine.Reports("TPD003", """
        static class Streams
        {
            public static async Task ByBuffer(this Stream target, Action<Stream> write)
            {
                using MemoryStream buffer = new();
                write(buffer);
                buffer.Position = 0;
                await buffer.CopyToAsync(target);
            }
            public static async Task ByFile(this Stream target, Action<Stream> write, FileStream file)
            {
                write(file);
                await file.CopyToAsync(target);
            }
            public static void WriteHeader(this Stream stream) => stream.Write(new byte[5], 0, 5);
        }
        class C
        {
            async Task Write(Stream stream, FileStream file)
            {
                await stream.ByBuffer(s => s.WriteByte(5));
                await stream.ByBuffer(s => s.WriteHeader());
                await stream.ByFile(s => [|s.WriteByte(5)|], file);
                await stream.ByFile(s => [|s.WriteHeader()|], file);
            }
        }
        """);

    [Fact]
    public Task A_stream_that_is_named_for_memory_ends_there() => Examine.Reports("TPD003", """
        class Writer(Stream memStream, Stream stream)
        {
            async Task Append(byte[] data) { await Task.Yield(); memStream.Write(data); [|stream.Write(data)|]; }
        }
        """);

    [Fact]
    public Task What_every_caller_hands_to_an_internal_method_decides() => Examine.Reports("TPD003", """
        public interface ILister { Task ListAsync(Stream target); Task WriteAsync(Stream target); }
        internal sealed class Lister : ILister
        {
            public async Task ListAsync(Stream target)
            {
                await Task.Yield();
                using StreamWriter text = new(target);
                text.Write("a");
            }
            public async Task WriteAsync(Stream target)
            {
                await Task.Yield();
                using StreamWriter text = new(target);
                [|text.Write("a")|];
            }
        }
        public class C
        {
            public async Task<byte[]> List(ILister lister, Stream file)
            {
                using MemoryStream memory = new();
                await lister.ListAsync(new BufferedStream(memory));
                await lister.WriteAsync(memory);
                await lister.WriteAsync(file);
                return memory.ToArray();
            }
            public async Task Save(Stream target) { await Task.Yield(); [|target.Write(new byte[5])|]; }
            public async Task Save() => await Save(new MemoryStream());
        }
        internal class Base { public virtual Task Write(Stream target) => Task.CompletedTask; }
        internal sealed class Derived : Base
        {
            public override async Task Write(Stream target) { await Task.Yield(); [|target.Write(new byte[5])|]; }
            public async Task HandedOn(Stream target) { await Task.Yield(); [|target.Write(new byte[5])|]; }
            public Func<Stream, Task> Hand() => HandedOn;
            public Task Own() => Task.WhenAll(Write(new MemoryStream()), HandedOn(new MemoryStream()));
        }
        """);
}
