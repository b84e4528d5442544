namespace ThreadPoolDoctor.Analyzers.Tests.Calls;

/// <summary>Who has asked what an object is, and was told no, does not run the method of what it asked for.</summary>
public sealed class DeniedTypeTests
{
    private const string Both = "class Both : IGet, IGetAsync { public string Get() => GetAsync().Result; public async Task<string> GetAsync() { await Task.Delay(5); return string.Empty; } }";
    private const string Plain = "class Plain : IGet { static readonly Task<string> s_all = Task.Run(() => string.Empty); public string Get() => File.ReadAllText(\"a\") + s_all.Result; }";

    [Theory]
    [InlineData("if (_kept is IGetAsync a) await a.GetAsync(); else _kept.Get();")]
    [InlineData("if (_kept is IGetAsync a) { await a.GetAsync(); return; } _kept.Get();")]
    [InlineData("if (!(_kept is IGetAsync)) { _kept.Get(); }")]
    [InlineData("if (_kept is not IGetAsync && n > 5) { _kept.Get(); }")]
    [InlineData("_ = _kept is IGetAsync a ? await a.GetAsync() : _kept.Get();")]
    [InlineData("switch (_kept) { case IGetAsync a: await a.GetAsync(); break; default: _kept.Get(); break; }")]
    [InlineData("var a = _kept as IGetAsync; if (a != null) await a.GetAsync(); else _kept.Get();")]
    [InlineData("IGetAsync? a = given as IGetAsync; if (a is null) given.Get();")]
    [InlineData("if (Options.Kept is IGetAsync a) await a.GetAsync(); else Options.Kept.Get();")]
    [InlineData("if (given is Both or null) return; given.Get();")]
    [InlineData("if (given is IGetAsync || n > 5) return; given.Get();")]
    public Task Its_method_is_not_told(string work) => Examine.Silent(Around(work, Both));

    [Theory]
    [InlineData("if (given is IGetAsync a) await a.GetAsync(); else [|given.Get()|];", Plain)]
    [InlineData("if (given is IGetAsync a) await a.GetAsync(); else [|given.Get()|];", Both + Plain)]
    [InlineData("if (_kept is IGetAsync a) await a.GetAsync(); else [|given.Get()|];", Both)]
    [InlineData("if (given is IGetAsync a && n > 5) await a.GetAsync(); else [|given.Get()|];", Both)]
    [InlineData("if (given is IGetAsync a) { await a.GetAsync(); given = Options.Kept; } else { given = Options.Kept; [|given.Get()|]; }", Both)]
    [InlineData("if (given is IGetAsync) [|given.Get()|];", Both)]
    [InlineData("if (given is not IGetAsync) return; [|given.Get()|];", Both)]
    [InlineData("switch (given) { case IGetAsync a when n > 5: await a.GetAsync(); break; default: [|given.Get()|]; break; }", Both)]
    [InlineData("if (given is IGetAsync) n++; [|given.Get()|];", Both)]
    [InlineData("var a = given as IGetAsync; a = n > 5 ? null : a; if (a == null) [|given.Get()|];", Both)]
    [InlineData("if (given is IGetAsync { IsOpen: true } a) await a.GetAsync(); else [|given.Get()|];", Both)]
    public Task That_of_another_is(string work, string more) => Examine.Reports(more.EndsWith(Plain) ? "TPD003" : "TPD001", Around(work, more));

    private static string Around(string work, string more) => $$"""
        interface IGet { string Get(); }
        interface IGetAsync { Task<string> GetAsync(); bool IsOpen => true; }
        {{more}}
        static class Options { public static IGet Kept { get; set; } = null!; }
        class C(IGet kept)
        {
            readonly IGet _kept = kept;
            async Task M(IGet given, int n) { await Task.Yield(); {{work}} }
        }
        """;
}
