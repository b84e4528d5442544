using Microsoft.CodeAnalysis;

namespace ThreadPoolDoctor.Analyzers.Tests.Fixes;

/// <summary>Where no await can be put, nothing is offered: not by the light bulb, and not by Fix All.</summary>
public sealed class RefusalTests
{
    /// <summary>
    /// It is there because other targets of its project lack the twin, and those may not be compiled here.
    /// </summary>
    [Fact]
    public Task An_extension_that_stands_in_for_the_twin_keeps_what_it_calls() => Fix.IsRefused("TPD003", Extension("ConnectAsync"));

    [Fact]
    public async Task An_extension_of_another_name_calls_the_twin() =>
        (await Fix.Results("TPD003", [Extension("ConnectSoonAsync")], new()))[0].ShouldContain("await socket.ConnectAsync(point)");

    /// <summary>As on .NET Standard 2.0, where <c>Socket.ConnectAsync</c> is an extension.</summary>
    [Fact]
    public Task An_extension_that_stands_in_for_one_keeps_what_it_calls() => Fix.IsRefused("TPD003", ExtensionBesideOne("SendAsync"));

    [Fact]
    public async Task An_extension_of_another_name_calls_the_one_that_is_there() =>
        (await Fix.Results("TPD003", [ExtensionBesideOne("SendSoonAsync")], new()))[0].ShouldContain("await wire.SendAsync(point)");

    private static string ExtensionBesideOne(string name) => $$"""
        abstract class Wire { public abstract void Send(int point); }
        static class Twins
        {
            public static Task SendAsync(this Wire wire, int point) => Task.Delay(point);
        }
        static class WireExtensions
        {
            public static Task {{name}}(this Wire wire, int point, int attempts) =>
                Task.Run(() => [|wire.Send(point)|]);
        }
        """;

    private static string Extension(string name) => $$"""
        using System.Net;
        using System.Net.Sockets;
        using System.Threading;
        using System.Threading.Tasks;
        static class SocketExtensions
        {
            public static Task {{name}}(this Socket socket, EndPoint point, int attempts) =>
                Task.Run(() => [|socket.Connect(point)|]);
        }
        """;

    /// <summary>
    /// SqlClient and SQLite do these at once, and give back a task that has ended: an await of it frees no thread.
    /// </summary>
    [Theory]
    [InlineData("transaction.Commit()")]
    [InlineData("transaction.Rollback()")]
    [InlineData("command.ExecuteNonQuery()")]
    public Task A_twin_that_blocks_as_well_is_not_awaited(string call) => Fix.IsRefused("TPD003", Database($"[|{call}|]"));

    [Theory]
    [InlineData("other.Commit()", "await other.CommitAsync()")]
    [InlineData("far.ExecuteNonQuery()", "await far.ExecuteNonQueryAsync()")]
    public async Task A_twin_that_does_not_is(string call, string cured) =>
        (await Fix.Results("TPD003", [Database($"[|{call}|]")], new()))[0].ShouldContain(cured);

    [Fact]
    public async Task It_stays_where_something_else_is_awaited()
    {
        string cured = (await Fix.Results("TPD003", [Database("[|far.ExecuteNonQuery()|]; transaction.Commit()")], new()))[0];
        cured.ShouldContain("await far.ExecuteNonQueryAsync(); transaction.Commit();");
    }

    private static string Database(string call) => $$"""
        using Microsoft.Data.SqlClient;
        using Microsoft.Data.Sqlite;
        namespace Microsoft.Data.SqlClient
        {
            public class SqlCommand { public int ExecuteNonQuery() => 5; public Task<int> ExecuteNonQueryAsync() => Task.FromResult(5); }
            public class SqlTransaction
            {
                public void Commit() { }
                public void Rollback() { }
                public Task CommitAsync() => Task.CompletedTask;
                public Task RollbackAsync() => Task.CompletedTask;
            }
        }
        namespace Microsoft.Data.Sqlite
        {
            public class SqliteCommand { public int ExecuteNonQuery() => 5; public Task<int> ExecuteNonQueryAsync() => Task.FromResult(5); }
        }
        class C
        {
            void M(SqlTransaction transaction, SqlCommand far, SqliteCommand command, System.Data.Common.DbTransaction other) =>
                Task.Run(() => { {{call}}; });
        }
        """;

