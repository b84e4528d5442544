namespace ThreadPoolDoctor.Analyzers.Tests.Projects;

/// <summary>
/// What another project writes to the stream that it is handed waits where that stream does: only the caller knows.
/// </summary>
public sealed class CallersStreamTests
{
    private const string Puts = """
        public static class Puts
        {
            public static void PutValue<T>(this BinaryWriter w, T value) where T : struct { var b = Get(value); w.Write(b, 0, b.Length); }
            static byte[] Get<T>(T v) where T : struct => new byte[4];
        }
        """;

    private const string Serialize = "public void Serialize(Stream s) { var w = new BinaryWriter(s); w.PutValue(5); } ";

    private const string Saved = """
        public static class Files
        {
            public static void Save(this IForm f, string path) { using (var s = File.OpenWrite(path)) { f.Serialize(s); } }
        }
        """;

    private const string ToMemory = "form.Serialize(new MemoryStream())";

    [Theory]
    [InlineData("public class Form : IForm { " + Serialize + "}", "")]
    [InlineData("public class Form : IForm { " + Serialize + "}", Saved)]
    [InlineData("class Form : IForm { " + Serialize + "}", Saved)]
    [InlineData("class Form : IForm { " + Serialize + "} class Other : IForm { " + Serialize + "}", Saved)]
    [InlineData("class Form : IForm { public void Serialize(Stream s) => Put(new BinaryWriter(s)); static void Put(BinaryWriter w) => w.Write(5); }", Saved)]
    [InlineData("public class Form : IForm { public void Serialize(Stream s) { s.WriteByte(5); } }", "")]
    [InlineData("public class Form : IForm { public void Serialize(Stream s) { var m = new MemoryStream(); Table(m); m.CopyTo(s); } "
        + "static void Table(Stream s) { var w = new BinaryWriter(s); w.PutValue(5); } }", "")]
    public async Task Over_memory_it_is_silent(string form, string more)
    {
        foreach (bool bySource in (bool[])[true, false]) (await Found(bySource, form + more, ToMemory)).ShouldBeEmpty($"source {bySource}");
    }

    [Theory]
    [InlineData("public class Form : IForm { public void Serialize(Stream s) { var w = new BinaryWriter(new TcpClient().GetStream()); w.PutValue(5); } }", ToMemory)]
    [InlineData("public class Form : IForm { public void Serialize(Stream s) { Thread.Sleep(500); } }", ToMemory)]
    [InlineData("class Form : IForm { " + Serialize + "} " + Saved, "form.Save(\"a\")")]
    public async Task What_waits_for_something_else_is_told(string forms, string call)
    {
        foreach (bool bySource in (bool[])[true, false]) (await Found(bySource, forms, call)).ShouldNotBeEmpty($"source {bySource}");
    }

    private static async Task<string[]> Found(bool bySource, string forms, string call)
    {
        string data = $$"""
            #nullable disable
            using System.Net.Sockets;
            namespace Shop.Data;
            public interface IForm { void Serialize(Stream s); }
            {{Puts}}
            {{forms}}
            """;
        string web = $$"""
            #nullable disable
            using Shop.Data;
            class C { async Task Handle(IForm form) { await Task.Yield(); {{call}}; } }
            """;
        return [.. (await OtherProjectTests.Run(bySource, ("Shop.Data", data), ("Shop.Web", web))).Found.Select(each => each.Id)];
    }
}
