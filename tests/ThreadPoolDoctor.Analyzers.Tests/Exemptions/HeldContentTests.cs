namespace ThreadPoolDoctor.Analyzers.Tests;

public class HeldContentTests
{
    [Theory]
    [InlineData("StringContent c", "_ = c.ReadAsStringAsync().GetAwaiter().GetResult();")]
    [InlineData("HttpContent c", "if (c is StringContent) _ = c.ReadAsStringAsync().Result;")]
    [InlineData("HttpContent c", "if (!(c is StringContent)) return; _ = c.ReadAsStringAsync().Result;")]
    [InlineData("MultipartContent all", "foreach (HttpContent c in all) { if (c is not StringContent) { continue; } _ = c.ReadAsStringAsync().Result; }")]
    public Task Content_that_is_held_in_memory_is_not_waited_for(string parameter, string read) =>
        Examine.Silent(Around(parameter, read));

    [Theory]
    [InlineData("StreamContent c", "_ = [|c.ReadAsStringAsync().Result|];")]
    [InlineData("Slow c", "_ = [|c.ReadAsStringAsync().Result|];")]
    [InlineData("HttpContent c", "if (c is StringContent) return; _ = [|c.ReadAsStringAsync().Result|];")]
    [InlineData("HttpContent c, HttpContent other", "if (c is StringContent) { c = other; _ = [|c.ReadAsStringAsync().Result|]; }")]
    [InlineData("HttpContent c, bool b", "if (b && c is not StringContent) return; _ = [|c.ReadAsStringAsync().Result|];")]
    public Task Content_that_may_be_on_its_way_is_waited_for(string parameter, string read) =>
        Examine.Reports("TPD001", Around(parameter, read));

    [Theory]
    [InlineData("HttpContent c", "if (string.IsNullOrEmpty([|c.ReadAsStringAsync().Result|])) return; _ = c.ReadAsStringAsync().Result;")]
    [InlineData("HttpContent c", "_ = [|c.ReadAsByteArrayAsync().GetAwaiter().GetResult()|]; if (c.Headers.Allow.Count > 5) { _ = c.ReadAsStringAsync().Result; }")]
    [InlineData("HttpContent c, HttpContent d", "_ = [|c.ReadAsStringAsync().Result|]; _ = [|d.ReadAsStringAsync().Result|];")]
    [InlineData("HttpContent c, bool b", "if (b) { _ = [|c.ReadAsStringAsync().Result|]; } _ = [|c.ReadAsStringAsync().Result|];")]
    [InlineData("HttpContent c", "var all = c.ReadAsStringAsync(); _ = [|c.ReadAsStringAsync().Result|];")]
    [InlineData("HttpContent c", "_ = [|c.ReadAsStreamAsync().Result|]; _ = [|c.ReadAsStringAsync().Result|];")]
    public Task Content_that_was_read_before_is_kept(string parameter, string read) => Examine.Reports("TPD001", Around(parameter, read));

    [Theory]
    [InlineData("HttpResponseMessage r", "await r.Content.LoadIntoBufferAsync(); _ = r.Content.ReadAsStringAsync().Result;")]
    [InlineData("HttpResponseMessage r", "await r.Content.LoadIntoBufferAsync(); _ = r.Content.ReadAsStreamAsync().Result;")]
    [InlineData("HttpResponseMessage r", "await r.Content.LoadIntoBufferAsync(); using var s = await r.Content.ReadAsStreamAsync(); s.ReadByte();")]
    [InlineData("HttpResponseMessage r", "_ = await r.Content.ReadAsByteArrayAsync(); _ = r.Content.ReadAsStringAsync().Result;")]
    [InlineData("HttpContent c", "await c.LoadIntoBufferAsync(); using var s = c.ReadAsStream(); s.ReadByte();")]
    [InlineData("StringContent c", "var to = new MemoryStream(); c.CopyToAsync(to).Wait();")]
    [InlineData("ByteArrayContent c", "using var to = new MemoryStream(); c.CopyToAsync(to).GetAwaiter().GetResult();")]
    public Task What_was_loaded_and_is_copied_in_memory_is_not(string parameter, string read) => Examine.Silent(Around(parameter, read));

    [Theory]
    [InlineData("HttpContent c, HttpContent d", "await c.LoadIntoBufferAsync(); using var s = [|d.ReadAsStream()|];")]
    [InlineData("StringContent c, FileStream to", "[|c.CopyToAsync(to).Wait()|];")]
    [InlineData("StreamContent c", "var to = new MemoryStream(); [|c.CopyToAsync(to).Wait()|];")]
    [InlineData("HttpResponseMessage r", "r.Content.LoadIntoBufferAsync(); _ = [|r.Content.ReadAsStringAsync().Result|];")]
    [InlineData("HttpResponseMessage r, HttpResponseMessage q", "await r.Content.LoadIntoBufferAsync(); r = q; _ = [|r.Content.ReadAsStringAsync().Result|];")]
    public Task Another_is(string parameter, string read) =>
        Examine.Reports(read.Contains("ReadAsStream()") ? "TPD003" : "TPD001", Around(parameter, read));

    private const string Make = " HttpRequestMessage Make(string text) => new(HttpMethod.Post, text) { Content = new StringContent(text) };";
    private const string Digest = "using var s = await r.Content!.ReadAsStreamAsync(); ";

