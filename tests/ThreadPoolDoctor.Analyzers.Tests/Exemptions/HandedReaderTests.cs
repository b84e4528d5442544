namespace ThreadPoolDoctor.Analyzers.Tests.Exemptions;

/// <summary>
/// A reader or writer of a format that a helper is given waits for what its callers have made it over.
/// </summary>
public sealed class HandedReaderTests
{
    [Theory]
    [InlineData("[|Put(new BinaryWriter(p.GetStream()))|];", "static void Put(BinaryWriter w) => w.Write(5);")]
    [InlineData("[|Get(new BinaryReader(p.GetStream()))|];", "static int Get(BinaryReader r) => r.ReadInt32();")]
    [InlineData("[|Outer(new BinaryReader(p.GetStream()))|];", "static int Outer(BinaryReader r) => Get(r); static int Get(BinaryReader r) => r.ReadInt32();")]
    [InlineData("var w = new BinaryWriter(p.GetStream()); [|Put(w)|];", "static void Put(BinaryWriter w) { w.Write(5); w.Write(6); }")]
    [InlineData("Put(new BinaryWriter(new MemoryStream())); [|Put(new BinaryWriter(p.GetStream()))|];", "static void Put(BinaryWriter w) => w.Write(5);")]
    [InlineData("[|Get(System.Xml.XmlReader.Create(p.GetStream()))|];", "static bool Get(System.Xml.XmlReader r) => r.Read();")]
    [InlineData("[|Put(p.GetStream())|];", "static void Put(Stream s) => Deeper(new BinaryWriter(s)); static void Deeper(BinaryWriter w) => w.Write(5);")]
    [InlineData("using var pipe = new System.IO.Pipes.NamedPipeClientStream(\"a\"); [|Put(new BinaryWriter(pipe))|];", "static void Put(BinaryWriter w) => w.Write(5);")]
    [InlineData("[|Put(new BinaryWriter(p.GetStream()))|];", "public static void Put(BinaryWriter w) => w.Write(5);")]
    [InlineData("[|new Frame().Put(new BinaryWriter(p.GetStream()))|];", "public class Frame { public void Put(BinaryWriter w) => w.Write(5); }")]
    [InlineData("[|new Frame().Get(new BinaryReader(p.GetStream()))|];", "public class Frame { public virtual int Get(BinaryReader r) => r.ReadInt32(); }")]
    [InlineData("[|Put(p.GetStream())|];", "public static void Put(Stream s) => Frame.Put(new BinaryWriter(s)); public class Frame { public static void Put(BinaryWriter w) => w.Write(5); }")]
    [InlineData("[|Get(System.Xml.XmlReader.Create(p.GetStream()))|];", "public static bool Get(System.Xml.XmlReader r) => r.Read();")]
    [InlineData("var h = new System.Net.Http.HttpClient(); [|Get(new System.Xml.XmlTextReader(await h.GetStreamAsync(\"a\")))|];", "static bool Get(System.Xml.XmlTextReader r) => r.Read();")]
    [InlineData("var h = new System.Net.Http.HttpClient(); using var r = System.Xml.XmlReader.Create(await h.GetStreamAsync(\"a\")); [|Get(r)|];", "static bool Get(System.Xml.XmlReader r) => r.Read();")]
    [InlineData("var h = new System.Net.Http.HttpClient(); [|Get(new BinaryReader(await h.GetStreamAsync(\"a\").ConfigureAwait(false)))|];", "static int Get(BinaryReader r) => r.ReadInt32();")]
    [InlineData("[|Get(new BinaryReader(await Http.GetStreamAsync(\"a\")))|];", "static System.Net.Http.HttpClient Http { get; } = new(); static int Get(BinaryReader r) => r.ReadInt32();")]
    [InlineData("[|Get(new BinaryReader(await Open()))|];", "static Task<Stream> Open() => new System.Net.Http.HttpClient().GetStreamAsync(\"a\"); static int Get(BinaryReader r) => r.ReadInt32();")]
    [InlineData("[|Get(new BinaryReader(await new System.Net.WebClient().OpenReadTaskAsync(\"a\")))|];", "static int Get(BinaryReader r) => r.ReadInt32();")]
    [InlineData("var h = new System.Net.Http.HttpClient(); using var a = await h.GetAsync(\"a\", System.Net.Http.HttpCompletionOption.ResponseHeadersRead); [|Get(new BinaryReader(await a.Content.ReadAsStreamAsync()))|];", "static int Get(BinaryReader r) => r.ReadInt32();")]
    [InlineData("var h = new System.Net.Http.HttpClient(); using var q = new System.Net.Http.HttpRequestMessage(); using var a = await h.SendAsync(q, System.Net.Http.HttpCompletionOption.ResponseHeadersRead).ConfigureAwait(false); using var s = await a.Content.ReadAsStreamAsync(); [|Get(new BinaryReader(s))|];", "static int Get(BinaryReader r) => r.ReadInt32();")]
    public Task Over_a_connection_it_is_told(string work, string helpers) => Examine.Reports("TPD003", Around(work, helpers));

