namespace ThreadPoolDoctor.Analyzers.Tests.Exemptions;

/// <summary>A form is at hand once it was read, by whoever was awaited; another request's is not.</summary>
public class ReadFormTests
{
    [Theory]
    [InlineData("await a.Request.ReadFormAsync(); _ = a.Request.Form;")]
    [InlineData("var request = a.Request; var form = await request.ReadFormAsync().ConfigureAwait(false); _ = a.Request.Form;")]
    [InlineData("if (a.Request.HasFormContentType) { await a.Request.ReadFormAsync(); } _ = a.Request.Form;")]
    [InlineData("await Load(a.Request); _ = a.Request.Form;")]
    [InlineData("await LoadBoth(a).ConfigureAwait(false); _ = a.Request.Form; Ask(a);")]
    [InlineData("HttpRequest request = Find(); await request.ReadFormAsync(); _ = a.Request.Form;")]
    [InlineData("await a.Request.ReadFormAsync(); Action ask = () => { _ = a.Request.Form; }; await Task.Run(ask);")]
    public Task A_form_that_was_read_is_at_hand(string body) => Examine.Silent(Around(body));

    [Theory]
    [InlineData("await b.Request.ReadFormAsync(); _ = [|a.Request.Form|];")]
    [InlineData("_ = [|a.Request.Form|]; await a.Request.ReadFormAsync();")]
    [InlineData("if (b is null) await a.Request.ReadFormAsync(); else _ = [|a.Request.Form|];")]
    [InlineData("await b.Request.ReadFormAsync(); [|Ask(a)|];")]
    [InlineData("await Load(b.Request); _ = [|a.Request.Form|];")]
    [InlineData("await Some(a.Request); _ = [|a.Request.Form|];")]
    [InlineData("var later = Load(a.Request); _ = [|a.Request.Form|]; await later;")]
    [InlineData("await Begin(a.Request); _ = [|a.Request.Form|];")]
    public Task One_that_may_not_have_been_is_waited_for(string body) => Examine.Reports("TPD003", Around(body));

    private static string Around(string body) => $$"""
        using Microsoft.AspNetCore.Http;
        class Middle(RequestDelegate next)
        {
            public async Task InvokeAsync(HttpContext a, HttpContext b) { {{body}} await next(a); }
            static async Task<string> Load(HttpRequest request) { var form = await request.ReadFormAsync(); return form["a"].ToString(); }
            static Task LoadBoth(HttpContext web) => Load(web.Request);
            static async Task Some(HttpRequest request) { if (request.Headers.Count > 5) return; await request.ReadFormAsync(); }
            static async Task Begin(HttpRequest request) { _ = request.ReadFormAsync(); await Task.Yield(); }
            static void Ask(HttpContext web) => _ = web.Request.Form;
            static extern HttpRequest Find();
        }
        """;
}
