namespace ThreadPoolDoctor.Analyzers.Tests.Rules;

/// <summary>
/// A command of a shell and a task of a build are called one after the other by a program that waits for each: what
/// only they come to is as cold as what a program's main method comes to.
/// </summary>
public sealed class HeatOfCommandsTests
{
    private const string Work = "public static async Task LoadAsync() { for (int i = 0; i < 5; i++) { await Task.Yield(); Thread.Sleep(5); } } ";

    private const string Shell = """
        namespace System.Management.Automation
        {
            public abstract class Cmdlet { protected virtual void BeginProcessing() { } protected virtual void ProcessRecord() { } protected virtual void EndProcessing() { } }
            public abstract class PSCmdlet : Cmdlet;
        }
        """;

    private const string Build = """
        namespace Microsoft.Build.Framework { public interface ITask { bool Execute(); } }
        namespace Microsoft.Build.Utilities { public abstract class Task : Framework.ITask { public abstract bool Execute(); } }
        """;

    private const string Web = "namespace Microsoft.AspNetCore.Http { public class HttpContext; }";

    [Theory]
    [InlineData("class Get : System.Management.Automation.PSCmdlet { protected override void ProcessRecord() => C.LoadAsync(); }", Shell)]
    [InlineData("class Get : System.Management.Automation.Cmdlet { protected override void EndProcessing() => C.LoadAsync(); }", Shell)]
    [InlineData("class Get : System.Management.Automation.Cmdlet { protected override void BeginProcessing() { foreach (int i in new[] { 5 }) C.LoadAsync(); } }", Shell)]
    [InlineData("abstract class Own : System.Management.Automation.PSCmdlet { protected override void ProcessRecord() => Go(); protected abstract void Go(); } class Get : Own { protected override void Go() => C.LoadAsync(); }", Shell)]
    [InlineData("class Get : System.Management.Automation.PSCmdlet { protected override void ProcessRecord() => Task.Run(() => C.LoadAsync()); }", Shell)]
    [InlineData("class Copy : Microsoft.Build.Utilities.Task { public override bool Execute() { C.LoadAsync(); return true; } }", Build)]
    [InlineData("class Copy : Microsoft.Build.Framework.ITask { public bool Execute() { C.LoadAsync(); return true; } }", Build)]
    public Task What_only_commands_come_to_is_a_suggestion(string command, string more) => Library(Work, command + more, "command-line program");

    [Theory]
    [InlineData("class Get : System.Management.Automation.PSCmdlet { protected override void ProcessRecord() => C.LoadAsync(); }", Shell + Web)]
    [InlineData("class Get : System.Management.Automation.PSCmdlet { protected override void ProcessRecord() { using Timer timer = new(_ => C.LoadAsync()); } }", Shell)]
    [InlineData("class Get : System.Management.Automation.PSCmdlet { protected override void ProcessRecord() { foreach (int i in new[] { 5 }) Task.Run(() => C.LoadAsync()); } }", Shell)]
    [InlineData("class Get : System.Management.Automation.PSCmdlet { public event Action? Came; protected override void ProcessRecord() => Came += () => C.LoadAsync(); }", Shell)]
    [InlineData("class Get : PSCmdlet { protected override void ProcessRecord() => C.LoadAsync(); } abstract class PSCmdlet { protected abstract void ProcessRecord(); }", "")]
    [InlineData("class Get : Copy { public override void Execute() => C.LoadAsync(); } abstract class Copy { public abstract void Execute(); }", "")]
    [InlineData("class Get : System.Management.Automation.PSCmdlet { protected override void ProcessRecord() => C.LoadAsync(); } class BackgroundService; class Service : BackgroundService;", Shell)]
    [InlineData("class Get : System.Management.Automation.PSCmdlet { protected override void ProcessRecord() => new System.Net.HttpListener().Start(); }", Shell)]
    public Task What_others_come_to_is_a_warning(string command, string more) => Library(Work, command + more, null);

    private static Task Library(string members, string more, string? place) =>
        HeatOfToolsTests.Told(HeatTests.Alone("Other", $"public class C {{ {members} }} {more}"), place);
}
