using Microsoft.CodeAnalysis;

namespace ThreadPoolDoctor.Analyzers.Tests.Rules;

/// <summary>
/// HttpClient gives a response back when its content is there: who reads it with Result waits for nothing, and could
/// still await it.
/// </summary>
public sealed class HeatOfContentTests
{
    private const string Anywhere = """
        static class Tasks
        {
            public static System.Runtime.CompilerServices.ConfiguredTaskAwaitable<T> Anywhere<T>(this Task<T> task) =>
                task.ConfigureAwait(false);
        }
        """;

    [Theory]
    [InlineData("using var r = await _far.GetAsync(\"a\"); _ = r.Content.ReadAsStringAsync().Result;")]
    [InlineData("using (var r = await _far.SendAsync(new(), default(CancellationToken)).ConfigureAwait(false)) { _ = r.Content.ReadAsByteArrayAsync().GetAwaiter().GetResult(); }")]
    [InlineData("var r = await _far.PostAsync(\"a\", null); r.EnsureSuccessStatusCode(); r.Content.ReadAsStreamAsync().Wait();")]
    [InlineData("_ = (await _far.GetAsync(\"a\")).Content.ReadAsStringAsync().Result;")]
    public Task Content_that_has_come_is_a_suggestion(string work) => Read(work, "content that has come");

    [Theory]
    [InlineData("using var r = await _far.GetAsync(\"a\", HttpCompletionOption.ResponseHeadersRead); _ = r.Content.ReadAsStringAsync().Result;")]
    [InlineData("var r = await _far.GetAsync(\"a\"); r = await _far.GetAsync(\"a\", HttpCompletionOption.ResponseHeadersRead); _ = r.Content.ReadAsStringAsync().Result;")]
    [InlineData("HttpRequestMessage r = new(); await Task.Yield(); _ = r.Content!.ReadAsStringAsync().Result;")]
    [InlineData("HttpMessageInvoker all = _far; var r = await all.SendAsync(new(), default); _ = r.Content.ReadAsStringAsync().Result;")]
    public Task What_may_be_on_its_way_is_a_warning(string work) => Read(work, null);

    /// <summary>The answer itself is waited for; that is told, and its content is not told beside it.</summary>
    [Theory]
    [InlineData("var r = _far.GetAsync(\"a\").Result; _ = r.Content.ReadAsStringAsync().Result;")]
    [InlineData("var r = _far.GetAsync(\"a\").GetAwaiter().GetResult(); _ = r.Content.ReadAsStringAsync().Result;")]
    [InlineData("var asked = _far.GetAsync(\"a\"); _ = asked.Result.Content.ReadAsStringAsync().Result;")]
    public async Task Content_of_an_answer_that_was_waited_for_is_a_suggestion(string work)
    {
        Diagnostic[] found = [.. (await Run("await Task.Yield(); " + work)).OrderBy(each => each.Location.SourceSpan.End)];
        found.Select(each => each.Properties.GetValueOrDefault(DiagnosticProperties.Cold)).ShouldBe([null, "content that has come"]);
    }

    /// <summary>Whoever gives a method a response has mostly got it whole.</summary>
    [Theory]
    [InlineData("async Task M(HttpResponseMessage r) { using var s = await r.Content.ReadAsStreamAsync(); _ = new StreamReader(s).ReadToEnd(); }")]
    [InlineData("async Task M(HttpResponseMessage r) { using (var s = await r.Content.ReadAsStreamAsync().ConfigureAwait(false)) { _ = Text(s); } }")]
    [InlineData("async Task M(HttpResponseMessage r) { using (var s = await r.Content.ReadAsStreamAsync().Anywhere()) { _ = Text(s); } }")]
    [InlineData("async Task M(HttpResponseMessage r) { await Task.Yield(); using StreamReader s = new(r.Content.ReadAsStream()); _ = s.ReadLine(); }")]
    [InlineData("Task M() => Ask(async r => { using var s = await r.Content.ReadAsStreamAsync(); _ = Text(s); }); Task Ask(Func<HttpResponseMessage, Task> read) => Task.CompletedTask;")]
    public Task The_stream_of_a_response_that_is_given_is_a_suggestion(string work) => Member(work, "content that has come");

    /// <summary>So it is with its text, where it is kept in a variable as well.</summary>
    [Theory]
    [InlineData("async Task M(HttpResponseMessage r) { await Task.Yield(); _ = r.Content.ReadAsStringAsync().Result; }")]
    [InlineData("async Task M(HttpResponseMessage r) { await Task.Yield(); var text = r.Content.ReadAsStringAsync(); _ = text.Result; }")]
    [InlineData("async Task M(HttpResponseMessage r) { await Task.Yield(); var content = r.Content; _ = content.ReadAsStringAsync().Result; }")]
    [InlineData("async Task M(Answer a) { await Task.Yield(); _ = a.Response.Content.ReadAsStringAsync().Result; } record Answer(HttpResponseMessage Response);")]
    [InlineData("async Task M(Answer a) { await Task.Yield(); var content = a.Response.Content; _ = content.ReadAsStringAsync().Result; } record Answer(HttpResponseMessage Response);")]
    [InlineData("async Task M() { try { await _far.GetAsync(\"a\"); } catch (Failed e) { _ = e.Response.Content.ReadAsStringAsync().Result; } } class Failed : Exception { public HttpResponseMessage Response { get; set; } = new(); }")]
    [InlineData("async Task M() { var r = await _far.GetAsync(\"a\"); var text = r.Content.ReadAsStringAsync(); _ = text.Result; }")]
    public Task The_text_of_a_response_is_a_suggestion_by_whatever_name(string work) => Member(work, "content that has come");

