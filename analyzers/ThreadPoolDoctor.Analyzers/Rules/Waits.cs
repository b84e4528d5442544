using System;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using ThreadPoolDoctor.Catalog;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// What a finding waits for, as <see cref="Heat"/> asks: how long its thread is held, and who could do without it.
/// </summary>
internal static class Waits
{
    private const string SerialPort = "System.IO.Ports.SerialPort";

    public static bool ForTask(Finding finding) => finding.Ailment is Ailments.BlockingOnTask;

    /// <summary>Whether it sleeps: by the thread's own call, or by waiting for a task that is only a delay.</summary>
    public static bool ForTime(Finding finding, Examination examination) => finding.Ailment is Ailments.Sleeping
        || ForTask(finding) && finding.Row is not ForeignCall && Delays.IsOne(examination, Last(finding).Node);

    /// <summary>Whether it sleeps for a tenth of a second at most.</summary>
    public static bool AreBrief(Finding finding, Examination examination) => finding.Ailment is Ailments.Sleeping
        && finding.Row is not ForeignCall
        && Calls.ArgumentsOf(Last(finding).Node) is { Arguments: [{ Expression: var time }] }
        && examination.ModelOf(time).GetConstantValue(time) is { HasValue: true, Value: <= 100 };

    /// <summary>
    /// Whether it waits for a hundredth of a second at most for something that goes on without it, once: who asks again
    /// and again holds the thread all the same.
    /// </summary>
    public static bool AreOfAMoment(Finding finding, Examination examination) =>
        (ForTask(finding) || finding.Ailment is Ailments.WaitingOnSignal) && finding.Row is not ForeignCall
        && Timeouts.AreBrief(examination.ModelOf(Last(finding).Node), Last(finding))
        && !finding.Path.Any(step => LoopShape.IsInLoop(step.Node));

    /// <summary>Whether it is read once a loop has waited for it to come, for some time.</summary>
    public static bool WasPolledFor(Finding finding, Examination examination) => finding.Ailment is Ailments.BlockingIO
        && finding.Row is not ForeignCall && examination.BodyAround(Last(finding).Node) is { } body
        && ArrivedBytes.WerePolledFor(examination, body, Last(finding));

    /// <summary>
    /// Whether it is a file, or, where nobody is served, a stream of which nobody knows what is at its end, on whose
    /// way nothing is named that is far away.
    /// </summary>
    public static bool ForFile(Finding finding, Examination examination) =>
        LocalFiles.Is(examination, Last(finding), CallersOf(finding))
        || examination.ServesNobody && (FarStreams.AreNone(examination, finding.Path)
            || ProgramKind.IsProgram(examination)
                && finding.Row is ForeignCall foreign && FarStreams.IsNone(foreign));

    /// <summary>
    /// Whether it reads the content of a response that came with it, or the stream of one that a method is given.
    /// </summary>
    public static bool ForContentThatHasCome(Finding finding, Examination examination) =>
        finding.Row is not ForeignCall && (ForTask(finding)
        ? LowConfidence.Awaited(Last(finding).Node) is { } task && ReceivedContent.IsReadBy(examination, task)
        : finding.Ailment is Ailments.BlockingIO && Endpoints.Decide(Last(finding).Target)
            && StreamSources.AreGivenResponses(examination, Last(finding), CallersOf(finding)));

    /// <summary>
    /// Whether it reads what a server says of an error that it answered with:
    /// <c>error.Response.GetResponseStream()</c>.
    /// </summary>
    public static bool ForAnswerOfError(Finding finding, Examination examination) => finding.Row is not ForeignCall
        && finding.Ailment is Ailments.BlockingIO && Endpoints.Decide(Last(finding).Target)
        && StreamSources.AreAnswersOfErrors(examination, Last(finding), CallersOf(finding));

    /// <summary>Whether a socket is disconnected for good: nobody waits for more from it.</summary>
    public static bool ForEndOfConnection(Finding finding) =>
        finding.Row is { Type: "System.Net.Sockets.Socket", Member: "Disconnect" } and not ForeignCall
        && Calls.ArgumentsOf(Last(finding).Node) is { Arguments: [{ Expression: var again }] }
        && again.IsKind(SyntaxKind.FalseLiteralExpression);

    /// <summary>
    /// Whether a file is copied: two streams can be awaited, but are slower and lose what else is kept of it.
    /// </summary>
    public static bool ForCopy(Finding finding) => finding.Row is { Type: "System.IO.File", Member: "Copy" }
        or { Type: "System.IO.FileInfo", Member: "CopyTo" };

