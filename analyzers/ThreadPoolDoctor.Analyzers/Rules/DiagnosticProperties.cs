using System.Collections.Immutable;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// What a rule tells the fixers, as keys of <c>Diagnostic.Properties</c>, so that nothing is analysed twice. The
/// location of a diagnostic is the whole expression to cure: the blocking call itself (<c>Thread.Sleep(5)</c>,
/// <c>task.Result</c>) when it stands in the work item, else the call that leads to it. Additional locations are the
/// rest of the path: one per call on the way, the blocking call last; none when the path is one step long.
/// </summary>
internal static class DiagnosticProperties
{
    /// <summary>
    /// Type.Member in metadata names of the catalogue row that blocks, as in <c>System.Threading.Thread.Sleep</c>.
    /// </summary>
    public const string Row = "row";

    /// <summary>
    /// What to await instead, as <c>BlockingCall.Twin</c> says it, or as pairing found it; absent without one.
    /// </summary>
    public const string Twin = "twin";

    /// <summary>
    /// "true" when an await could replace the blocking call, as far as the rule can see; else "false".
    /// </summary>
    public const string Fixable = "fixable";

    /// <summary>One of <see cref="Obstacles"/>, when <see cref="Fixable"/> is "false".</summary>
    public const string WhyNot = "whyNot";

    /// <summary>The path as the message shows it: <c>Load -> Repository.Get -> File.ReadAllText</c>.</summary>
    public const string Path = "path";

    /// <summary>
    /// Name of the <see cref="WorkItemKind"/> whose thread is blocked, as in "Queued" or "AsyncBody".
    /// </summary>
    public const string WorkItem = "workItem";

    /// <summary>
    /// The API that queued the work item, as in <c>System.Threading.Tasks.Task.Run</c>; absent for async bodies.
    /// </summary>
    public const string Api = "api";

    /// <summary>
    /// Why the finding is a suggestion only: a row of <see cref="Heat"/>, as in "start-up"; absent for a warning.
    /// </summary>
    public const string Cold = "cold";

    /// <summary>
    /// How many work items come to the blocking call, where a build tells it once: then the location is the blocking
    /// call, and the additional locations are the calls in the work items.
    /// </summary>
    public const string WorkItems = "workItems";

    /// <summary>
    /// What else waits behind a call into another project, which is told once: rule and row of each place, in the order
    /// of the last additional locations; absent for nothing.
    /// </summary>
    public const string Also = "also";

    /// <summary>What the rules about delegates say: by which API, and on which kind of thread, theirs is run.</summary>
    public static ImmutableDictionary<string, string?> Of(Fate fate)
    {
        ImmutableDictionary<string, string?> properties = ImmutableDictionary<string, string?>.Empty.Add(Runner,
            fate.Runner.ToString());
        return fate.Api is null ? properties : properties.Add(Api, fate.Api).Add(WorkItem, fate.Kind.ToString());
    }

    /// <summary>Name of the <see cref="Analyzers.Runner"/> of the delegate, for the rules about delegates.</summary>
    public const string Runner = "runner";

    /// <summary>Reasons why no await can stand where the blocking call stands.</summary>
    internal static class Obstacles
    {
        public const string NoTwin = "noTwin";
        public const string Helper = "helper";
        public const string Lock = "lock";
    }
}
