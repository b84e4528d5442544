using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>Whether what a call waits for is another process: its end, or what it says.</summary>
internal static class ChildProcesses
{
    private const string Process = "System.Diagnostics.Process";

    public static bool Is(Examination examination, CallSite wait) => wait.Row?.Type == Process
        || Receiver.Of(wait.Node) is { } read && (IsOutput(examination, read)
            || Origins.Of(examination, read).Any(value => IsOutput(examination, value)));

    // process.StandardOutput.ReadToEnd()
    private static bool IsOutput(Examination examination, ExpressionSyntax read) =>
        examination.ModelOf(read).GetSymbolInfo(read).Symbol is IPropertySymbol { Name: "StandardOutput" or "StandardError" } output
        && MemberNames.OfType(output.ContainingType) == Process;
}