    /// <summary>Whether it is a person at the console, or what is piped in there.</summary>
    public static bool ForPerson(Finding finding, Examination examination) =>
        (finding.Row.When & Circumstance.Interactive) != 0
        || Receiver.Of(Last(finding).Node) is { } read && examination.ModelOf(read).GetSymbolInfo(read).Symbol
            is IPropertySymbol { Name: "In", ContainingType.Name: "Console" };

    /// <summary>
    /// Whether it is the thread of a window, which is free in a moment, or does not answer its person either. Where no
    /// requests come in, a context that work is sent to is such a thread's.
    /// </summary>
    public static bool ForWindow(Finding finding, Examination examination) => finding.Ailment is Ailments.WaitingOnSignal
        && (Windows.Threads.Contains(finding.Row.Type)
            || finding.Row.Type == Windows.Context && !ProgramKind.HasRequests(examination));

    /// <summary>
    /// Whether it is a device at a serial port, or a pause between two words with it, by who keeps the port.
    /// </summary>
    public static bool ForDevice(Finding finding, Examination examination) => finding.Row.Type == SerialPort
        || ForTime(finding, examination) && finding.Row is not ForeignCall
            && examination.BodyAround(Last(finding).Node) is { } body
            && examination.MemberAround(body)?.ContainingType is { } type
            && type.GetMembers().OfType<IFieldSymbol>().Any(field => MemberNames.OfType(field.Type) == SerialPort);

    /// <summary>
    /// Whether it is a call of a database whose asynchronous twin blocks as well, as all of one that works in the
    /// process do.
    /// </summary>
    public static bool WithBlockingTwin(Finding finding, Examination examination) =>
        (finding.Row.When & Circumstance.TwinBlocks) != 0
        || DatabaseProviders.Block(finding.Row,
            [.. examination.Compilation.ReferencedAssemblyNames.Select(each => each.Name)]);

    /// <summary>
    /// Whether it waits for a mutex with a name: another process may hold it, it belongs to the thread that takes it,
    /// and nothing asynchronous does the same.
    /// </summary>
    public static bool ForOtherProcess(Finding finding, Examination examination) => finding.Ailment is Ailments.WaitingOnSignal
        && finding.Row is not ForeignCall && Receiver.Of(Last(finding).Node) is { } mutex
        && Origins.Of(examination, mutex).Any(made => examination.ModelOf(made).GetSymbolInfo(made).Symbol
            is IMethodSymbol { MethodKind: MethodKind.Constructor, ContainingType.Name: "Mutex" } named
                && named.Parameters.Any(parameter => parameter.Type.SpecialType == SpecialType.System_String));

    /// <summary>
    /// Whether it waits for a signal that is set when it is made, and stays set: <c>new ManualResetEvent(true)</c>.
    /// </summary>
    public static bool AtOpenGate(Finding finding, Examination examination) => finding.Ailment is Ailments.WaitingOnSignal
        && finding.Row is not ForeignCall && Receiver.Of(Last(finding).Node) is { } gate
        && OpenGates.Is(examination, gate);

    /// <summary>
    /// Whether only another run of the same member ends the wait: a tick that comes while the last one is at work lets
    /// it end.
    /// </summary>
    public static bool ForOwnTurn(Finding finding, Examination examination) =>
        finding.Row is { Type: "System.Threading.Monitor", Member: "Wait" } and not ForeignCall
        && Last(finding).Node is InvocationExpressionSyntax { ArgumentList.Arguments: [{ Expression: var kept }, ..] } wait
        && examination.ModelOf(kept).GetSymbolInfo(kept).Symbol is IFieldSymbol field
        && wait.FirstAncestorOrSelf<MemberDeclarationSyntax>() is { } member
        && examination.CallsTo("Pulse").Concat(examination.CallsTo("PulseAll"))
            .Where(call => call.ArgumentList.Arguments is [{ Expression: var told }]
                && SymbolEqualityComparer.Default.Equals(examination.ModelOf(told).GetSymbolInfo(told).Symbol, field))
            .ToArray() is [_, ..] pulses
        && pulses.All(call => call.FirstAncestorOrSelf<MemberDeclarationSyntax>() == member);

    private static Callers? CallersOf(Finding finding) => finding.Path.Take(finding.Path.Length - 1)
        .Aggregate((Callers?)null, (before, step) => new Callers(step, before));

    private static CallSite Last(Finding finding) => finding.Path[finding.Path.Length - 1];
}
