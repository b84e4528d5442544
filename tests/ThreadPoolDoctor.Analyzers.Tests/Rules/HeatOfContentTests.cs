using Microsoft.CodeAnalysis;

namespace ThreadPoolDoctor.Analyzers.Tests.Rules;

/// <summary>HttpClient gives a response back when its content is there: who reads it with Result waits for nothing, and could still await it.</summary>
public sealed class HeatOfContentTests
{
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

    private static async Task Read(string work, string? place)
    {
        Diagnostic found = (await Run(work)).ShouldHaveSingleItem();
        found.Properties.GetValueOrDefault(DiagnosticProperties.Cold).ShouldBe(place);
        found.Severity.ShouldBe(place is null ? DiagnosticSeverity.Warning : DiagnosticSeverity.Info);
    }

    private static async Task<Diagnostic[]> Run(string work) => [.. (await Examine.Run(
        ["class C { readonly HttpClient _far = new(); async Task M() { " + work + " } }"], new())).Diagnostics];
}
