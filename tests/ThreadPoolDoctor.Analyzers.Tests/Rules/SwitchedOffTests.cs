using Microsoft.CodeAnalysis;

namespace ThreadPoolDoctor.Analyzers.Tests.Rules;

/// <summary>Who has switched off another analyzer's rule at a place was told of it, and means it.</summary>
public sealed class SwitchedOffTests
{
    private const string Known = "switched off for another analyzer";
    private const string Off = "\n#pragma warning disable ";
    private const string On = "\n#pragma warning restore ";

    [Theory]
    [InlineData(Off + "VSTHRD002\nt.Wait();" + On + "VSTHRD002\n")]
    [InlineData(Off + "CA1849, MA0042 // once\nFile.ReadAllText(\"a\");" + On + "CA1849, MA0042\n")]
    [InlineData(Off + "VSTHRD103\nThread.Sleep(5);\n")]
    [InlineData(Off + "VSTHRD103\nHelp(t);" + On + "VSTHRD103\n", "static void Help(Task t) => t.Wait();")]
    [InlineData("Help(t);", "static void Help(Task t) {" + Off + "VSTHRD002\nt.Wait();" + On + "VSTHRD002\n}")]
    [InlineData("Help(t);", "[System.Diagnostics.CodeAnalysis.SuppressMessage(\"Usage\", \"VSTHRD002:Avoid waits\", Justification = \"old\")] static void Help(Task t) => t.Wait();")]
    [InlineData("Old.Help(t);", "[System.Diagnostics.CodeAnalysis.SuppressMessage(\"Usage\", \"VSTHRD002\")] class Old { public static void Help(Task t) => t.Wait(); }")]
    [InlineData(Off + "VSTHRD101\nThreadPool.QueueUserWorkItem(async _ => await t);" + On + "VSTHRD101\n")]
    public Task It_is_a_suggestion(string work, string more = "") => Told(work, more, Known);

    [Theory]
    [InlineData(Off + "VSTHRD002\n_ = t;" + On + "VSTHRD002\nt.Wait();")]
    [InlineData(Off + "CS0618, VSTHRD200\nt.Wait();\n")]
    [InlineData(Off + "VSTHRD100\nt.Wait();\n")]
    [InlineData(Off + "VSTHRD002\nThreadPool.QueueUserWorkItem(async _ => await t);\n")]
    [InlineData("t.Wait();", "[System.Diagnostics.CodeAnalysis.SuppressMessage(\"Usage\", \"VSTHRD002\")] static void Help(Task t) { }")]
    [InlineData("Help(t);", "[System.Diagnostics.CodeAnalysis.SuppressMessage(\"Usage\", \"VSTHRD200:Name\")] static void Help(Task t) => t.Wait();")]
    [InlineData("Help(t);", "static void Help(Task t) => t.Wait();" + Off + "VSTHRD002\n")]
    public Task Another_place_is_a_warning(string work, string more = "") => Told(work, more, null);

    /// <summary>A program's own main hands on to the one that a library has for it.</summary>
    [Theory]
    [InlineData("public static async Task<int> Main(string[] args) { await Task.Yield(); System.Net.Dns.GetHostEntry(args[0]); return 5; }", "main")]
    [InlineData("public static async Task Main(int port) { await Task.Yield(); Connect(); } static void Connect() => System.Net.Dns.GetHostEntry(\"a\");", "main")]
    [InlineData("public static async Task Main() { while (true) { await Task.Yield(); System.Net.Dns.GetHostEntry(\"a\"); } }", null)]
    [InlineData("public static void Main() => Task.Run(() => System.Net.Dns.GetHostEntry(\"a\"));", null)]
    [InlineData("public async Task Main() { await Task.Yield(); System.Net.Dns.GetHostEntry(\"a\"); }", null)]
    [InlineData("public static async Task MainAsync() { await Task.Yield(); System.Net.Dns.GetHostEntry(\"a\"); }", null)]
    public async Task What_a_main_of_a_library_waits_for_is_a_suggestion(string member, string? place)
    {
        Diagnostic found = (await HeatTests.Alone("Other", $"public class C {{ {member} }}")).ShouldHaveSingleItem();
        found.Properties.GetValueOrDefault(DiagnosticProperties.Cold).ShouldBe(place);
    }

    private static async Task Told(string work, string more, string? place)
    {
        Diagnostic found = (await Examine.Run([$"class C {{ async Task M(Task t) {{ await Task.Yield(); {work} }} {more} }}"], new())).Diagnostics.ShouldHaveSingleItem();
        found.Properties.GetValueOrDefault(DiagnosticProperties.Cold).ShouldBe(place);
        found.Severity.ShouldBe(place is null ? DiagnosticSeverity.Warning : DiagnosticSeverity.Info);
    }
}