    /// <summary>What is tied to the thread is untied on the same one.</summary>
    [Fact]
    public Task Between_a_tie_to_the_thread_and_its_end_nothing_is_awaited() => Fix.IsRefused("TPD002", Tied("AttachToThread", "DetachFromThread"));

    [Fact]
    public async Task Between_other_calls_it_is() =>
        (await Fix.Results("TPD002", [Tied("AttachToWindow", "DetachFromWindow")], new()))[0].ShouldContain("await Task.Delay(5)");

    [Fact]
    public async Task Behind_the_end_of_a_tie_it_is() =>
        (await Fix.Results("TPD002", [Tied("AttachToThread", "DetachFromThread").Replace("[|Thread.Sleep(5)|];", "").Replace("/* after */", "[|Thread.Sleep(5)|];")], new()))[0]
            .ShouldContain("await Task.Delay(5)");

    private static string Tied(string tie, string untie) => $$"""
        interface IDebugger { void {{tie}}(); void {{untie}}(); }
        class C(IDebugger? debugger)
        {
            void M() => Task.Run(() =>
            {
                debugger?.{{tie}}();
                try { [|Thread.Sleep(5)|]; }
                finally { debugger?.{{untie}}(); }
                /* after */
            });
        }
        """;

    [Theory]
    [InlineData("under a lock", "void M() { lock (this) { [|Thread.Sleep(5)|]; } }")]
    [InlineData("called under a lock", "void M() { lock (this) { Nap(); } } void Nap() => [|Thread.Sleep(5)|];")]
    [InlineData("beside its twin", "void Nap() => [|Thread.Sleep(5)|]; async Task NapAsync(CancellationToken token = default) => await Task.Delay(5, token);")]
    [InlineData("a constructor", "public C() { [|Thread.Sleep(5)|]; }")]
    [InlineData("called by a constructor", "public C() { Nap(); } void Nap() => [|Thread.Sleep(5)|];")]
    [InlineData("a getter", "int P { get { [|Thread.Sleep(5)|]; return 1; } }")]
    [InlineData("an expression-bodied property", "int P => Nap(); int Nap() { [|Thread.Sleep(5)|]; return 1; }")]
    [InlineData("an indexer", "int this[int i] { get { [|Thread.Sleep(i)|]; return i; } }")]
    [InlineData("an event accessor", "event Action E { add { [|Thread.Sleep(5)|]; } remove { } }")]
    [InlineData("an operator", "public static C operator +(C a, C b) { [|Thread.Sleep(5)|]; return a; }")]
    [InlineData("a conversion", "public static implicit operator int(C c) { [|Thread.Sleep(5)|]; return 1; }")]
    [InlineData("a finalizer", "~C() { [|Thread.Sleep(5)|]; }")]
    [InlineData("a static constructor", "static C() { [|Thread.Sleep(5)|]; }")]
    [InlineData("a field initialiser", "static int s_a = Nap(); static int Nap() { [|Thread.Sleep(5)|]; return 1; } int A => s_a;")]
    [InlineData("an out parameter", "void M(out int i) { [|Thread.Sleep(5)|]; i = 1; }")]
    [InlineData("a ref parameter", "void M(ref int i) { [|Thread.Sleep(5)|]; i = 1; }")]
    [InlineData("an in parameter", "void M(in int i) { [|Thread.Sleep(i)|]; }")]
    [InlineData("a span parameter", "void M(Span<int> s) { [|Thread.Sleep(5)|]; s[0] = 1; }")]
    [InlineData("a span local across", "async Task M(int[] a) { await Task.Yield(); Span<int> s = a; [|Thread.Sleep(5)|]; s[0] = 1; }")]
    [InlineData("a loop over a span", "async Task M(int[] a) { await Task.Yield(); foreach (int i in a.AsSpan()) [|Thread.Sleep(i)|]; }")]
    [InlineData("a ref local across", "async Task M(int[] a) { await Task.Yield(); ref int r = ref a[0]; [|Thread.Sleep(5)|]; r = 1; }")]
    [InlineData("an iterator", "IEnumerable<int> M() { [|Thread.Sleep(5)|]; yield return 1; }")]
    [InlineData("called by an iterator", "IEnumerable<int> M() { Nap(); yield return 1; } void Nap() => [|Thread.Sleep(5)|];")]
    [InlineData("unsafe code", "unsafe void M() { [|Thread.Sleep(5)|]; }")]
    [InlineData("an unsafe block", "async Task M() { await Task.Yield(); unsafe { [|Thread.Sleep(5)|]; } }")]
    [InlineData("an exception filter", "async Task M() { try { await Task.Yield(); } catch when (Nap()) { } } bool Nap() { [|Thread.Sleep(5)|]; return true; }")]
    [InlineData("an expression tree", "System.Linq.Expressions.Expression<Func<int>> M() => () => Nap(); int Nap() { [|Thread.Sleep(5)|]; return 1; }")]
    [InlineData("a query", "IEnumerable<int> M(int[] a) => from i in a select Nap(i); int Nap(int i) { [|Thread.Sleep(i)|]; return i; }")]
    [InlineData("a LINQ lambda", "IEnumerable<int> M(int[] a) => a.Select(i => Nap(i)); int Nap(int i) { [|Thread.Sleep(i)|]; return i; }")]
    [InlineData("a delegate in a variable", "void M() { Action a = () => [|Thread.Sleep(5)|]; Task.Run(a); }")]
    [InlineData("a method group of a void delegate", "void M() { Action a = Nap; a(); } void Nap() => [|Thread.Sleep(5)|];")]
    [InlineData("an event handler", "event EventHandler? E; void M() { E += On; E?.Invoke(this, EventArgs.Empty); } void On(object? s, EventArgs e) => [|Thread.Sleep(5)|];")]
    [InlineData("a foreign interface", "class D : IDisposable { public void Dispose() => [|Thread.Sleep(5)|]; }")]
    [InlineData("a foreign override", "public override string ToString() { [|Thread.Sleep(5)|]; return \"\"; }")]
    [InlineData("a work item object", "class W : IThreadPoolWorkItem { public void Execute() => [|Thread.Sleep(5)|]; }")]
    [InlineData("a struct's method", "struct S { int i; public void M() { [|Thread.Sleep(5)|]; i++; } }")]
    [InlineData("a partial method", "partial class P { partial void M(); partial void M() => [|Thread.Sleep(5)|]; }")]
    [InlineData("between Enter and Exit", "async Task M(ReaderWriterLockSlim l) { await Task.Yield(); l.EnterReadLock(); try { [|Thread.Sleep(5)|]; } finally { l.ExitReadLock(); } }")]
    [InlineData("called between Enter and Exit", "void M() { Monitor.Enter(this); Nap(); Monitor.Exit(this); } void Nap() => [|Thread.Sleep(5)|];")]
    [InlineData("holding a mutex", "async Task M(Mutex m) { await Task.Yield(); m.WaitOne(); [|Thread.Sleep(5)|]; m.ReleaseMutex(); }")]
    [InlineData("a using lock scope", "async Task M(Lock l) { await Task.Yield(); using (l.EnterScope()) { [|Thread.Sleep(5)|]; } }")]
    [InlineData("a dedicated thread", "void M() => new Thread(() => Nap()).Start(); void N() => Task.Run(() => Nap()); void Nap() => [|Thread.Sleep(5)|];")]
    [InlineData("LongRunning", "void M() => Task.Factory.StartNew(() => [|Thread.Sleep(5)|], TaskCreationOptions.LongRunning);")]
    [InlineData("attached to its parent", "void M() => Task.Factory.StartNew(() => [|Thread.Sleep(5)|], TaskCreationOptions.AttachedToParent);")]
    [InlineData("Parallel.Invoke", "void M() => Parallel.Invoke(() => [|Thread.Sleep(5)|]);")]
    [InlineData("a loop with state", "void M(int[] a) { Parallel.ForEach(a, (i, state) => { [|Thread.Sleep(i)|]; state.Stop(); }); }")]
    [InlineData("a loop whose caller looks for what it wraps", "void M(int[] a) { try { All(a); } catch (AggregateException) { } } void All(int[] a) => Parallel.ForEach(a, i => [|Thread.Sleep(i)|]);")]
    [InlineData("PLINQ", "void M(int[] a) => a.AsParallel().ForAll(i => [|Thread.Sleep(i)|]);")]
    [InlineData("what counts on its thread", "[ThreadStatic] static int t_depth; async Task M() { await Task.Yield(); t_depth++; [|Thread.Sleep(5)|]; t_depth--; }")]
    [InlineData("called by what counts on its thread", "[ThreadStatic] static int t_depth; void M() { C.t_depth++; Task.Run(() => { Nap(); t_depth = 0; }); } void Nap() => [|Thread.Sleep(5)|];")]
    [InlineData("what keeps its thread", "Thread? _own; async Task M() { await Task.Yield(); _own = Thread.CurrentThread; [|Thread.Sleep(5)|]; _own = null; } void Stop() => _own?.Interrupt();")]
    [InlineData("what keeps its thread's number", "async Task M() { await Task.Yield(); int own = Environment.CurrentManagedThreadId; [|Thread.Sleep(5)|]; Console.WriteLine(own == Environment.CurrentManagedThreadId); }")]
    [InlineData("what is lent by its thread", "ThreadLocal<byte[]> _own = new(); async Task M() { await Task.Yield(); byte[]? own = _own.Value; [|Thread.Sleep(5)|]; Console.WriteLine(own); }")]
    [InlineData("a transaction of one thread", "async Task M() { await Task.Yield(); using (var t = new System.Transactions.TransactionScope()) { [|Thread.Sleep(5)|]; t.Complete(); } }")]
    [InlineData("a transaction declared above", "async Task M() { await Task.Yield(); using var t = new System.Transactions.TransactionScope(); [|Thread.Sleep(5)|]; t.Complete(); }")]
    [InlineData("called in a transaction", "void M() { using (new System.Transactions.TransactionScope()) Nap(); } void Nap() => [|Thread.Sleep(5)|];")]
    [InlineData("an object that holds a lock", "sealed class Held(ReaderWriterLockSlim l) : IDisposable { public void Dispose() => l.ExitReadLock(); } async Task M(Held h) { await Task.Yield(); using (h) { [|Thread.Sleep(5)|]; } }")]
    [InlineData("an object made of a lock", "async Task M(ReaderWriterLockSlim l) { await Task.Yield(); using IDisposable h = Take(l); [|Thread.Sleep(5)|]; } static IDisposable Take(ReaderWriterLockSlim l) => new MemoryStream();")]
    [InlineData("what is set for the caller", "static readonly AsyncLocal<int> s_user = new(); void M() { s_user.Value = 5; [|Thread.Sleep(5)|]; }")]
    [InlineData("a culture set for the caller", "void M() { System.Globalization.CultureInfo.CurrentCulture = new(\"de\"); Nap(); } void Nap() => [|Thread.Sleep(5)|];")]
    [InlineData("a context of its thread", "async Task M() { await Task.Yield(); SynchronizationContext.SetSynchronizationContext(null); [|Thread.Sleep(5)|]; }")]
    [InlineData("what reflection names in words", "object? M() => typeof(C).GetMethod(\"Nap\")?.Invoke(this, null); void Nap() => [|Thread.Sleep(5)|];")]
    [InlineData("what an attribute names", "[System.ComponentModel.DefaultValue(nameof(Nap))] int P { get; set; } void Nap() => [|Thread.Sleep(5)|];")]
    [InlineData("what reflection names", "object? M() => GetType().GetMethod(nameof(Nap))?.Invoke(this, null); public void Nap() => [|Thread.Sleep(5)|];")]
    [InlineData("a web host's startup", "class Startup { public void Configure(string app) => [|Thread.Sleep(app.Length)|]; }")]
    [InlineData("a serializer's callback", "[System.Runtime.Serialization.OnDeserialized] void Done(System.Runtime.Serialization.StreamingContext c) => [|Thread.Sleep(5)|];")]
    [InlineData("what COM calls", "[System.Runtime.InteropServices.InterfaceType(System.Runtime.InteropServices.ComInterfaceType.InterfaceIsIUnknown)] interface IDevice { void Nap(); } class D : IDevice { public void Nap() => [|Thread.Sleep(5)|]; }")]
    [InlineData("an async void method", "async void M() { await Task.Yield(); [|Thread.Sleep(5)|]; }")]
    [InlineData("a handler before its first await", "async void On(object? s, EventArgs e) { [|Thread.Sleep(5)|]; await Task.Yield(); }")]
    [InlineData("a handler that may not have awaited", "async void On(object? s, EventArgs e) { if (s is null) await Task.Yield(); [|Thread.Sleep(5)|]; }")]
    [InlineData("a helper of a handler before its first await", "async void On(object? s, EventArgs e) { Nap(); await Task.Yield(); } void Nap() => [|Thread.Sleep(5)|];")]
    public Task Sleeping_is_left_alone_in(string what, string members)
    {
        what.ShouldNotBeEmpty();
        return Fix.IsRefused("TPD002", $$"""
            partial class C
            {
                {{members}}
            }
            """);
    }