    [Theory]
    [InlineData("Put(new BinaryWriter(new MemoryStream()));", "static void Put(BinaryWriter w) => w.Write(5);")]
    [InlineData("Get(new BinaryReader(new MemoryStream(b)));", "static int Get(BinaryReader r) => r.ReadInt32();")]
    [InlineData("Put(known);", "static void Put(BinaryWriter w) => w.Write(5);")]
    [InlineData("Get(System.Xml.XmlReader.Create(new StringReader(\"a\")));", "static bool Get(System.Xml.XmlReader r) => r.Read();")]
    [InlineData("Put(Find());", "static BinaryWriter Find() => throw new(); static void Put(BinaryWriter w) => w.Write(5);")]
    [InlineData("Get(_reader);", "BinaryReader _reader = null!; static int Get(BinaryReader r) => r.ReadInt32();")]
    [InlineData("Put(new BinaryWriter(new MemoryStream()));", "public static void Put(BinaryWriter w) => w.Write(5);")]
    [InlineData("new Frame().Put(known);", "public class Frame { public void Put(BinaryWriter w) => w.Write(5); }")]
    [InlineData("new Frame().Get(b);", "public class Frame { public int Get(byte[] b) => Get(new BinaryReader(new MemoryStream(b))); public int Get(BinaryReader r) => r.ReadInt32(); }")]
    [InlineData("var h = new System.Net.Http.HttpClient(); Get(System.Xml.XmlReader.Create(new StringReader(await h.GetStringAsync(\"a\"))));", "static bool Get(System.Xml.XmlReader r) => r.Read();")]
    [InlineData("var h = new System.Net.Http.HttpClient(); Get(new BinaryReader(new MemoryStream(await h.GetByteArrayAsync(\"a\"))));", "static int Get(BinaryReader r) => r.ReadInt32();")]
    [InlineData("var m = new MemoryStream(); using (var s = await new System.Net.Http.HttpClient().GetStreamAsync(\"a\")) await s.CopyToAsync(m); Get(new BinaryReader(m));", "static int Get(BinaryReader r) => r.ReadInt32();")]
    [InlineData("Get(new BinaryReader(await new Store().GetStreamAsync(\"a\")));", "class Store { public Task<Stream> GetStreamAsync(string name) => throw new(); } static int Get(BinaryReader r) => r.ReadInt32();")]
    [InlineData("var h = new System.Net.Http.HttpClient(); using var a = await h.GetAsync(\"a\"); Get(new BinaryReader(await a.Content.ReadAsStreamAsync()));", "static int Get(BinaryReader r) => r.ReadInt32();")]
    [InlineData("var h = new System.Net.Http.HttpClient(); using var a = await h.GetAsync(\"a\", System.Net.Http.HttpCompletionOption.ResponseContentRead); Get(new BinaryReader(await a.Content.ReadAsStreamAsync()));", "static int Get(BinaryReader r) => r.ReadInt32();")]
    [InlineData("var h = new System.Net.Http.HttpClient(); using var a = await h.GetAsync(\"a\", System.Net.Http.HttpCompletionOption.ResponseHeadersRead); await a.Content.LoadIntoBufferAsync(); Get(new BinaryReader(await a.Content.ReadAsStreamAsync()));", "static int Get(BinaryReader r) => r.ReadInt32();")]
    public Task Over_memory_or_what_nobody_knows_it_is_not(string work, string helpers) => Examine.Silent(Around(work, helpers));

    private const string GetEntry = "static int Get(BinaryReader r) => r.ReadInt32(); static int Get(ZipArchiveEntry e) => Get(new BinaryReader(e.Open()));";

    /// <summary>An archive is read where its stream is, unless that cannot go back: then it has been read as a whole.</summary>
    [Theory]
    [InlineData("using var a = new ZipArchive(await new HttpClient().GetStreamAsync(\"a\")); foreach (var e in a.Entries) Get(new BinaryReader(e.Open()));")]
    [InlineData("using var a = new ZipArchive(await new HttpClient().GetStreamAsync(\"a\"), ZipArchiveMode.Read); Get(new BinaryReader(a.GetEntry(\"b\")!.Open()));")]
    [InlineData("using var a = new ZipArchive(p.GetStream()); Get(new BinaryReader(a.Entries[0].Open()));")]
    [InlineData("using var a = new ZipArchive(p.GetStream(), ZipArchiveMode.Read, leaveOpen: true); Get(a.Entries[0]);")]
    [InlineData("using var s = await new HttpClient().GetStreamAsync(\"a\"); using var z = new GZipStream(s, CompressionMode.Decompress); using var a = new ZipArchive(z); Get(a.Entries[0]);")]
    [InlineData("using var a = new ZipArchive(new MemoryStream(b), ZipArchiveMode.Update); Get(a.Entries[0]);")]
    public Task An_archive_over_a_connection_is_in_memory(string work) => Examine.Silent(Archives + Around(work, GetEntry));

    [Theory]
    [InlineData("using var a = ZipFile.OpenRead(\"a\"); [|Get(new BinaryReader(a.Entries[0].Open()))|];")]
    [InlineData("using var a = new ZipArchive(File.OpenRead(\"a\")); [|Get(new BinaryReader(a.Entries[0].Open()))|];")]
    [InlineData("using var a = new ZipArchive(new FileStream(\"a\", FileMode.Open), ZipArchiveMode.Read); [|Get(new BinaryReader(a.Entries[0].Open()))|];")]
    [InlineData("using var a = new ZipArchive(p.GetStream(), ZipArchiveMode.Create); [|Put(new BinaryWriter(a.CreateEntry(\"b\").Open()))|];")]
    public Task Over_a_file_or_written_to_a_connection_it_is_not(string work) =>
        Examine.Reports("TPD003", Archives + Around(work, GetEntry + " static void Put(BinaryWriter w) => w.Write(5);"));

    private const string Archives = "using System.IO.Compression; using System.Net.Http; ";

    private static string Around(string work, string helpers) => $$"""
        public class C
        {
            public async Task M(System.Net.Sockets.TcpClient p, BinaryWriter known, byte[] b) { await Task.Yield(); {{work}} }
            {{helpers}}
        }
        """;
}
