using System.Collections.Generic;
using System.Linq;

namespace ThreadPoolDoctor.Analyzers;

/// <summary>
/// What else decides on which thread a task runs, apart from the arguments of the call that makes it.
/// </summary>
internal enum TaskStart
{
    Nothing,

    /// <summary>What its factory was made with.</summary>
    ByFactory,

    /// <summary>The call that starts it.</summary>
    Later,

    /// <summary>The synchronization context of where it is asked for: a window's goes on there.</summary>
    Captured,
}

/// <summary>How often what an API is given is run, for one call of it.</summary>
internal enum Frequency
{
    /// <summary>Whenever something happens: a request, a tick, an event.</summary>
    Repeated,

    /// <summary>Once for each of several that are there, as in a loop.</summary>
    Batch,

    Once,
}

/// <summary>One API that takes a delegate, and the thread that runs it.</summary>
internal sealed class WorkItemApi
{
    public WorkItemApi(string type, string member, Runner runner = Runner.Pool, WorkItemKind kind = WorkItemKind.Queued,
        TaskStart start = TaskStart.Nothing, Frequency frequency = Frequency.Repeated)
    {
        Type = type;
        Member = member;
        Runner = runner;
        Kind = kind;
        Start = start;
        Frequency = frequency;
    }

    /// <summary>Full metadata name of the declaring type.</summary>
    public string Type { get; }

    /// <summary>Name of the method, .ctor, or the event; * for every method of the type.</summary>
    public string Member { get; }

    public Runner Runner { get; }

    public WorkItemKind Kind { get; }

    public TaskStart Start { get; }

    public Frequency Frequency { get; }

    public override string ToString() => Type + "." + Member;
}

/// <summary>The work-item model as a table: who runs the delegates that are passed to these members.</summary>
internal static class WorkItemApis
{
    private const WorkItemKind Request = WorkItemKind.Request;

    /// <summary>A delegate's own BeginInvoke, which the compiler writes for each type of them.</summary>
    public const string BegunDelegate = "System.Delegate.BeginInvoke";

    private const string Services = "Microsoft.Extensions.DependencyInjection.";

    // OnCompleted and UnsafeOnCompleted are all that these take a delegate for.
    private static readonly string[] s_awaiters =
    [
        "TaskAwaiter", "TaskAwaiter`1", "ValueTaskAwaiter", "ValueTaskAwaiter`1", "YieldAwaitable+YieldAwaiter",
        "ConfiguredTaskAwaitable+ConfiguredTaskAwaiter", "ConfiguredTaskAwaitable`1+ConfiguredTaskAwaiter",
        "ConfiguredValueTaskAwaitable+ConfiguredValueTaskAwaiter", "ConfiguredValueTaskAwaitable`1+ConfiguredValueTaskAwaiter",
    ];