    [Fact]
    public Task What_nothing_in_a_program_calls_is_left_alone() => Fix.IsRefused("TPD002", """
        Console.WriteLine();

        public class Plugin
        {
            public void Run() => [|Thread.Sleep(5)|];
        }
        """, new() { Output = OutputKind.ConsoleApplication });

    // Who calls the other callers, and theirs in turn, is then never looked for: in a large solution that takes a
    // minute.
    [Theory]
    [InlineData("int P { get { Nap(); return 1; } } void Near() => Nap(); void Far() => Near(); C() => Far();")]
    [InlineData("C() => Far(); void Far() => Near(); void Near() => Nap(); int P { get { Nap(); return 1; } }")]
    public async Task A_change_that_a_caller_dooms_is_given_up_at_that_caller(string callers) =>
        (await Fix.WhyNot("TPD002", $$"""
            class C
            {
                {{callers}} void Nap() => [|Thread.Sleep(5)|];
            }
            """)).ShouldBe("it is in a property, indexer or event accessor");

    [Fact]
    public async Task A_change_of_very_many_functions_is_given_up()
    {
        (await Fix.WhyNot("TPD002", Chain(129))).ShouldBe("more than 128 methods would become async with it");
        (await Fix.Results("TPD002", [Chain(128)], new()))[0].ShouldContain("M127Async");

        static string Chain(int functions) => $$"""
            class C
            {
                {{string.Concat(Enumerable.Range(1, functions - 1).Select(i => $"void M{i}() => M{i - 1}();\n    "))}}void M0() => [|Thread.Sleep(5)|];
            }
            """;
    }

