namespace ThreadPoolDoctor.Benchmarks.Analyzers.Adversary;

/// <summary>
/// The programs that <see cref="ProgramWriter"/> writes, as data. A production is text with holes: <c>«int»</c> is
/// replaced by a production of that name, <c>#</c> by a number that is this production's own. In a hole <c>!</c> says
/// that nothing in it may await, <c>~</c> that it may, <c>:v#</c> that a variable of that name may be used in it: it
/// may be written to if the name begins with v. Behind <c>@@</c> stand members of the class, behind <c>@@@</c> types
/// beside it. Each list begins with what ends the recursion.
/// </summary>
/// <remarks>
/// Waits have <c>Wait(#)</c> for an argument where others have <c>At(#)</c>: both note that they ran, and on what kind
/// of thread; so a program tells which of its waits a rule has to find.
/// </remarks>
internal static class Grammar
{
    /// <summary>Productions by the name of the hole.</summary>
    public static IReadOnlyDictionary<string, string[]> Productions { get; } = new Dictionary<string, string[]>
    {
        ["program"] =
        [
            """
            public static class Program
            {
                «access» static readonly object s_gate = new object();
                «access» static readonly int[] s_numbers = { 1, 2, 3, 4 };
                «access» static int s_field;

                «access» static int Property { get; set; }

                public static async Task Run()
                {
                    await Begin("first");
                    «stmts~»
                    await Begin("second");
                    «stmts~»
                    await Begin("third");
                    await Task.Run(() =>
                    {
                        «stmts!»
                    });
                    await Begin("fourth");
                    await Entry();
                }

                static async Task Entry()
                {
                    await Task.Yield();
                    «stmts~»
                }
            }
            """,
        ],
        ["stmts"] =
        [
            "«stmt»",
            "«stmt» «stmt»",
            "«stmt» «stmt» «stmt»",
            "int v# = «int»; «stmts:v#» Log(v#);",
            "var v# = «int»; v# += «int»; «stmts:v#» Log(v#);",
            "(int v#, int w#) = («int», «int»); «stmts:v#» Log(v# + w#);",
            "using var scope# = new Scope(At(#)); «stmts»",
        ],
        ["stmt"] =
        [
            "Log(«int»);",
            "«wait»;",
            "«wait»;",
            "«wait»;",
            "Log(«int», «int», «int»);",
            "«lvalue» = «int»;",
            "«lvalue» += «int»;",
            "s_numbers[At(#) % 4] = «int»;",
            "s_numbers[«int» & 3] += «int»;",
            "(s_numbers[0], s_field) = («int», «int»);",
            "Property += «int»;",
            "Log(«string»);",
            "_ = «int»;",
            "if («bool») { «stmts» }",
            "if («bool») { «stmts» } else { «stmts» }",
            "if («bool») «call»; else «call»;",
            "if («int» is > 1 and int p#) { «stmts:p#» }",
            "if (TryGet(«int», out int v#)) { «stmts:v#» }",
            "switch («int» % 3) { case 0: «stmts» break; case 1 when «bool»: «stmts» break; default: «stmts» break; }",
            "for (int i# = 0; i# < 2; i#++) { «stmts:i#» }",
            "for (int v# = «int» % 2; v# < 3; v#++) { «stmts:v#» }",
            "for (int n# = 0; n# < 1 + («int» & 1); n#++) Log(«int:n#»);",
            "foreach (int e# in new[] { «int», At(#) }) { «stmts:e#» }",
            "foreach (int e# in Enumerable.Range(1, 2).Select(x# => «int!:x#»)) { Log(e#); }",
            "foreach (var (a#, b#) in new[] { (At(#), «int») }) { «stmts:a#» }",
            "int c# = 0; while (c# < 2 && «bool») { c#++; «stmts» }",
            "int c# = 0; do { «stmts» } while (c#++ < 1 && «bool»);",
            "try { «stmts» } finally { «stmts» }",
            "try { «stmts» Throw(«int»); «stmts» } catch (InvalidOperationException x#) { Log(x#.Message); «stmts» }",
            "try { Throw(«int»); } catch (InvalidOperationException) when («bool!») { «stmts» } catch (InvalidOperationException) { Log(At(#)); }",
            "try { «stmts» «fail»; } catch (InvalidOperationException x#) { Log(x#.Message); «stmts» }",
            "try { Fail(Wait(#)).Wait(); } catch (AggregateException x#) { Log(x#.InnerExceptions[0].Message); }",
            "try { Fail(Wait(#)).GetAwaiter().GetResult(); } catch (InvalidOperationException x#) when (x#.Message.Length > 0) { Log(x#.Message); }",
            "lock (s_gate) { «stmts!» }",
            "lock (t_gate#) { «stmts!» } lock (t_gate#) Log(At(#)); @@ «access» static readonly object t_gate# = new object();",
            "using (new Scope(«int»)) { «stmts» }",
            "using (var scope# = new Scope(At(#))) «call»;",
            "{ Span<int> span# = stackalloc int[2]; span#[0] = «int»; «stmt» Log(span#[0]); }",
            "{ Span<int> span# = s_numbers.AsSpan(1); Log(span#[0]); «stmt» }",
            "{ ref int ref# = ref s_numbers[0]; ref# += «int»; Log(ref#); }",
            "unsafe { fixed (int* pointer# = s_numbers) { Log(*pointer#); «stmts!» } }",
            "int Local#(int x#) { «stmts!:x#» return «int!:x#» + x#; } Log(Local#(«int»));",
            "void Local#() { «stmts!» } Local#(); Local#();",
            "int Local#(int x#) => «int!:x#» + x#; Log(Local#(«int»), Local#(At(#)));",
            "static int Local#(int x#) => «waitint» + x#; Log(Local#(«int»));",
            "async Task<int> Local#(int x#) { «stmts~:x#» return «int~:x#»; } Log(«async»Local#(«int»)«end»);",
            "Func<int> func# = () => «int!»; Log(func#() + func#());",
            "Func<int, int> func# = x# => { «stmts!:x#» return «int!:x#»; }; Log(func#(«int»));",
            "Action action# = () => { «stmts!» }; action#(); action#();",
            "Action<int> action# = delegate (int x#) { «stmts!:x#» }; action#(«int»);",
            "Func<Task<int>> func# = async () => { «stmts~» return «int~»; }; Log(«async»func#()«end»);",
            "Log(«int»); goto after#; after#: «call»;",
            "{ «stmts» }",
            "checked { «stmts» }",
            "Nothing#(«int»); @@ «access» static void Nothing#(int x#) { «stmts!:x#» }",
            "Nothing#(); @@ «access» static void Nothing#() => «call»;",
            "Early#(«int»); @@ «access» static void Early#(int x#) { if (x# > 1) { «stmts!:x#» return; } «stmts!:x#» }",
            "new Thing#().Do(«int»); @@@ class Thing# { int _own; public void Do(int x#) { _own = x#; «stmts!:x#» Log(_own); } }",
            "Struct# struct# = new(); struct#.Step(); struct#.Step(); Log(struct#.Count); @@@ struct Struct# { public int Count; public void Step() { Count++; «wait»; Count++; } }",
            "/* before # */ «stmt» /* after # */",
            "// a line about #\n«stmt»",
            "foreach (int e# in (int[])[«int», .. s_numbers]) { «stmts:e#» }",
            "if (s_numbers is [var a#, .., var b#] && «bool») { Log(a# + b#); «stmts:a#» }",
            "if (Maybe(«int») is { } m#) { Log(m#); «stmts» } else { «stmts» }",
            "const int c# = 3; Log(c# + «int»);",
            "int[] v# = [«int», «int»]; v#[^1] += «int»; Log(v#[1]);",
            "var box# = new Box#(); box#.Value += «int»; box#.Value = box#.Value + «int»; Log(box#.Value); @@@ class Box# { public int Value { get; set; } }",
            "Pair? pair# = At(#) > 1 ? new Pair() : null; pair#?.First = «int»; Log(pair#?.First ?? 0);",
            "Lock lock# = new(); lock (lock#) { «stmts!» }",
            "new List<int> { At(#), 2 }.ForEach(x# => { «stmts!:x#» });",
            "Handler#(() => { «stmts!» }); @@ «access» static void Handler#(Action action#) { Log(At(#)); action#(); action#(); }",
            "Func<int, int> func# = Grouped#; Log(func#(«int»)); @@ «access» static int Grouped#(int x#) { «stmts!:x#» return x#; }",
            "_ = nameof(Told#); Told#(«int»); @@ «access» static void Told#(int x#) { «stmts!:x#» }",
            "Over#(«int»); Over#(«string»); @@ «access» static void Over#(int x#) { «stmts!:x#» } «access» static void Over#(string x#) { Log(x#); «call»; }",
            "Taken#(«int»); Log(Taken#Async(At(#))); @@ «access» static int Taken#(int x#) { «stmts!:x#» return x#; } «access» static int Taken#Async(int x#) => x#;",
            "Both#(«int»); @@ «access» static int Both#(int x#) { Thread.Sleep(1); Log(x#); return x#; } «access» static async Task<int> Both#Async(int x#) { await Task.Delay(1); Log(x#); return x#; }",
            "int Local#(int n#) { if (n# <= 0) return 0; «stmts!:n#» return Local#(n# - 1) + 1; } Log(Local#(2));",
            "await foreach (int e# in Flow#(«int»)) { «stmts:e#» } @@ «access» static async IAsyncEnumerable<int> Flow#(int x#) { yield return x#; «stmts~:x#» yield return «int~:x#»; }",
            "await using (new Closing#()) { «stmts» } @@@ sealed class Closing# : IAsyncDisposable { public async ValueTask DisposeAsync() { «stmts~» } }",
            "Lazy<int> lazy# = new(() => «int!»); Log(lazy#.Value); Log(lazy#.Value);",
            "try { try { Throw(«int»); } finally { «stmts» } } catch (InvalidOperationException) { «stmts» }",
            "for (int i# = 0, j# = «int»; i# < 2 && j# > 0; i#++, j# -= At(#)) { if (i# == 1) continue; «stmts:i#» }",
            "while (true) { «stmts» if («bool») break; break; }",
            "switch («maybe») { case null: «stmts» break; case { Length: > 4 } s#: Log(s#); «stmts» break; default: Log(«int»); break; }",
            "Task later# = LaterVoid(At(#)); «stmt» later#.Wait();",
            "Task<int> later# = Later(At(#)); Log(«int»); Log(later#.Result);",
            "Task<int>[] all# = [Later(At(#)), Later(2)]; Task.WaitAll(all#); Log(all#[0].Result + all#[1].Result);",
            "if (LaterVoid(At(#)).Wait(60_000)) { «stmts» }",
            "using CancellationTokenSource source# = new(); Cancellable#(«int», source#.Token); @@ «access» static int Cancellable#(int x#, CancellationToken token#) { «stmts!:x#» LaterVoid(1).Wait(token#); return x#; }",
            "«workitem»",
            "«workitem»",
        ],
        // Work that another thread does, waited for in one way or the other.
        ["workitem"] =
        [
            "Task.Run(() => { «stmts!» })«done»;",
            "Log(«async»Task.Run(() => «int!»)«end»);",
            "Log(«async»Task.Run(async () => { «stmts~» return «int~»; })«end»);",
            "Task.Run(Job#)«done»; @@ «access» static void Job#() { «stmts!» }",
            "Task.Run(() => Job#(At(#)))«done»; @@ «access» static async Task Job#(int x#) { «stmts~:x#» }",
            "var done# = new TaskCompletionSource(); ThreadPool.QueueUserWorkItem(_ => { { «stmts!» } done#.SetResult(); }); done#.Task«done»;",
            "var done# = new TaskCompletionSource<int>(); ThreadPool.QueueUserWorkItem(x# => { Log(x#); done#.SetResult(«int!:x#»); }, At(#), false); Log(«async»done#.Task«end»);",
            "var done# = new TaskCompletionSource(); ThreadPool.UnsafeQueueUserWorkItem(new Item#(done#), false); done#.Task«done»; @@@ sealed class Item#(TaskCompletionSource done) : IThreadPoolWorkItem { public void Execute() { { «stmts!» } done.SetResult(); } }",
            "Task.Factory.StartNew(() => { «stmts!» })«done»;",
            "Task.Factory.StartNew(() => { «stmts!» }, CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default)«done»;",
            "Task task# = new(() => { «stmts!» }); task#.Start(); task#«done»;",
            "Log(«async»Later(At(#)).ContinueWith(t# => t#.Result + «int!»)«end»);",
            "Task.Run(() => «call»)«done»;",
            "Task<int> task# = Task.Run(() => «int!»); Log(task#.Result);",
            "LaterVoid(At(#)).ContinueWith(t# => { «stmts!» })«done»;",
            "Task.Factory.StartNew(x# => { Log(x#); «stmts!» }, At(#))«done»;",
            "Task.Factory.StartNew(async () => { «stmts~» }).Unwrap()«done»;",
            "Parallel.Invoke(() => { «stmts!» });",
            "Parallel.ForEachAsync(new[] { At(#) }, async (e#, token#) => { «stmts~:e#» })«done»;",
            "Event# source# = new(); source#.Raised += () => { «stmts!» }; Task.Run(source#.Raise)«done»; @@@ sealed class Event# { public event Action? Raised; public void Raise() => Raised?.Invoke(); }",
            "Parallel.For(0, 1, i# => { «stmts!» });",
            "Parallel.ForEach(new[] { At(#) }, e# => { Log(e#); «wait»; });",
            "Starter#.Run(() => { «stmts!» }); @@@ static class Starter# { public static void Run(Action action#) { Thread thread# = new(() => action#()); thread#.Start(); thread#.Join(); } }",
            "Runner#.Run(() => { «stmts!» })«done»; @@@ static class Runner# { public static Task Run(Action action#) => Task.Run(action#); }",
            "Later#.Run(Job#)«done»; @@ «access» static void Job#() { «stmts!» } @@@ static class Later# { public static async Task Run(Action action#) { await Task.Yield(); action#(); } }",
            "Thread thread# = new(() => { «stmts!» }); thread#.Start(); thread#.Join();",
            "var done# = new TaskCompletionSource(); using (new Timer(_ => { { «stmts!» } done#.SetResult(); }, null, 1, -1)) { done#.Task«done»; }",
        ],
        // The end of a task without a result.
        ["done"] = [".Wait()", ".GetAwaiter().GetResult()"],
        // What waits: one expression, which may be all of a body.
        ["call"] =
        [
            "Thread.Sleep(Wait(#))",
            "LaterVoid(Wait(#)).Wait()",
            "LaterVoid(Wait(#)).GetAwaiter().GetResult()",
            "Log(«waitint»)",
            "Task.WaitAll(LaterVoid(Wait(#)), LaterVoid(2))",
            "Task.WaitAll([LaterVoid(Wait(#))])",
            "Task.WaitAny(LaterVoid(Wait(#)), LaterVoid(500))",
            "Store.Load(At(#))",
            "Task.Delay(Wait(#)).Wait()",
            "File.WriteAllText(Scratch(Wait(#)), «string»)",
        ],
        ["wait"] =
        [
            "«call»",
            "«call»",
            "«call»",
            "Sem.Wait(Wait(#) * 1000); Sem.Release()",
            "using (Stream stream# = File.OpenRead(Scratch(At(#)))) { Log(stream#.Read(new byte[4], 0, Wait(#))); }",
            "using (var reader# = new StreamReader(Scratch(At(#)))) { Log(reader#.ReadToEnd().Length); }",
            "using (var reader# = File.OpenText(Scratch(At(#)))) { string? line#; while ((line# = reader#.ReadLine()) != null) { Log(line#.Length); } }",
        ],
        ["waitint"] =
        [
            "Later(Wait(#)).Result",
            "Later(Wait(#)).GetAwaiter().GetResult()",
            "Value(Wait(#)).Result",
            "Value(Wait(#)).AsTask().Result",
            "Value(Wait(#)).GetAwaiter().GetResult()",
            "Later(Wait(#)).ConfigureAwait(false).GetAwaiter().GetResult()",
            "Store.Load(At(#))",
            "new Store().Fetch(At(#))",
            "Task.Run(() => Later(At(#))).Result",
            "Task.WhenAll(Later(Wait(#)), Later(1)).Result.Sum()",
            "File.ReadAllText(Scratch(Wait(#))).Length",
            "File.ReadAllLines(Scratch(Wait(#)))[0].Length",
        ],
        ["fail"] = ["Fail(Wait(#)).GetAwaiter().GetResult()", "Throw(«int»)"],
        ["string"] =
        [
            "\"s#\"",
            "$\"{«int»} and {«int»:D3}\"",
            "«int».ToString()",
            "string.Concat(«string», «string»)",
            "\"a\" + «int» + («bool» ? \"b\" : \"c\")",
            "$\"{(«bool» ? «int» : At(#))}\"",
        ],
        ["bool"] =
        [
            "At(#) > 1",
            "«int» > 2",
            "«int» < 2 && «int» > 0",
            "«int» > 3 || «int» > 1",
            "!(«int» == «int»)",
            "«int» is 1 or > 2",
            "«box» is int",
            "(«int», «int») is (1, > 1)",
            "«maybe» is { Length: > 2 }",
        ],
        ["box"] = ["(object)At(#)", "(object)«int»"],
        ["maybe"] = ["Maybe(At(#))", "Maybe(«int»)", "Later<string?>(Wait(#), \"text\").Result"],
        ["int"] =
        [
            "At(#)",
            "«var»",
            "«waitint»",
            "«waitint»",
            "«waitint»",
            "(«int» + «int»)",
            "(«int» - «int» * «int»)",
            "(«bool» ? «int» : «int»)",
            "Sum(«int», «int»)",
            "Sum(second: «int», first: «int»)",
            "Sum(«int», Sum(At(#), «int»))",
            "Many(«int», «int», «int»)",
            "(«maybe»?.Length ?? «int»)",
            "(Maybe(«int») ?? «string»).Length",
            "(«int» switch { 0 => «int», 1 => At(#), _ => «int» })",
            "new[] { «int», «int» }[«int» & 1]",
            "new[] { «int», At(#) }.Max()",
            "new List<int> { «int», «int» }.Count",
            "new Pair { First = «int», Second = «int» }.Total",
            "(new Point(«int», «int») with { Y = «int» }).Y",
            "(«int», «int»).Item2",
            "new { One = «int» }.One",
            "(int)(long)«int»",
            "unchecked(«int» * 3)",
            "-«int»",
            "(«lvalue» = «int»)",
            "(«lvalue» += «int»)",
            "s_field++",
            "(s_cache# ??= «string»).Length @@ «access» static string? s_cache#;",
            "Ref(ref s_field, «int»)",
            "In(«int»)",
            "Enumerable.Range(0, 2).Select(x# => «int!:x#»).Sum()",
            "Enumerable.Range(0, 2).Where(x# => «bool!»).Count()",
            "(from x# in new[] { «int», 2 } where x# > 0 select «int!:x#»).Sum()",
            "(from x# in new[] { 1, 2 } orderby «int!:x#» select x#).First()",
            "Apply(x# => «int!:x#», «int»)",
            "Apply(x# => { «stmts!:x#» return «int!:x#»; }, «int»)",
            "((Func<int>)(() => «int!»))()",
            "await Later(At(#))",
            "(await Value(«int»))",
            "(await Later(«int») + «int»)",
            "Helper#(«int») @@ «access» static int Helper#(int x#) { «stmts!:x#» return «int!:x#»; }",
            "Helper#(«int») @@ «access» static int Helper#(int x#) => «int!:x#»;",
            "Helper#(«int», «int») @@ «access» static int Helper#(int x#, int v#) { v# += x#; «stmts!:v#» return v#; }",
            "Optional#(«int») @@ «access» static int Optional#(int x#, int y# = 2) { «stmts!:x#» return x# + y#; }",
            "Generic#<string>(«int») @@ «access» static int Generic#<T>(int x#) where T : class { «stmts!:x#» return typeof(T).Name.Length; }",
            "«int».Extended#() @@@ static class Extensions# { public static int Extended#(this int x#) { «stmts!:x#» return x#; } }",
            "((IService#)new Service#()).Serve(«int») @@@ interface IService# { int Serve(int x#); } @@@ class Service# : IService# { public int Serve(int x#) { «stmts!:x#» return «int!:x#»; } }",
            "((IService#)new Service#()).Serve(«int») @@@ interface IService# { int Serve(int x#); } @@@ class Service# : IService# { int IService#.Serve(int x#) => «int!:x#»; }",
            "((Base#)new Derived#()).Serve(«int») @@@ abstract class Base# { public abstract int Serve(int x#); } @@@ sealed class Derived# : Base# { public override int Serve(int x#) { «stmts!:x#» return «int!:x#»; } }",
            "((Base#)new Derived#()).Serve(«int») @@@ class Base# { public virtual int Serve(int x#) { «wait»; return x#; } } @@@ sealed class Derived# : Base# { public override int Serve(int x#) => base.Serve(x#) + «int!:x#»; }",
            "new Getter#().Value @@@ class Getter# { public int Value { get { «stmts!» return «int!»; } } }",
            "Getter#.Value @@@ static class Getter# { public static int Value => «int!»; }",
            "new Indexed#()[«int»] @@@ class Indexed# { public int this[int x#] => «int!:x#»; }",
            "(new Sum#(«int») + new Sum#(At(#))).Value @@@ readonly record struct Sum#(int Value) { public static Sum# operator +(Sum# a#, Sum# b#) { «wait»; return new(a#.Value + b#.Value); } }",
            "new Made#(«int»).Value @@@ class Made# { public readonly int Value; public Made#(int x#) { «stmts!:x#» Value = x#; } }",
            "new Primary#(«int»).Get() @@@ class Primary#(int given) { public int Get() { «stmts!» return given + «waitint»; } }",
            "new Record#(«int»).Get() @@@ record Record#(int Given) { public int Get() => Given + «int!»; }",
            "new Counter#().Both() @@@ struct Counter# { int _count; int Next() { _count += «waitint»; return _count; } public int Both() => Next() + Next(); }",
            "Items#(«int»).Sum() @@ «access» static IEnumerable<int> Items#(int x#) { yield return x#; «stmts!:x#» yield return «int!:x#»; }",
            "Out#(«int», out int v#) + v# @@ «access» static int Out#(int x#, out int y#) { y# = x#; «wait»; return y#; }",
            "Recursive#(2) @@ «access» static int Recursive#(int x#) { if (x# <= 0) return 0; «stmts!:x#» return Recursive#(x# - 1) + «int!:x#»; }",
            "Mutual#(2) @@ «access» static int Mutual#(int x#) => x# <= 0 ? 0 : Other#(x# - 1); «access» static int Other#(int x#) { «wait»; return Mutual#(x# - 1); }",
            "«async»Asynchronous#(«int»)«end» @@ «access» static async Task<int> Asynchronous#(int x#) { «stmts~:x#» return «int~:x#»; }",
            "«async»Returning#(«int»)«end» @@ «access» static Task<int> Returning#(int x#) { «stmts!:x#» return Task.FromResult(«int!:x#»); }",
            "«async»Forwarding#(«int»)«end» @@ «access» static Task<int> Forwarding#(int x#) { «stmts!:x#» return Later(x#); }",
            "«async»Valued#(«int»)«end» @@ «access» static async ValueTask<int> Valued#(int x#) { «stmts~:x#» return «int~:x#»; }",
            "«async»new Instance#().GetAsync(«int»)«end» @@@ class Instance# { int _own; public async Task<int> GetAsync(int x#) { _own += x#; «stmts~:x#» return _own; } }",
            "«async»Streamed#(«int»).FirstAsync().AsTask()«end» @@ «access» static async IAsyncEnumerable<int> Streamed#(int x#) { «stmts~:x#» yield return «int~:x#»; }",
            "Passed#(Named#) @@ «access» static int Passed#(Func<int, int> f#) => f#(At(#)); «access» static int Named#(int x#) { «stmts!:x#» return «int!:x#»; }",
            "Disposing#(«int») @@ «access» static int Disposing#(int x#) { using (new Scope(x#)) { «stmts!:x#» return «int!:x#»; } }",
            "(«int») /* five # */",
            "((int[])[«int», «int»]).Length",
            "s_numbers[^(1 + («int» & 1))]",
            "s_numbers[(At(#) % 3)..].Length",
            "s_numbers.Aggregate(«int», (a#, b#) => a# + b#)",
            "Enumerable.Range(0, 2).Select((x#, i#) => «int!:x#» + i#).ToList()[0]",
            "(from x# in new[] { 1 } from y# in new[] { «int!:x#» } let z# = y# + x# select z#).Single()",
            "new Dictionary<int, int> { [«int»] = «int» }.Count",
            "(At(#) > 5 ? throw new InvalidOperationException(\"never\") : «int»)",
            "(«int» is var i# && i# > 2 ? i# : «int»)",
            "(((Func<int, Task<int>>)(async x# => «int~:x#»))(«int»)).Result",
            "Spanned#(s_numbers) @@ «access» static int Spanned#(ReadOnlySpan<int> span#) { Log(span#.Length); «call»; return span#[0]; }",
            "Scoped#(stackalloc int[2]) @@ «access» static int Scoped#(Span<int> span#) { span#[0] = 2; int kept# = span#[0]; «call»; return kept#; }",
            "Tuple#(«int»).Second @@ «access» static (int First, int Second) Tuple#(int x#) { «stmts!:x#» return («int!:x#», x#); }",
            "(Null#(«int»)?.Length ?? 0) @@ «access» static string? Null#(int x#) { «stmts!:x#» return Maybe(x#); }",
            "Typed#<int>(«int») @@ «access» static T Typed#<T>(T x#) where T : struct { «call»; return x#; }",
            "new Holder#<int>(«int»).Give() @@@ class Holder#<T>(T value) { public T Give() { «call»; return value; } }",
            "Cell#.Make(«int»).Value @@@ class Cell# { public int Value; public static Cell# Make(int x#) { «stmts!:x#» return new Cell# { Value = «int!:x#» }; } }",
            "new Chain#().Add(«int»).Add(«int»).Total @@@ class Chain# { public int Total; public Chain# Add(int x#) { Total += x#; «call»; return this; } }",
            "(new Chain#().Next?.Give(«int») ?? At(#)) @@@ class Chain# { public Chain#? Next => this; public int Give(int x#) { «call»; return x#; } }",
            "(Parsed#.TryParse(«int», out var v#) ? v# : At(#)) @@@ static class Parsed# { public static bool TryParse(int x#, out int y#) { y# = x#; «stmts!:x#» return x# > 1; } }",
            "Fielded#.Value @@@ static class Fielded# { public static int Value { get { «call»; return field + 1; } set; } }",
            "Given#(«int», from: «int») @@ «access» static int Given#(int x#, [System.Runtime.CompilerServices.CallerMemberName] string name# = \"\", int from = 1) { «stmts!:x#» return x# + from; }",
            "Abstract#<One#>(«int») @@ «access» static int Abstract#<T>(int x#) where T : IShape# => T.Area(x#); @@@ interface IShape# { static abstract int Area(int x#); } @@@ class One# : IShape# { public static int Area(int x#) { «call»; return x#; } }",
            "Partial.Get#(«int») @@@ «access» static partial class Partial { public static partial int Get#(int x#); } @@@ «access» static partial class Partial { public static partial int Get#(int x#) => «int!:x#»; }",
            "new Consumer#(new Service#()).Go(«int») @@@ interface IService# { int Serve(int x#); } @@@ class Service# : IService# { public int Serve(int x#) { «stmts!:x#» return «int!:x#»; } } @@@ class Consumer#(IService# service) { public int Go(int x#) => service.Serve(x#) + 1; }",
            "«async»new Worker#(new Service#()).WorkAsync(«int»)«end» @@@ interface IService# { int Serve(int x#); } @@@ class Service# : IService# { public int Serve(int x#) { «stmts!:x#» return «int!:x#»; } } @@@ class Worker#(IService# service) { public async Task<int> WorkAsync(int x#) { await Task.Yield(); return service.Serve(x#); } }",
            "new Outer#(new Inner#()).Serve(«int») @@@ interface IService# { int Serve(int x#); } @@@ class Inner# : IService# { public int Serve(int x#) { «call»; return x#; } } @@@ class Outer#(IService# inner) : IService# { public int Serve(int x#) { «call»; return inner.Serve(x#); } }",
            "(Pick#(«int»).Serve(«int») + new Second#().Serve(At(#))) @@ «access» static IPicked# Pick#(int x#) => x# > 1 ? new First#() : new Second#(); @@@ interface IPicked# { int Serve(int x#); } @@@ class First# : IPicked# { public int Serve(int x#) { «call»; return x#; } } @@@ class Second# : IPicked# { public int Serve(int x#) { «call»; return x#; } }",
            "new Twice#().Call(() => «int!») @@@ class Twice# { public int Call(Func<int> f#) { Log(f#()); return f#(); } }",
            "Queue#.Call(() => «int!»).GetAwaiter().GetResult() @@@ static class Queue# { public static Task<int> Call(Func<int> f#) => Task.Run(() => f#() + 1); }",
            "new Service#().Name @@@ abstract class Named# { public abstract int Name { get; } } @@@ class Service# : Named# { public override int Name { get { «call»; return 3; } } }",
            "Default#.Instance.Serve(«int») @@@ interface Default# { static Default# Instance { get; } = new Own#(); int Serve(int x#) { «wait»; return x#; } sealed class Own# : Default#; }",
        ],
        ["lvalue"] = ["s_field", "«written»", "s_numbers[1]", "Property"],
    };
}
