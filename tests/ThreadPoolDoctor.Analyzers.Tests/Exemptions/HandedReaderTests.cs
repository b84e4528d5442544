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
    public Task Over_memory_or_what_nobody_knows_it_is_not(string work, string helpers) => Examine.Silent(Around(work, helpers));

    private static string Around(string work, string helpers) => $$"""
        public class C
        {
            public async Task M(System.Net.Sockets.TcpClient p, BinaryWriter known, byte[] b) { await Task.Yield(); {{work}} }
            {{helpers}}
        }
        """;
}