    [Theory]
    [InlineData("async Task M(HttpRequestMessage r) { await Task.Yield(); var text = r.Content!.ReadAsStringAsync(); _ = text.Result; }")]
    [InlineData("async Task M() { var r = await _far.GetAsync(\"a\", HttpCompletionOption.ResponseHeadersRead); var text = r.Content.ReadAsStringAsync(); _ = text.Result; }")]
    [InlineData("async Task M(HttpResponseMessage r) { await Task.Yield(); var text = r.Content.ReadAsStringAsync(); text = _far.GetStringAsync(\"a\"); _ = text.Result; }")]
    [InlineData("class Own : DelegatingHandler { protected override async Task<HttpResponseMessage> SendAsync(HttpRequestMessage q, CancellationToken k) { var r = await base.SendAsync(q, k); _ = r.Content.ReadAsStringAsync().Result; return r; } }")]
    public Task Other_text_is_a_warning(string work) => Member(work, null);

    [Theory]
    [InlineData("async Task M(HttpResponseMessage r) { await _far.GetAsync(\"a\", HttpCompletionOption.ResponseHeadersRead); _ = Text(await r.Content.ReadAsStreamAsync()); }")]
    [InlineData("async Task N() => await M(await _far.GetAsync(\"a\", HttpCompletionOption.ResponseHeadersRead)); async Task M(HttpResponseMessage r) { _ = Text(await r.Content.ReadAsStreamAsync()); }")]
    [InlineData("async Task M() { var r = await _far.GetAsync(\"a\", HttpCompletionOption.ResponseHeadersRead); _ = Text(await r.Content.ReadAsStreamAsync()); }")]
    [InlineData("async Task M() { var r = await Own(); _ = Text(await r.Content.ReadAsStreamAsync()); } Task<HttpResponseMessage> Own() => _far.GetAsync(\"a\", HttpCompletionOption.ResponseHeadersRead);")]
    [InlineData("async Task M(HttpRequestMessage r) { _ = Text(await r.Content!.ReadAsStreamAsync()); }")]
    [InlineData("async Task M(HttpResponseMessage r) { await Task.Yield(); _ = Text(_kept!); } System.Net.Sockets.NetworkStream? _kept;")]
    public Task A_stream_that_may_be_on_its_way_is_a_warning(string work) => Member(work, null);

    private static Task Read(string work, string? place) => Show(Run(work), place);

    /// <summary>What a server says of an error is a few words, and is seldom read.</summary>
    [Theory]
    [InlineData("catch (System.Net.WebException e) { _ = Text(e.Response!.GetResponseStream()); }")]
    [InlineData("catch (System.Net.WebException e) { using var r = (System.Net.HttpWebResponse?)e.Response; using StreamReader s = new(r!.GetResponseStream()); _ = s.ReadToEnd(); }")]
    [InlineData("catch (System.Net.WebException e) when (e.Response is not null) { var r = e.Response as System.Net.HttpWebResponse; using (var s = r!.GetResponseStream()) { _ = new StreamReader(s).ReadToEnd(); } }")]
    public Task The_answer_of_an_error_is_a_suggestion(string caught) => Member(Caught(caught), "answer of an error");

    [Theory]
    [InlineData("catch (System.Net.WebException e) { Log(e); var r = await a.GetResponseAsync(); _ = Text(r.GetResponseStream()); }")]
    [InlineData("catch (System.Net.WebException e) { Log(e.Response); _ = Text(_other.GetStream()); }")]
    public Task What_else_is_read_there_is_a_warning(string caught) => Member(Caught(caught), null);

    private static string Caught(string caught) =>
        "readonly System.Net.Sockets.TcpClient _other = new(); static void Log(object? o) { } async Task M(System.Net.WebRequest a) { try { await a.GetResponseAsync(); } " + caught + " }";

    private static Task Member(string members, string? place) => Show(RunMembers(
        members + " static string Text(Stream s) => new StreamReader(s).ReadToEnd();"), place);

    private static async Task Show(Task<Diagnostic[]> told, string? place)
    {
        Diagnostic found = (await told).ShouldHaveSingleItem();
        found.Properties.GetValueOrDefault(DiagnosticProperties.Cold).ShouldBe(place);
        found.Severity.ShouldBe(place is null ? DiagnosticSeverity.Warning : DiagnosticSeverity.Info);
    }

    private static Task<Diagnostic[]> Run(string work) => RunMembers("async Task M() { " + work + " }");

    private static async Task<Diagnostic[]> RunMembers(string members) => [.. (await Examine.Run(
        ["class C { readonly HttpClient _far = new(); " + members + " }" + Anywhere], new())).Diagnostics];
}
