namespace ThreadPoolDoctor.Analyzers.Tests;

/// <summary>
/// Who turns an object into bytes in memory waits for nothing, though the same can be awaited; who uploads them does.
/// </summary>
public sealed class GivenMemoryTests
{
    [Theory]
    [InlineData("using var m = new MemoryStream(); p.Save(m, 5);")]
    [InlineData("using (MemoryStream m = new()) { p.SaveAsPng(m); }")]
    [InlineData("p.Save(new BufferedStream(new MemoryStream()), 5);")]
    public Task What_is_saved_to_memory_is_not_waited_for(string work) => Examine.Silent(Around(work));

    [Theory]
    [InlineData("using var f = File.OpenWrite(\"a\"); [|p.Save(f, 5)|];")]
    [InlineData("using var m = new MemoryStream(); [|blob.Save(m)|];")]
    [InlineData("using var m = new MemoryStream(); [|store.Upload(m)|];")]
    public Task What_goes_on_to_somewhere_is(string work) => Examine.Reports("TPD003", Around(work));

    private static string Around(string work) => $$"""
        abstract class Picture
        {
            public abstract void Save(Stream to, int quality);
            public abstract Task SaveAsync(Stream to, int quality, CancellationToken token = default);
        }
        static class Pictures
        {
            public static extern void SaveAsPng(this Picture picture, Stream to);
            public static extern Task SaveAsPngAsync(this Picture picture, Stream to, CancellationToken token = default);
        }
        abstract class BlobClient
        {
            public abstract void Save(Stream from);
            public abstract Task SaveAsync(Stream from);
        }
        abstract class Store
        {
            public abstract void Upload(Stream from);
            public abstract Task UploadAsync(Stream from);
        }
        class C
        {
            async Task M(Picture p, BlobClient blob, Store store) { await Task.Yield(); {{work}} }
        }
        """;

    /// <summary>A request of .NET keeps what is written to it until its answer is asked for.</summary>
    [Theory]
    [InlineData("Stream to = r.GetRequestStream(); to.Write(b, 0, 5); to.Close();")]
    [InlineData("using var to = new StreamWriter(await r.GetRequestStreamAsync()); to.Write(\"a\"); to.Flush();")]
    [InlineData("HttpWebRequest q = null!; try { q = (HttpWebRequest)WebRequest.Create(\"a\"); q.GetRequestStream().Write(b); } finally { q?.Abort(); }")]
    [InlineData("r.AllowWriteStreamBuffering = true; using Stream to = r.GetRequestStream(); to.Write(b);")]
    [InlineData("r.BeginGetRequestStream(x => { using Stream to = r.EndGetRequestStream(x); to.Write(b, 0, 5); }, null);")]
    [InlineData("other.AllowWriteStreamBuffering = true; r.BeginGetRequestStream(x => { using Stream to = r.EndGetRequestStream(x); to.Write(b, 0, 5); }, null);")]
    [InlineData("r.BeginGetRequestStream(x => { var q = (HttpWebRequest)x.AsyncState!; using var to = new StreamWriter(q.EndGetRequestStream(x)); to.Write(\"a\"); }, r);")]
    [InlineData("r.BeginGetRequestStream(x => { var kept = (Sent)x.AsyncState!; HttpWebRequest q = kept.Poster; using var to = new StreamWriter(q.EndGetRequestStream(x)); to.Write(\"a\"); to.Close(); }, new Sent(r));")]
    public Task What_is_written_to_a_request_is_kept(string work) => Examine.Silent(Requested(work));

    [Theory]
    [InlineData("r.AllowWriteStreamBuffering = false; Stream to = [|r.GetRequestStream()|]; [|to.Write(b, 0, 5)|];")]
    [InlineData("Stream to = [|other.GetRequestStream()|]; [|to.Write(b, 0, 5)|];")]
    [InlineData("WebRequest any = WebRequest.Create(\"a\"); Stream to = [|any.GetRequestStream()|];")]
    [InlineData("_ = [|r.GetResponse()|];")]
    [InlineData("r.AllowWriteStreamBuffering = false; r.BeginGetRequestStream(x => { using Stream to = r.EndGetRequestStream(x); [|to.Write(b, 0, 5)|]; }, null);")]
    [InlineData("WebRequest f = WebRequest.Create(\"ftp://a\"); f.BeginGetRequestStream(x => { using Stream to = f.EndGetRequestStream(x); [|to.Write(b, 0, 5)|]; }, null);")]
    public Task Its_answer_and_one_that_is_not_kept_are_waited_for(string work) => Examine.Reports("TPD003", Requested(work));

    private static string Requested(string work) => $$"""
        #pragma warning disable SYSLIB0014
        using System.Net;
        record Sent(HttpWebRequest Poster);
        class C
        {
            async Task M(byte[] b, HttpWebRequest other)
            {
                var r = (HttpWebRequest)WebRequest.Create("http://a");
                await Task.Yield();
                {{work}}
            }
        }
        """;

    /// <summary>A client of the program's own that hands on what HttpClient gives.</summary>
    [Theory]
    [InlineData("var r = await own.PostAsync(\"a\", null); using var from = await r.Content.ReadAsStreamAsync(); from.CopyTo(to);")]
    [InlineData("var r = await own.Ask(); using var from = await r.Content.ReadAsStreamAsync(); from.CopyTo(to);")]
    public Task What_an_own_client_gives_has_come_whole(string work) => Examine.Silent(Asked(work));

    [Theory]
    [InlineData("var r = await own.Headers(); using var from = await r.Content.ReadAsStreamAsync(); [|from.CopyTo(to)|];")]
    [InlineData("var r = await own.Round(5); using var from = await r.Content.ReadAsStreamAsync(); [|from.CopyTo(to)|];")]
    public Task The_headers_alone_have_not(string work) => Examine.Reports("TPD003", Asked(work));

    private static string Asked(string work) => $$"""
        using System.Net.Http;
        class Own : HttpClient
        {
            public new async Task<HttpResponseMessage> PostAsync(string to, HttpContent? what)
            {
                HttpResponseMessage response = await base.PostAsync(to, what);
                return response;
            }
            public Task<HttpResponseMessage> Ask() => GetAsync("a");
            public Task<HttpResponseMessage> Headers() => GetAsync("a", HttpCompletionOption.ResponseHeadersRead);
            public async Task<HttpResponseMessage> Round(int n) => await Round(n - 1);
        }
        class C
        {
            async Task M(Own own, MemoryStream to) { {{work}} }
        }
        """;
}
