namespace ThreadPoolDoctor.Analyzers.Tests.Exemptions;

/// <summary>
/// A request of .NET that is made in one method and written to in another keeps what is written as well.
/// </summary>
public sealed class HandedRequestTests
{
    [Theory]
    [InlineData("Put(WebRequest.CreateHttp(\"http://a\"));", "static void Put(HttpWebRequest r) { using var to = new StreamWriter(r.GetRequestStream()); to.Write(\"a\"); to.Flush(); }")]
    [InlineData("var r = (HttpWebRequest)WebRequest.Create(\"http://a\"); r.Method = \"PUT\"; Put(r);", "static void Put(HttpWebRequest r) => Deeper(r, 5); static void Deeper(HttpWebRequest r, int n) => r.GetRequestStream().WriteByte((byte)n);")]
    [InlineData("var r = Make(); r.GetRequestStream().WriteByte(5);", "static HttpWebRequest Make() { var made = WebRequest.CreateHttp(\"http://a\"); made.Accept = \"a\"; return made; }")]
    [InlineData("Put(Make());", "static HttpWebRequest Make() => WebRequest.CreateHttp(\"http://a\"); static void Put(HttpWebRequest r) => r.GetRequestStream().WriteByte(5);")]
    [InlineData("var r = WebRequest.CreateHttp(\"http://a\"); using var to = new StreamWriter(Options.Of(r)); to.Write(\"a\");", "internal static class Options { public static Stream Of(HttpWebRequest r) => r.GetRequestStream(); }")]
    [InlineData("var r = WebRequest.CreateHttp(\"http://a\"); new FormUrlEncodedContent(new Dictionary<string, string>()).CopyToAsync(r.GetRequestStream()).Wait();", "")]
    [InlineData("_kept = WebRequest.CreateHttp(\"http://a\"); _kept.GetRequestStream().WriteByte(5);", "static HttpWebRequest? _kept;")]
    public Task What_is_written_to_it_is_kept(string work, string helpers) => Examine.Silent(Around(work, helpers));

    [Theory]
    [InlineData("[|Put(WebRequest.CreateHttp(\"http://a\"))|];", "static void Put(HttpWebRequest r) { r.AllowWriteStreamBuffering = false; r.GetRequestStream(); }")]
    [InlineData("[|Put(Make())|];", "static HttpWebRequest Make() { var made = WebRequest.CreateHttp(\"http://a\"); made.AllowWriteStreamBuffering = false; return made; } static void Put(HttpWebRequest r) => r.GetRequestStream();")]
    [InlineData("[|Put(WebRequest.Create(\"http://a\"))|];", "static void Put(WebRequest r) => r.GetRequestStream();")]
    [InlineData("[|Put(WebRequest.CreateHttp(\"http://a\"))|];", "static void Put(HttpWebRequest r) => r.GetResponse();")]
    [InlineData("[|Put(other)|];", "static void Put(HttpWebRequest r) => r.GetRequestStream();")]
    public Task One_that_is_not_and_its_answer_are_waited_for(string work, string helpers) =>
        Examine.Reports("TPD003", Around(work, helpers));

    private static string Around(string work, string helpers) => $$"""
        #pragma warning disable SYSLIB0014
        using System.Net;
        using System.Net.Http;
        public class C
        {
            public async Task M(HttpWebRequest other) { await Task.Yield(); {{work}} }
            {{helpers}}
        }
        """;
}
