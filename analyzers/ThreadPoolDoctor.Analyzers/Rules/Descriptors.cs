using System.Globalization;
using Microsoft.CodeAnalysis;
using ThreadPoolDoctor.Catalog;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// The descriptor of every rule: id, title, cure and page come from the catalogue's row, the sentence from here.
/// </summary>
internal static class Descriptors
{
    public const string Category = "ThreadPool";

    // {0} the call, or the path that leads to it; {1} the work item; {2} what to do instead; {3} evidence from
    // production.
    private const string BlockingMessage = "{0} blocks {1}{2}{3}";

    public static readonly DiagnosticDescriptor BlockingOnTask = Rule(Ailments.BlockingOnTask, BlockingMessage);
    public static readonly DiagnosticDescriptor Sleeping = Rule(Ailments.Sleeping, BlockingMessage);
    public static readonly DiagnosticDescriptor BlockingIO = Rule(Ailments.BlockingIO, BlockingMessage);
    public static readonly DiagnosticDescriptor WaitingOnSignal = Rule(Ailments.WaitingOnSignal, BlockingMessage);

    public static readonly DiagnosticDescriptor EndlessLoop = Rule(Ailments.EndlessLoop,
        "{0} holds {1} for good: give it a dedicated thread, or await inside it{2}");

    public static readonly DiagnosticDescriptor RegisteredWaitPerItem = Rule(Ailments.RegisteredWaitPerItem,
        "{0} registers one wait {1}, and every 63 registered handles cost a thread");

    public static readonly DiagnosticDescriptor AsyncVoidWorkItem = Rule(Ailments.AsyncVoidWorkItem,
        "{0} becomes async void as {1}: its end cannot be awaited, and an exception in it ends the process");

    public static readonly DiagnosticDescriptor LongRunningAsync = Rule(Ailments.LongRunningAsync,
        "{0} starts a dedicated thread for an async delegate, which leaves that thread at its first await");

    /// <summary>The rule with this id; null for the symptoms, which only a live process shows.</summary>
    public static DiagnosticDescriptor? Find(string id) => id switch
    {
        Ailments.BlockingOnTask => BlockingOnTask,
        Ailments.Sleeping => Sleeping,
        Ailments.BlockingIO => BlockingIO,
        Ailments.WaitingOnSignal => WaitingOnSignal,
        Ailments.EndlessLoop => EndlessLoop,
        Ailments.RegisteredWaitPerItem => RegisteredWaitPerItem,
        Ailments.AsyncVoidWorkItem => AsyncVoidWorkItem,
        Ailments.LongRunningAsync => LongRunningAsync,
        _ => null,
    };

    /// <summary>
    /// The severity that a project gives a rule in a file; that of the rule where it gives none. In a file of another
    /// project (null) only what holds for the whole project is known.
    /// </summary>
    public static ReportDiagnostic ConfiguredIn(CompilationOptions options, string id, SyntaxTree? file)
    {
        bool isSaid = options.SpecificDiagnosticOptions.TryGetValue(id, out ReportDiagnostic said);
        if (said == ReportDiagnostic.Suppress) return said;
        return file is not null && options.SyntaxTreeOptionsProvider?.TryGetDiagnosticValue(
            file, id, default, out ReportDiagnostic here) == true ? here : isSaid ? said : ReportDiagnostic.Default;
    }

    /// <summary>After the work item: what else waits behind the call that is told.</summary>
    public static string MoreBehind(int places) => places switch
    {
        0 => "",
        1 => ", and so does 1 more place behind the call",
        _ => $", and so do {places.ToString(CultureInfo.InvariantCulture)} more places behind the call",
    };

    private static DiagnosticDescriptor Rule(string id, string message)
    {
        Ailment ailment = Ailments.Get(id);
        return new DiagnosticDescriptor(
            id, ailment.Title, message, Category, DiagnosticSeverity.Warning, isEnabledByDefault: true,
            ailment.Cure, ailment.HelpLink);
    }
}
