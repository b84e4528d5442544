using System.IO.Compression;
using System.IO.Pipes;
using System.Text;
using System.Text.Json;
using System.Xml;
using System.Xml.Linq;

namespace Corpus;

/// <summary>Files, streams, readers and writers.</summary>
public class Files
{
    public async Task Whole(string path)
    {
        await Task.Yield();
        string text = File.ReadAllText(path); // item
        byte[] bytes = File.ReadAllBytes(path); // item
        string[] lines = File.ReadAllLines(path); // item
        foreach (string line in File.ReadLines(path)) text += line; // item
        File.WriteAllText(path, text); // item
        File.WriteAllBytes(path, bytes); // item
        File.WriteAllLines(path, lines); // item
        File.AppendAllText(path, text); // item
        File.AppendAllLines(path, lines); // item
        File.Copy(path, path + "2"); // item
    }

    public async Task Streams(string path, byte[] buffer)
    {
        await using FileStream file = new(path, FileMode.Open);
        await using FileStream other = File.OpenWrite(path + "2");
        int n = file.Read(buffer, 0, 5); // item
        n += file.Read(buffer.AsSpan()); // item
        n += file.ReadByte(); // item
        file.ReadExactly(buffer); // item
        n += file.ReadAtLeast(buffer, 5); // item
        file.Write(buffer, 0, 5); // item
        file.Write(buffer.AsSpan()); // item
        file.Flush(); // item
        file.CopyTo(other); // item
        n += RandomAccess.Read(file.SafeFileHandle, buffer, 0); // item
        RandomAccess.Write(file.SafeFileHandle, buffer, 0); // item
        GC.KeepAlive(n);
    }

    public async Task AnyStream(Stream stream, byte[] buffer)
    {
        await Task.Yield();
        int n = stream.Read(buffer, 0, 5); // item
        stream.Write(buffer, 0, 5); // item
        stream.Write(buffer); // item
        stream.Flush(); // item
        stream.CopyTo(Stream.Null); // item
        stream.ReadExactly(buffer, 0, 5); // item
        GC.KeepAlive(n);
    }

    public async Task Readers(string path)
    {
        await Task.Yield();
        using StreamReader reader = new(path);
        string? line = reader.ReadLine(); // item
        line = reader.ReadToEnd(); // item
        int n = reader.Read(); // item
        n = reader.Read(new char[5], 0, 5); // item
        n = reader.ReadBlock(new char[5], 0, 5); // item
        await using StreamWriter writer = new(path + "2");
        writer.Write(line); // item
        writer.WriteLine(line); // item
        writer.WriteLine("{0}", n); // item
        writer.Flush(); // item
    }

    // What a writer that is handed in writes to nobody can say: it is left out here.
    public async Task AnyReader(TextReader reader, string path)
    {
        await using StreamWriter file = File.CreateText(path);
        TextWriter writer = file;
        string? line = reader.ReadLine(); // item
        line = reader.ReadToEnd(); // item
        writer.Write(line); // item
        writer.WriteLine(line); // item
        writer.Flush(); // item
    }

    public async Task Compressed(Stream stream, byte[] buffer, string path)
    {
        await Task.Yield();
        await using GZipStream zipped = new(stream, CompressionMode.Decompress);
        int n = zipped.Read(buffer, 0, 5); // item
        zipped.CopyTo(Stream.Null); // item
        await using BufferedStream buffered = new(stream);
        n += buffered.Read(buffer, 0, 5); // item
        ZipFile.ExtractToDirectory(path, path + "2"); // item
        ZipFile.CreateFromDirectory(path, path + "3"); // item
        GC.KeepAlive(n);
    }

    public async Task Structured(Stream stream, string path)
    {
        await Task.Yield();
        JsonSerializer.Serialize(stream, 5); // item
        int n = JsonSerializer.Deserialize<int>(stream); // item
        using JsonDocument json = JsonDocument.Parse(stream); // item
        XDocument xml = XDocument.Load(stream); // item
        xml.Save(stream); // item
        using XmlReader reader = XmlReader.Create(stream, new XmlReaderSettings { Async = true });
        reader.Read(); // item
        reader.MoveToContent(); // item
        await using XmlWriter writer = XmlWriter.Create(stream, new XmlWriterSettings { Async = true });
        writer.Flush(); // item
        XDocument.Load(path); // item
        GC.KeepAlive(n);
    }

    public async Task Pipes(byte[] buffer)
    {
        await Task.Yield();
        await using NamedPipeServerStream server = new("a");
        server.WaitForConnection(); // item
        int n = server.Read(buffer, 0, 5); // item
        await using NamedPipeClientStream client = new("a");
        client.Connect(); // item
        client.Write(buffer, 0, n); // item
    }

    public void Queued(string path, Stream stream)
    {
        ThreadPool.QueueUserWorkItem(_ => File.ReadAllText(path)); // item
        Task.Run(() => File.WriteAllText(path, "")); // item
        Task.Run(() => stream.Flush()); // item
        Parallel.For(0, 5, i => File.ReadAllBytes(path)); // item
        new Thread(() => File.ReadAllText(path)).Start(); // not an item
    }

    public string Outside(string path, Stream stream)
    {
        stream.Flush(); // not an item
        stream.ReadExactly(new byte[5]); // not an item
        return File.ReadAllText(path); // not an item
    }

    public async Task Harmless(byte[] buffer)
    {
        await Task.Yield();
        MemoryStream memory = new();
        int n = memory.Read(buffer, 0, 5); // harmless
        memory.Write(buffer, 0, 5); // harmless
        memory.Flush(); // harmless
        memory.CopyTo(new MemoryStream()); // harmless
        StringReader reader = new("a");
        string? line = reader.ReadLine(); // harmless
        line = reader.ReadToEnd(); // harmless
        StringWriter writer = new();
        writer.Write(line); // harmless
        writer.WriteLine(line); // harmless
        using StreamReader over = new(new MemoryStream(buffer));
        line = over.ReadToEnd(); // harmless
        using StreamWriter into = new(memory, Encoding.UTF8, leaveOpen: true);
        into.Write(n); // harmless
        into.Flush(); // harmless
        Stream.Null.Write(buffer, 0, 5); // harmless
        Console.WriteLine(line); // harmless
        Console.Out.WriteLine(line); // harmless
    }
}
