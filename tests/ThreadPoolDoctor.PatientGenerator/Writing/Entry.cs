namespace ThreadPoolDoctor.PatientGenerator.Writing;

/// <summary>How work gets onto the pool: members of a class with a method Start(int id) that queues a body.</summary>
/// <param name="Name">For the table of results.</param>
/// <param name="Write">From the body to the members.</param>
/// <param name="Method">The plain name of the method that the body itself stands in, given the class.</param>
internal sealed record Entry(string Name, Func<string, string> Write, Func<string, string> Method)
{
    public static readonly Entry[] All =
    [
        Of("queue", "ThreadPool.QueueUserWorkItem(state =>\n{\n[]\n});"),
        Of("queue", "ThreadPool.QueueUserWorkItem(state =>\n{\n[]\n});"), // the commonest by far
        Of("queue-typed", "ThreadPool.QueueUserWorkItem(static id =>\n{\n[]\n}, id, preferLocal: false);"),
        Of("task-run", "Task.Run(() =>\n{\n[]\n});"),
        Of("task-run-async", "Task.Run(async () =>\n{\nawait Task.Yield();\n[]\n});"),
        Of("start-new", "Task.Factory.StartNew(() =>\n{\n[]\n});"),
        Of("continue-with", "Task.CompletedTask.ContinueWith(task =>\n{\n[]\n}, TaskScheduler.Default);"),
        // As a web framework makes of a handler.
        new("expression",
            body => "private static readonly Action<int> s_compiled = Compiled();\n\n"
                + "internal static void Start(int id) => ThreadPool.QueueUserWorkItem(s_compiled, id, preferLocal: false);\n\n"
                + $"private static Action<int> Compiled()\n{{\nAction<int> handler = id =>\n{{\n{body}\nSession.Done();\n}};\n"
                + "var number = System.Linq.Expressions.Expression.Parameter(typeof(int));\n"
                + "var call = System.Linq.Expressions.Expression.Call(System.Linq.Expressions.Expression.Constant(handler.Target), handler.Method, number);\n"
                + "return System.Linq.Expressions.Expression.Lambda<Action<int>>(call, number).Compile();\n}",
            name => $"lambda in {name}.Compiled"),
        new("timer",
            body => "private static readonly System.Collections.Concurrent.ConcurrentQueue<Timer> s_timers = new();\n\n"
                + $"internal static void Start(int id)\n{{\ns_timers.Enqueue(new Timer(state =>\n{{\n{body}\nSession.Done();\n}}, null, 1, Timeout.Infinite));\nif (s_timers.Count > 5_000) s_timers.TryDequeue(out _);\n}}",
            name => $"lambda in {name}.Start"),
        new("work-item",
            body => $"private sealed class Job(int id) : IThreadPoolWorkItem\n{{\npublic void Execute()\n{{\n{body}\nSession.Done();\n_ = id;\n}}\n}}\n\n"
                + "internal static void Start(int id) => ThreadPool.UnsafeQueueUserWorkItem(new Job(id), preferLocal: false);",
            name => $"{name}.Job.Execute"),
    ];

    private static Entry Of(string name, string code) => new(
        name,
        body => $"internal static void Start(int id)\n{{\n{code.Replace("[]", body + "\nSession.Done();", StringComparison.Ordinal)}\n}}",
        type => $"lambda in {type}.Start");
}
