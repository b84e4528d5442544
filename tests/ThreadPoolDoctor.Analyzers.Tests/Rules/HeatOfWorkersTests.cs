using Microsoft.CodeAnalysis;

namespace ThreadPoolDoctor.Analyzers.Tests.Rules;

/// <summary>
/// A BackgroundWorker works aside for who looks at its progress, and refuses to be started twice: it holds one thread.
/// </summary>
public sealed class HeatOfWorkersTests
{
    private const string Aside = "nobody to serve";
    private const string Web = "namespace Microsoft.AspNetCore.Http { public class HttpContext; }";
    private const string Service = "class BackgroundService; class Service : BackgroundService;";
    private const string Far = "System.Net.Dns.GetHostEntry(\"a\")";

    [Theory]
    [InlineData("public C() => _work.DoWork += (_, e) => e.Result = Load(); int Load() => LoadAsync().Result;")]
    [InlineData("public C() => _work.DoWork += OnWork; void OnWork(object? s, System.ComponentModel.DoWorkEventArgs e) => Load(); void Load() => " + Far + ";")]
    [InlineData("public C() => _work.DoWork += new System.ComponentModel.DoWorkEventHandler(OnWork); void OnWork(object? s, System.ComponentModel.DoWorkEventArgs e) { if (e.Cancel) return; " + Far + "; }")]
    [InlineData("public C() => _work.DoWork += (_, _) => " + Far + ";")]
    [InlineData("public C() => _work.DoWork += (_, _) => { for (int i = 0; i < 5; i++) " + Far + "; };")]
    public Task What_a_worker_of_a_library_waits_for_is_a_suggestion(string members) => Told(members, "", Aside);

    [Theory]
    [InlineData("public C() => _work.DoWork += (_, _) => _ = LoadAsync().Result;", "")]
    [InlineData("public C() => _work.DoWork += (_, _) => { while (true) " + Far + "; };", "")]
    [InlineData("public C() => _work.DoWork += (_, _) => " + Far + ";", Web)]
    [InlineData("public C() => _work.DoWork += (_, _) => " + Far + "; public void Open() => new System.Net.Sockets.TcpListener(5).Start();", Service)]
    [InlineData("void Go(string[] all) { foreach (string each in all) { System.ComponentModel.BackgroundWorker one = new(); one.DoWork += (_, _) => " + Far + "; one.RunWorkerAsync(); } }", "")]
    [InlineData("void Go() => Task.Run(() => " + Far + ");", "")]
    [InlineData("void Go() => ThreadPool.QueueUserWorkItem(_ => " + Far + ");", "")]
    public Task What_harms_all_the_same_is_a_warning(string members, string more) => Told(members, more, null);

    private static async Task Told(string members, string more, string? place)
    {
        Diagnostic found = (await HeatTests.Alone("Other", $"public class C {{ readonly System.ComponentModel.BackgroundWorker _work = new(); static async Task<int> LoadAsync() {{ await Task.Delay(5); return 5; }} {members} }} {more}"))
            .Where(each => each.Id is "TPD001" or "TPD003").ShouldHaveSingleItem();
        found.Properties.GetValueOrDefault(DiagnosticProperties.Cold).ShouldBe(place);
        found.Severity.ShouldBe(place is null ? DiagnosticSeverity.Warning : DiagnosticSeverity.Info);
    }
}