    /// <summary>A request is given its content by who makes it: all that this program gives any is in memory.</summary>
    [Theory]
    [InlineData(Digest + "_ = System.Security.Cryptography.SHA256.HashData(s);", Make)]
    [InlineData(Digest + "s.CopyTo(new MemoryStream());", " void Fill(HttpRequestMessage q) => q.Content = new ByteArrayContent([]);")]
    [InlineData("_ = r.Content!.ReadAsStringAsync().Result;", Make + " void Fill(HttpRequestMessage q, HttpResponseMessage a) { q.Content = new FormUrlEncodedContent([]); a.Content = new StreamContent(new MemoryStream()); }")]
    [InlineData("using var s = r.Content!.ReadAsStream(); s.ReadByte();", Make)]
    public Task What_a_request_of_the_program_holds_is_not(string read, string more) => Examine.Silent(Requests(read, more));

    [Theory]
    [InlineData(Digest + "_ = [|System.Security.Cryptography.SHA256.HashData(s)|];", "")]
    [InlineData(Digest + "_ = [|System.Security.Cryptography.SHA256.HashData(s)|];", Make + " void Fill(HttpRequestMessage q, Stream all) => q.Content = new StreamContent(all);")]
    [InlineData(Digest + "_ = [|System.Security.Cryptography.SHA256.HashData(s)|];", Make + " void Fill(HttpRequestMessage q, HttpContent all) => q.Content = all;")]
    [InlineData(Digest + "_ = [|System.Security.Cryptography.SHA256.HashData(s)|];", " void Fill(HttpResponseMessage q) => q.Content = new StringContent(\"\");")]
    [InlineData(Digest + "_ = [|System.Security.Cryptography.SHA256.HashData(s)|];", Make + " } namespace System.Web.Http { public class ApiController;")]
    public Task What_may_come_in_is(string read, string more) => Examine.Reports("TPD003", Requests(read, more));

    private const string Text = " static string Text(HttpContent c) => c.ReadAsStringAsync().ConfigureAwait(false).GetAwaiter().GetResult();";

    /// <summary>Whatever a variable is declared as, what it is given is known.</summary>
    [Theory]
    [InlineData("HttpContent c = new StringContent(t); _ = c.ReadAsStringAsync().Result;", "")]
    [InlineData("HttpContent? c = null; if (b) { c = new StringContent(t); c.Headers.Clear(); } else c = new ByteArrayContent([]); _ = c.ReadAsStringAsync().Result;", "")]
    [InlineData("HttpContent c = b ? new StringContent(t) : new FormUrlEncodedContent([]); _ = c.ReadAsByteArrayAsync().GetAwaiter().GetResult();", "")]
    [InlineData("_ = Text(new StringContent(t));", Text)]
    [InlineData("HttpContent? c = null; c = b ? new StringContent(t) : new ByteArrayContent([]); _ = Text(c!);", Text)]
    [InlineData("HttpContent c = Make(t); _ = c.ReadAsStringAsync().Result;", " HttpContent Make(string t) => new StringContent(t);")]
    [InlineData("_ = Outer(new StringContent(t));", Text + " string Outer(HttpContent given) => given is null ? string.Empty : Text(given);")]
    [InlineData("_ = Made.ReadAsStringAsync().Result;", " private HttpContent Made { get; } = new StringContent(string.Empty);")]
    [InlineData("_ = _made.ReadAsStringAsync().Result;", " private readonly HttpContent _made = new StringContent(string.Empty);")]
    public Task What_is_made_in_memory_and_kept_as_any_content_is_not(string read, string more) => Examine.Silent(Kept(read, more));

    [Theory]
    [InlineData("HttpContent c = new StringContent(t); if (b) c = o; _ = [|c.ReadAsStringAsync().Result|];", "")]
    [InlineData("HttpContent c = b ? new StringContent(t) : new StreamContent(s); _ = [|c.ReadAsByteArrayAsync().GetAwaiter().GetResult()|];", "")]
    [InlineData("_ = [|Text(o)|];", Text)]
    [InlineData("_ = [|Text(new StreamContent(s))|];", Text)]
    [InlineData("HttpContent c = Make(s); _ = [|c.ReadAsStringAsync().Result|];", " HttpContent Make(Stream s) => s.CanSeek ? new StringContent(string.Empty) : new StreamContent(s);")]
    [InlineData("HttpContent c = Make(t); _ = [|c.ReadAsStringAsync().Result|];", " protected virtual HttpContent Make(string t) => new StringContent(t);")]
    [InlineData("_ = [|Made.ReadAsStringAsync().Result|];", " public HttpContent Made { get; set; } = new StringContent(string.Empty);")]
    [InlineData("HttpContent c = new StringContent(t); Change(ref c); _ = [|c.ReadAsStringAsync().Result|];", " void Change(ref HttpContent c) => c = new StreamContent(Stream.Null);")]
    [InlineData("HttpContent? c = null; _ = [|c!.ReadAsStringAsync().Result|];", "")]
    public Task What_may_be_another_content_is(string read, string more) => Examine.Reports("TPD001", Kept(read, more));

    private static string Kept(string read, string more) => $$"""
        using System.Net.Http;
        class C { async Task M(string t, bool b, HttpContent o, Stream s) { await Task.Yield(); {{read}} }{{more}} }
        """;

    private static string Requests(string read, string more) => $$"""
        using System.Net.Http;
        class C { async Task M(HttpRequestMessage r) { await Task.Yield(); {{read}} }{{more}} }
        """;

    private static string Around(string parameter, string read) => $$"""
        using System.Net.Http;
        class Slow(byte[] bytes) : ByteArrayContent(bytes);
        class C
        {
            async Task M({{parameter}}) { await Task.Yield(); {{read}} }
        }
        """;
}
