namespace ThreadPoolDoctor.Analyzers.Tests.WorkItems;

/// <summary>
/// A helper that may queue its work on the pool, or give it a thread of its own: a setting of the program, or what its
/// caller hands over, decides.
/// </summary>
public sealed class ChosenStartTests
{
    private const string Ways = "enum How { Here, Pool, Own, Thread } ";

    [Theory]
    [InlineData("static How s_how = How.Thread;", "switch (s_how) { case How.Pool: ThreadPool.QueueUserWorkItem(_ => work()); break; default: new Thread(() => work()).Start(); break; }")]
    [InlineData("public static How Usual = How.Thread; public static How Now = Usual;", "switch (Now) { case How.Pool: ThreadPool.QueueUserWorkItem(_ => work()); break; default: new Thread(() => work()).Start(); break; }")]
    [InlineData("public static How Now { get; set; } = How.Own;", "if (Now == How.Pool) Task.Run(work); else new Thread(() => work()).Start();")]
    [InlineData("public static How Now;", "if (Now is How.Pool) Task.Run(work); else new Thread(() => work()).Start();")]
    [InlineData("public static How Now;", "_ = Now switch { How.Pool => Task.Run(work), _ => Task.Factory.StartNew(work, TaskCreationOptions.LongRunning) };")]
    [InlineData("public static bool OnPool;", "if (OnPool) ThreadPool.QueueUserWorkItem(_ => work()); else new Thread(() => work()).Start();")]
    [InlineData("public static bool OnPool { get; set; }", "if (!OnPool) { new Thread(() => work()).Start(); return; } Task.Run(work);")]
    [InlineData("public static bool OwnThreads = true;", "if (OwnThreads) new Thread(() => work()).Start(); else Task.Run(work);")]
    [InlineData("public static How Now = How.Thread;", "switch (Now) { case How.Thread: new Thread(() => work()).Start(); break; default: ThreadPool.QueueUserWorkItem(_ => work()); break; }")]
    [InlineData("public static How Now = How.Thread; public static void Read(string[] lines) => Enum.TryParse(lines[0], out Now);", "if (Now == How.Pool) Task.Run(work); else new Thread(() => work()).Start();")]
    [InlineData("public static How Now = How.Thread; public static void Read(string[] lines) => Now = Enum.Parse<How>(lines[0]);", "Action real = () => work(); if (Now == How.Pool) Task.Run(real); else Own(real); } static readonly BlockingCollection<Action> s_own = []; static void Own(Action a) { s_own.Add(a);")]
    public Task What_is_queued_only_when_somebody_says_so_is_not_reported(string members, string start) =>
        Examine.Silent(Around(members, start, "Thread.Sleep(5)"));

    [Theory]
    [InlineData("static How s_how = How.Pool;", "switch (s_how) { case How.Pool: ThreadPool.QueueUserWorkItem(_ => work()); break; default: new Thread(() => work()).Start(); break; }")]
    [InlineData("public static How Usual = How.Pool; public static How Now = Usual;", "switch (Now) { case How.Thread: new Thread(() => work()).Start(); break; default: ThreadPool.QueueUserWorkItem(_ => work()); break; }")]
    [InlineData("public static How Now { get; set; } = Find(); static How Find() => How.Pool;", "if (Now == How.Pool) Task.Run(work); else new Thread(() => work()).Start();")]
    [InlineData("public static How Now;", "if (Now != How.Own) Task.Run(work); else new Thread(() => work()).Start();")]
    [InlineData("public static How Now;", "switch (Now) { case How.Here: case How.Pool: Task.Run(work); break; default: new Thread(() => work()).Start(); break; }")]
    [InlineData("public static bool OnPool = true;", "if (OnPool) ThreadPool.QueueUserWorkItem(_ => work()); else new Thread(() => work()).Start();")]
    [InlineData("public static bool OwnThreads;", "if (OwnThreads) new Thread(() => work()).Start(); else Task.Run(work);")]
    [InlineData("public static How Now = How.Own; static C() { Now = How.Pool; }", "if (Now == How.Pool) Task.Run(work); else new Thread(() => work()).Start();")]
    [InlineData("", "if (work.Method.IsStatic) new Thread(() => work()).Start(); else Task.Run(work);")]
    [InlineData("public static bool OnPool;", "if (OnPool) Task.Run(work);")]
    public Task What_is_queued_by_itself_is_reported(string members, string start) =>
        Examine.Reports("TPD002", Around(members, start, "[|Thread.Sleep(5)|]"));

    [Theory]
    [InlineData("bool onPool", "if (onPool) Task.Run(work); else new Thread(() => work()).Start();", "false")]
    [InlineData("bool own", "if (own) new Thread(() => work()).Start(); else Task.Run(work);", "true")]
    [InlineData("bool own", "if (own) { new Thread(() => work()).Start(); return; } Task.Run(work);", "own: true")]
    [InlineData("How how", "switch (how) { case How.Pool: Task.Run(work); break; default: new Thread(() => work()).Start(); break; }", "How.Own")]
    [InlineData("BlockingCollection<Action>? own = null", "own?.Add(work); if (own is null) Task.Run(work);", "s_own")]
    [InlineData("BlockingCollection<Action>? own = null", "own?.Add(work); _ = own == null ? Task.Run(work) : Task.CompletedTask;", "s_own")]
    [InlineData("BlockingCollection<Action>? own", "if (own != null) { own.Add(work); return; } Task.Run(work);", "new()")]
    public Task What_the_caller_says_is_not_for_the_pool_is_not_reported(string parameter, string start, string given) =>
        Examine.Silent(Given(parameter, start, given, "Thread.Sleep(5)"));

    [Theory]
    [InlineData("bool onPool", "if (onPool) Task.Run(work); else new Thread(() => work()).Start();", "true")]
    [InlineData("bool own", "if (own) new Thread(() => work()).Start(); else Task.Run(work);", "false")]
    [InlineData("bool own = false", "if (own) new Thread(() => work()).Start(); else Task.Run(work);", "")]
    [InlineData("How how", "switch (how) { case How.Pool: Task.Run(work); break; default: new Thread(() => work()).Start(); break; }", "How.Pool")]
    [InlineData("BlockingCollection<Action>? own = null", "own?.Add(work); if (own is null) Task.Run(work);", "")]
    [InlineData("BlockingCollection<Action>? own = null", "own?.Add(work); if (own is null) Task.Run(work);", "null")]
    [InlineData("int priority", "if (priority > 5) new Thread(() => work()).Start(); else Task.Run(work);", "DateTime.Now.Second")]
    public Task What_the_caller_leaves_to_the_pool_is_reported(string parameter, string start, string given) =>
        Examine.Reports("TPD002", Given(parameter, start, given, "[|Thread.Sleep(5)|]"));

    private static string Around(string members, string start, string wait) => Ways + $$"""
        static class C
        {
            {{members}}
            public static void Begin(Action work) { {{start}} }
        }
        class D { void M() => C.Begin(() => {{wait}}); }
        """;

    private static string Given(string parameter, string start, string given, string wait) => Ways + $$"""
        class C
        {
            static readonly BlockingCollection<Action> s_own = [];
            void Begin(Action work, {{parameter}}) { {{start}} }
            void M() => Begin(() => {{wait}}{{(given.Length > 0 ? ", " + given : "")}});
        }
        """;
}
