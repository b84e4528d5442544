namespace ThreadPoolDoctor.Analyzers.Tests.Catalogue;

/// <summary>Readers and writers over a text, a builder or bytes that are at hand.</summary>
public sealed class OverTextTests
{
    [Theory]
    [InlineData("using XmlTextReader over = new(text, XmlNodeType.Element, null); using XmlReader r = XmlReader.Create(over, new()); r.Read();")]
    [InlineData("using XmlTextReader r = new(text, XmlNodeType.Document, null); r.Read();")]
    [InlineData("var d = new XmlDocument(); d.LoadXml(text); using var w = XmlWriter.Create(new StringBuilder()); d.Save(w);")]
    [InlineData("var b = new StringBuilder(); using (var w = XmlWriter.Create(b, new XmlWriterSettings { Indent = true })) { new XmlDocument().Save(w); }")]
    [InlineData("var b = new StringBuilder(); using var inner = XmlWriter.Create(b); using var w = XmlWriter.Create(inner); new XmlDocument().WriteTo(w); w.Flush();")]
    [InlineData("using var r = XmlDictionaryReader.CreateTextReader(bytes, XmlDictionaryReaderQuotas.Max); r.Read();")]
    [InlineData("using var w = XmlWriter.Create(new StringBuilder()); w.WriteStartElement(\"a\"); w.Flush();")]
    [InlineData("var d = new XmlDocument(); using var r = XmlReader.Create(new StringReader(text)); d.Load(r);")]
    [InlineData("var s = new XmlSerializer(typeof(string)); using var r = new XmlTextReader(text, XmlNodeType.Element, null); s.Deserialize(r);")]
    [InlineData("var s = new XmlSerializer(typeof(string)); using var w = XmlWriter.Create(new StringBuilder()); s.Serialize(w, text);")]
    [InlineData("using var r = new Lines(text); r.ReadLine();")]
    public Task What_is_at_hand_is_not_waited_for(string work) => Examine.Silent(Around(work));

    [Theory]
    [InlineData("using XmlTextReader r = new(path); [|r.Read()|];")]
    [InlineData("using XmlTextReader over = new(path); using XmlReader r = XmlReader.Create(over, new()); [|r.Read()|];")]
    [InlineData("using XmlTextReader over = new(File.OpenRead(path), XmlNodeType.Element, null); using XmlReader r = XmlReader.Create(over, new()); [|r.Read()|];")]
    [InlineData("using var r = new StreamReader(path); [|r.ReadLine()|];")]
    [InlineData("var d = new XmlDocument(); using var w = XmlWriter.Create(File.Create(path)); [|d.Save(w)|];")]
    [InlineData("var d = new XmlDocument(); using var w = new XmlTextWriter(path, null); [|d.Save(w)|];")]
    [InlineData("using var r = new Rows(path); [|r.ReadLine()|];")]
    public Task A_file_is_waited_for(string work) => Examine.Reports("TPD003", Around(work));

    private static string Around(string work) => $$"""
        using System.Text; using System.Xml; using System.Xml.Serialization;
        class Lines(string text) : TextReader
        {
            private readonly string _text = text;
            public override string? ReadLine() => _text;
        }
        class Rows(string path) : StreamReader(path);
        class C { async Task M(string text, string path, byte[] bytes) { await Task.Yield(); {{work}} } }
        """;
}
