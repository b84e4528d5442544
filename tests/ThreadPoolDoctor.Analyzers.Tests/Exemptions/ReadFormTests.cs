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

    [Theory]
    [InlineData("class Login : PageModel { public async Task OnPost(string name) => await new Captcha().Verify(Request); }")]
    [InlineData("class Login : Controller { public async Task<bool> Post(string name) { return await new Captcha().Verify(this.Request); } }")]
    [InlineData("class Login : ControllerBase { public async Task<bool> Post(string name) => await new Captcha().Verify(HttpContext.Request); } class Other : PageModel { public async Task OnPost() { var asked = Request; await new Captcha().Verify(asked); } }")]
    [InlineData("class Login : Controller { public Task<bool> Post(string name) => Ask(Request); Task<bool> Ask(HttpRequest asked) => new Captcha().Verify(asked); }")]
    [InlineData("class Login : Controller { public async Task<bool> Post(string name) => await new Service(new Captcha()).Ask(Request); } class Service(Captcha captcha) { public async Task<bool> Ask(HttpRequest asked) { await Task.Yield(); return await captcha.Verify(asked); } }")]
    [InlineData("class Login { public static async Task<bool> Post(IFormFile file, HttpRequest request) => await new Captcha().Verify(request); }")]
    [InlineData("class Login(ICaptcha captcha) : Controller { public async Task<bool> Post(string name) => await captcha.Verify(Request); }")]
    [InlineData("class Login(ICaptcha captcha) : Controller { public async Task<bool> Post(string name) => await captcha.Verify(Request); } class Other(Captcha captcha) : PageModel { public async Task OnPost() => await captcha.Verify(Request); }")]
    [InlineData("class Login(IService service) : Controller { public async Task<bool> Post(string name) => await service.Ask(Request); } interface IService { Task<bool> Ask(HttpRequest asked); } class Service(ICaptcha captcha) : IService { async Task<bool> IService.Ask(HttpRequest asked) { await Task.Yield(); return await captcha.Verify(asked); } }")]
    public Task What_an_action_hands_over_has_been_read(string callers) => Examine.Silent(Verified("request.Form", callers));

    [Theory]
    [InlineData("")]
    [InlineData("class Middle(RequestDelegate next) { public async Task InvokeAsync(HttpContext web) { await new Captcha().Verify(web.Request); await next(web); } }")]
    [InlineData("class Middle(RequestDelegate next) { public async Task InvokeAsync(HttpContext web) { await new Captcha().Verify(web.Request); await next(web); } } class Login : Controller { public async Task<bool> Post(string name) => await new Captcha().Verify(Request); }")]
    [InlineData("class Login : Controller { public async Task<bool> Post(string name, HttpRequest other) => await new Captcha().Verify(Find(other)); static extern HttpRequest Find(HttpRequest one); }")]
    [InlineData("class Login : Controller { public Func<HttpRequest, Task<bool>> Asked() => new Captcha().Verify; }")]
    [InlineData("class Middle(RequestDelegate next, ICaptcha captcha) { public async Task InvokeAsync(HttpContext web) { await captcha.Verify(web.Request); await next(web); } } class Login : Controller { public async Task<bool> Post(string name) => await new Captcha().Verify(Request); }")]
    [InlineData("class Login(ICaptcha captcha) : Controller { public Func<HttpRequest, Task<bool>> Asked() => captcha.Verify; public async Task<bool> Post(string name) => await captcha.Verify(Request); }")]
    public Task What_others_hand_over_may_not(string callers) => Examine.Reports("TPD003", Verified("[|request.Form|]", callers));

    /// <summary>Also where the helper is given the context, as an extension or not.</summary>
    [Theory]
    [InlineData("class Login : Controller { public async Task<bool> Post() => await HttpContext.IsTwice(); }")]
    [InlineData("class Login : Controller { public async Task<bool> Post() { if (await this.HttpContext.IsTwice()) return false; return await ControllerContext.HttpContext.IsTwice(); } }")]
    [InlineData("class Login : PageModel { public async Task OnPost() => await Forms.IsTwice(HttpContext); }")]
    [InlineData("class Login : PageModel { public async Task OnPost() { var web = HttpContext; await web.IsTwice(); } }")]
    [InlineData("class Login : Controller { public async Task<bool> Post() => await Both(HttpContext); static Task<bool> Both(HttpContext web) => web.IsTwice(); }")]
    [InlineData("class Login : Controller { public async Task<bool> Post() => await Forms.IsTwice(context: HttpContext); }")]
    [InlineData("class Login : Controller { public async Task<bool> Post() => await Request.HttpContext.IsTwice(); }")]
    public async Task What_an_action_hands_over_as_its_context_has_been_read(string callers)
    {
        await Examine.Silent(Extended("context.Request.Form", callers));
        await Examine.Silent(Extended("Of(context)", callers + " static partial class Forms { static IFormCollection Of(HttpContext context) { var request = context.Request; return request.Form; } }"));
    }

    [Theory]
    [InlineData("")]
    [InlineData("class Middle(RequestDelegate next) { public async Task InvokeAsync(HttpContext web) { await web.IsTwice(); await next(web); } }")]
    [InlineData("class Middle(RequestDelegate next) { public async Task InvokeAsync(HttpContext web) { await web.IsTwice(); await next(web); } } class Login : Controller { public async Task<bool> Post() => await HttpContext.IsTwice(); }")]
    [InlineData("class Login : Controller { public Func<Task<bool>> Asked() => HttpContext.IsTwice; }")]
    [InlineData("class Login : Controller { public async Task<bool> Post() => await Find(5).IsTwice(); static extern HttpContext Find(int number); }")]
    [InlineData("class Login(RequestDelegate next) { public async Task<bool> Run(HttpContext web) => await web.IsTwice(); }")]
    public Task What_others_hand_over_as_their_context_may_not(string callers) => Examine.Reports("TPD003", Extended("[|context.Request.Form|]", callers));

    private static string Extended(string asked, string callers) => $$"""
        using Microsoft.AspNetCore.Http;
        using Microsoft.AspNetCore.Mvc;
        using Microsoft.AspNetCore.Mvc.RazorPages;
        static partial class Forms { public static async Task<bool> IsTwice(this HttpContext context) { var form = {{asked}}; await Task.Yield(); return form.Count > 0; } }
        {{callers}}
        """;

    private static string Verified(string asked, string callers) => $$"""
        using Microsoft.AspNetCore.Http;
        using Microsoft.AspNetCore.Mvc;
        using Microsoft.AspNetCore.Mvc.RazorPages;
        interface ICaptcha { Task<bool> Verify(HttpRequest request); }
        class Captcha : ICaptcha { public async Task<bool> Verify(HttpRequest request) { var form = {{asked}}; await Task.Yield(); return form.Count > 0; } }
        {{callers}}
        """;
}