    private static readonly WorkItemApi[] s_rows =
    [
        .. s_awaiters.Select(type => new WorkItemApi("System.Runtime.CompilerServices." + type, "*", start: TaskStart.Captured)),
        new("System.Threading.ThreadPool", "QueueUserWorkItem", frequency: Frequency.Once),
        new("System.Threading.ThreadPool", "UnsafeQueueUserWorkItem", frequency: Frequency.Once),
        new("System.Delegate", "BeginInvoke", frequency: Frequency.Once),
        new("System.Threading.ThreadPool", "RegisterWaitForSingleObject"),
        new("System.Threading.ThreadPool", "UnsafeRegisterWaitForSingleObject"),
        new("System.Threading.Tasks.Task", "Run", frequency: Frequency.Once),
        new("System.Threading.Tasks.Task", "ContinueWith", frequency: Frequency.Once),
        new("System.Threading.Tasks.Task", ".ctor", start: TaskStart.Later, frequency: Frequency.Once),
        new("System.Threading.Tasks.Task`1", "ContinueWith", frequency: Frequency.Once),
        new("System.Threading.Tasks.Task`1", ".ctor", start: TaskStart.Later, frequency: Frequency.Once),
        new("System.Threading.Tasks.TaskFactory", "*", start: TaskStart.ByFactory, frequency: Frequency.Once),
        new("System.Threading.Tasks.TaskFactory`1", "*", start: TaskStart.ByFactory, frequency: Frequency.Once),
        new("System.Threading.Tasks.Parallel", "*", frequency: Frequency.Batch),
        new("System.Linq.ParallelEnumerable", "*", frequency: Frequency.Batch),
        new("System.Threading.Timer", ".ctor"),
        new("System.TimeProvider", "CreateTimer"),
        new("System.Timers.Timer", "Elapsed"),
        new("System.ComponentModel.BackgroundWorker", "DoWork", frequency: Frequency.Once),
        new("System.IO.FileSystemWatcher", "Changed"),
        new("System.IO.FileSystemWatcher", "Created"),
        new("System.IO.FileSystemWatcher", "Deleted"),
        new("System.IO.FileSystemWatcher", "Renamed"),
        new("System.IO.FileSystemWatcher", "Error"),
        new("System.Diagnostics.Process", "Exited", frequency: Frequency.Once),
        new("System.Diagnostics.Process", "OutputDataReceived"),
        new("System.Diagnostics.Process", "ErrorDataReceived"),
        new("System.IO.Ports.SerialPort", "DataReceived"),
        new("System.Net.Sockets.SocketAsyncEventArgs", "Completed"),
        new("System.Threading.Tasks.Dataflow.ActionBlock`1", ".ctor"),
        new("System.Threading.Tasks.Dataflow.TransformBlock`2", ".ctor"),
        new("System.Threading.Tasks.Dataflow.TransformManyBlock`2", ".ctor"),
        new("Prometheus.CollectorRegistry", "AddBeforeCollectCallback"),
        new("ThreadPoolDoctor.Pool.WorkPool", "*"),
        new("ThreadPoolDoctor.Pool.DoctorThreadPool", "*"),

        new("Microsoft.AspNetCore.Builder.EndpointRouteBuilderExtensions", "*", kind: Request),
        new("Microsoft.AspNetCore.Builder.UseExtensions", "Use", kind: Request),
        new("Microsoft.AspNetCore.Builder.RunExtensions", "Run", kind: Request),
        new("Microsoft.AspNetCore.Http.EndpointFilterExtensions", "AddEndpointFilter", kind: Request),

        // A container runs these whenever a request asks for what they make; a singleton's factory runs once.
        new(Services + "ServiceCollectionServiceExtensions", "AddScoped", kind: Request),
        new(Services + "ServiceCollectionServiceExtensions", "AddTransient", kind: Request),
        new(Services + "ServiceCollectionServiceExtensions", "AddKeyedScoped", kind: Request),
        new(Services + "ServiceCollectionServiceExtensions", "AddKeyedTransient", kind: Request),
        new(Services + "Extensions.ServiceCollectionDescriptorExtensions", "TryAddScoped", kind: Request),
        new(Services + "Extensions.ServiceCollectionDescriptorExtensions", "TryAddTransient", kind: Request),
        new(Services + "ServiceDescriptor", "Scoped", kind: Request),
        new(Services + "ServiceDescriptor", "Transient", kind: Request),
        new(Services + "ServiceDescriptor", "KeyedScoped", kind: Request),
        new(Services + "ServiceDescriptor", "KeyedTransient", kind: Request),

        new("System.Threading.Thread", ".ctor", Runner.Dedicated),

        new("System.Linq.Enumerable", "*", Runner.Inline),
        new("System.Array", "*", Runner.Inline),
        new("System.Threading.LazyInitializer", "*", Runner.Inline),
        new("System.Threading.ExecutionContext", "Run", Runner.Inline),
        new("System.Text.RegularExpressions.Regex", "Replace", Runner.Inline),
        new("Microsoft.Extensions.Caching.Memory.CacheExtensions", "GetOrCreate", Runner.Inline),
        new("LazyCache.AppCacheExtensions", "GetOrAdd", Runner.Inline),
        new("LazyCache.IAppCache", "GetOrAdd", Runner.Inline),
        new("System.String", "Create", Runner.Inline),
        new("Polly.RetrySyntax", "*", Runner.Inline),
        new("Polly.Policy", "Execute", Runner.Inline),
        new("Polly.Policy`1", "Execute", Runner.Inline),
        new("Polly.ISyncPolicy", "Execute", Runner.Inline),
        new("Polly.ISyncPolicy`1", "Execute", Runner.Inline),
        new("Polly.ResiliencePipeline", "Execute", Runner.Inline),
        new("Polly.ResiliencePipeline`1", "Execute", Runner.Inline),
    ];

    // Collections run their callbacks before they return.
    private static readonly string[] s_inlineNamespaces =
        ["System.Collections.Generic", "System.Collections.Concurrent", "System.Collections.Immutable",
            "System.Collections.ObjectModel"];

    private static readonly Dictionary<string, WorkItemApi> s_byName = Index();

    public static WorkItemApi? Find(string type, string member)
    {
        if (s_byName.TryGetValue(type + "." + member, out WorkItemApi? row)) return row;
        return s_byName.TryGetValue(type + ".*", out row) ? row : null;
    }

    public static bool IsCollection(string space) => System.Array.IndexOf(s_inlineNamespaces, space) >= 0;

    /// <summary>How often a member, as in System.Threading.Tasks.Task.Run, has its delegate run.</summary>
    public static Frequency FrequencyOf(string api)
    {
        int dot = api.EndsWith(".ctor", System.StringComparison.Ordinal) ? api.Length - ".ctor".Length
            : api.LastIndexOf('.');
        string type = api.Substring(0, dot).TrimEnd('.');
        return Find(type, api.Substring(type.Length + 1))?.Frequency ?? Frequency.Repeated;
    }

    /// <summary>The members that add to a container what is made for each who asks, by their names.</summary>
    public static IEnumerable<string> OfContainer =>
        s_rows.Where(row => row.Type.StartsWith(Services, System.StringComparison.Ordinal)).Select(row => row.Member).Distinct();

    /// <summary>Whether a member adds to a container what is made for each who asks.</summary>
    public static bool IsOfContainer(string api) => api.StartsWith(Services, System.StringComparison.Ordinal);

    /// <summary>Whether who calls a member runs items of it as well, and comes back when all have run.</summary>
    public static bool IsJoined(string api) => api.StartsWith("System.Threading.Tasks.Parallel.", System.StringComparison.Ordinal)
        || api.StartsWith("System.Linq.ParallelEnumerable.", System.StringComparison.Ordinal);

    /// <summary>Delegate types that say by themselves that the pool will call.</summary>
    public static bool IsPoolCallback(string type) => type is
        "System.Threading.WaitCallback" or "System.Threading.TimerCallback" or "System.Threading.WaitOrTimerCallback"
            or "System.AsyncCallback";

    private static Dictionary<string, WorkItemApi> Index()
    {
        Dictionary<string, WorkItemApi> byName = [];
        foreach (WorkItemApi row in s_rows) byName.Add(row.ToString(), row);
        return byName;
    }
}