    [Fact]
    public Task A_main_method_of_an_apartment_of_one_thread_is_left_alone() => Fix.IsRefused("TPD002", """
        static class Program
        {
            [STAThread]
            static void Main() => [|Thread.Sleep(5)|];
        }
        """, new() { Output = OutputKind.ConsoleApplication });

    [Theory]
    [InlineData("a handler of AggregateException", "async Task M(Task t) { try { await Task.Yield(); [|t.Wait()|]; } catch (AggregateException) { } }")]
    [InlineData("a handler that unpacks", "async Task M(Task<int> t) { try { await Task.Yield(); Console.WriteLine([|t.Result|]); } catch (Exception e) { Console.WriteLine(e.InnerException); } }")]
    [InlineData("a caller's handler", "void M(Task t) { try { W(t); } catch (AggregateException) { } } void W(Task t) => [|t.Wait()|];")]
    [InlineData("an index into arguments", "async Task<int> M(Task a, Task b) { await Task.Yield(); return [|Task.WaitAny(a, b)|]; }")]
    [InlineData("a task asked for twice", "async Task<bool> M(Func<Task> f) { await Task.Yield(); return [|f().Wait(5)|]; }")]
    public Task Waiting_for_a_task_is_left_alone_with(string what, string members)
    {
        what.ShouldNotBeEmpty();
        return Fix.IsRefused("TPD001", $$"""
            class C
            {
                {{members}}
            }
            """);
    }

    [Theory]
    [InlineData("no twin", "async Task M(string a) { await Task.Yield(); [|File.Copy(a, a)|]; }")]
    [InlineData("a stack buffer", "async Task M(Stream s) { await Task.Yield(); N(s); } void N(Stream s) { Span<byte> b = stackalloc byte[5]; [|s.ReadExactly(b)|]; }")]
    [InlineData("its own implementation", "class D { public string Load() => \"\"; public async Task<string> LoadAsync() { await Task.Yield(); return [|Load()|]; } }")]
    [InlineData("the console", "async Task M() { await Task.Yield(); [|Console.ReadLine()|]; }")]
    [InlineData("a reader of XML", "async Task M(System.Xml.XmlReader r) { await Task.Yield(); [|r.Read()|]; }")]
    public Task Input_and_output_is_left_alone_with(string what, string members)
    {
        what.ShouldNotBeEmpty();
        return Fix.IsRefused("TPD003", $$"""
            class C
            {
                {{members}}
            }
            """);
    }
}
