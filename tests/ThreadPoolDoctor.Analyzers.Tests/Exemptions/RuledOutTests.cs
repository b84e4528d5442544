namespace ThreadPoolDoctor.Analyzers.Tests.Exemptions;

/// <summary>What stands under a condition that was ruled out before is never come to.</summary>
public sealed class RuledOutTests
{
    [Theory]
    [InlineData("Line? a = null; if (a == null) { a = new(); a.Dial(); } while (n > 5) { if (a == null) { a = new Line(); Thread.Sleep(5); } n--; }")]
    [InlineData("var a = new Line(); if (a is null) Thread.Sleep(5);")]
    [InlineData("Line? a = null; if (a != null && n > 5) Thread.Sleep(5);")]
    [InlineData("string? s = null; s ??= \"a\"; if (s == null) Thread.Sleep(5);")]
    [InlineData("kept = kept ?? throw new Exception(); if (null == kept) Thread.Sleep(5);")]
    [InlineData("ArgumentNullException.ThrowIfNull(kept); if (kept == null) Thread.Sleep(5);")]
    [InlineData("if (kept == null || n > 5) return; if (kept == null) Thread.Sleep(5);")]
    [InlineData("if (!ready) return; n++; if (!ready) Thread.Sleep(5);")]
    [InlineData("if (ready) { n++; } else if (ready) Thread.Sleep(5);")]
    [InlineData("if (kept != null) { n++; _ = kept == null ? Load().Result : 5; }")]
    public Task It_is_not_told(string work) => Examine.Silent(Around(work));

    [Theory]
    [InlineData("Line? a = null; if (a == null) { a = Made(n); } if (a == null) [|Thread.Sleep(5)|];")]
    [InlineData("var a = new Line(); while (n > 5) { if (a == null) [|Thread.Sleep(5)|]; a = Made(n); n--; }")]
    [InlineData("Line? a = new Line(); a = Made(n); if (a is null) [|Thread.Sleep(5)|];")]
    [InlineData("Line? a = new Line(); Change(ref a); if (a is null) [|Thread.Sleep(5)|];")]
    [InlineData("Line? a = new Line(); Action drop = () => a = null; drop(); if (a is null) [|Thread.Sleep(5)|];")]
    [InlineData("Line? a = new Line(); try { a = null; n++; } catch { if (a == null) [|Thread.Sleep(5)|]; }")]
    [InlineData("if (kept == null && n > 5) return; if (kept == null) [|Thread.Sleep(5)|];")]
    [InlineData("if (!ready) n++; if (!ready) [|Thread.Sleep(5)|];")]
    [InlineData("if (!ready) return; ready = n > 5; if (!ready) [|Thread.Sleep(5)|];")]
    [InlineData("if (_kept == null) _kept = new(); await Task.Yield(); if (_kept == null) [|Thread.Sleep(5)|];")]
    [InlineData("Line? a = null; if (n > 5) a = new Line(); if (a == null) [|Thread.Sleep(5)|];")]
    [InlineData("Line? a = null; foreach (int i in new[] { 5 }) { if (a != null) [|Thread.Sleep(5)|]; a = new Line(); }")]
    public Task What_may_be_so_is(string work) => Examine.Reports("TPD002", Around(work));

    private static string Around(string work) => $$"""
        class Line { public void Dial() { } }
        class C
        {
            Line? _kept;
            static Task<int> Load() => Task.Run(() => 5);
            static Line? Made(int n) => n > 7 ? null : new();
            static void Change(ref Line? a) => a = null;
            async Task M(int n, Line? kept, bool ready) { await Task.Yield(); {{work}} }
        }
        """;
}
