namespace ThreadPoolDoctor.Analyzers.Tests.Exemptions;

/// <summary>
/// For each row of the table of exemptions a program that it keeps silent about, and a neighbour that differs in just
/// that and is reported.
/// </summary>
internal static class ExemptionCases
{
    /// <param name="Silent">Members of a class, or a whole program if it says so itself.</param>
    /// <param name="Loud">The same, where the reason does not hold.</param>
    internal sealed record Pair(string Silent, string Loud);

    /// <summary>What stands in <c>.editorconfig</c> for the silent program of a row.</summary>
    public static IReadOnlyDictionary<string, (string Key, string Value)> Config { get; } = new Dictionary<string, (string, string)>
    {
        ["harmless list"] = ("threadpooldoctor.trusted", "T:System.Threading.Thread"),
    };

    /// <summary>Rows about the main method: their programs are programs.</summary>
    public static IReadOnlySet<string> OfMain { get; } = new HashSet<string> { "start of main", "console of main" };

    private const string Signal = "readonly ManualResetEventSlim _set = new(); ";
    private const string Joinable = "class Factory { public Task SwitchToMainThreadAsync() => Task.CompletedTask; } ";
    private const string Ordering = "interface IOrders { int Get(); } class Orders : IOrders { public int Get() { Thread.Sleep(5); return 5; } } async Task M() { await Task.Yield(); ";
    private const string Substitute = "} } namespace NSubstitute { static class Substitute { public static T For<T>(params object[] given) => default!; } ";
    private const string Net = "System.Net.Sockets.";
    private const string Ending = "Task<bool> Ends(IAsyncResult r) => Task.FromResult(r.IsCompleted); Task Handle(WaitHandle handle) => Task.CompletedTask; ";

    private const string Peer = "var s = new " + Net + "Socket(" + Net + "AddressFamily.InterNetwork, " + Net + "SocketType.";
    private const string Begins = "{ public abstract object BeginTransaction(); public abstract Task<object> BeginTransactionAsync(CancellationToken token = default); } class D { }";
    private const string Wire = "Stream? _wire; Stream Open(bool tls) { Stream wire = _wire!; if (wire != null) return wire; "
        + "wire = new System.Net.Sockets.TcpClient().GetStream(); if (tls) wire = new System.Net.Security.SslStream(wire, false); _wire = wire; return wire; } ";
    private const string Hold = "int _count; readonly ReaderWriterLockSlim _all = new(); Held Enter() { _all.EnterWriteLock(); return new Held(this); } "
        + "class Held(C owner) : IDisposable { public void Dispose() => owner._all.ExitWriteLock(); } ";
    private const string OwnTransaction = "class Own(Action run) : System.Data.IDbTransaction { public System.Data.IDbConnection? Connection => null; "
        + "public System.Data.IsolationLevel IsolationLevel => default; public void Commit() => run(); public void Rollback() { } public void Dispose() { } } ";
    private const string Template = "abstract class B { protected void Go() => Do(); protected abstract void Do(); } ";
    private const string Taking = "static void Take(" + Net + "NetworkStream s) => s.ReadExactly(new byte[5]); ";
    private const string Picture = "abstract class Picture { public abstract void Save(Stream to); public abstract Task SaveAsync(Stream to, CancellationToken token = default); } ";
    private const string Load = " static async Task<int> Load() { await Task.Yield(); return 5; }";

    public static IReadOnlyDictionary<string, Pair> All { get; } = new Dictionary<string, Pair>
    {
        ["dual mode"] = new(
            "async Task M(bool async) { await Task.Yield(); Thread.Sleep(5); }",
            "async Task M(bool slowly) { await Task.Yield(); Thread.Sleep(5); }"),
        ["intended"] = new(
            "[IntentionallyBlocking] async Task M() { await Task.Yield(); Thread.Sleep(5); } class IntentionallyBlockingAttribute : Attribute;",
            "[Obsolete] async Task M() { await Task.Yield(); Thread.Sleep(5); }"),
        ["synchronous half"] = new(
            "Task M(bool async) => async ? Task.CompletedTask : Half(); Task Half() { Thread.Sleep(5); return Task.CompletedTask; }",
            "Task M(bool slowly) => slowly ? Task.CompletedTask : Half(); Task Half() { Thread.Sleep(5); return Task.CompletedTask; }"),
        ["start of main"] = new(
            "static async Task Main() { Thread.Sleep(5); await Task.Yield(); }",
            "static async Task Main() { await Task.Yield(); Thread.Sleep(5); }"),
        ["first part of LongRunning"] = new(
            "void M() => Task.Factory.StartNew(() => Go(), TaskCreationOptions.LongRunning); async Task Go() { Thread.Sleep(5); await Task.Yield(); }",
            "void M() => Task.Factory.StartNew(() => Go(), TaskCreationOptions.LongRunning); async Task Go() { await Task.Yield(); Thread.Sleep(5); }"),
        ["main thread"] = new(
            Joinable + "async Task M(Factory window) { await window.SwitchToMainThreadAsync(); await Task.Yield(); Thread.Sleep(5); }",
            Joinable + "async Task M(Factory window) { await window.SwitchToMainThreadAsync(); await Task.Delay(5).ConfigureAwait(false); Thread.Sleep(5); }"),
        ["dead code"] = new(
            "async Task M() { await Task.Yield(); return; Thread.Sleep(5); }",
            "async Task M() { await Task.Yield(); Thread.Sleep(5); return; }"),
        ["expression tree"] = new(
            "async Task M(IQueryable<Task<int>> all) { await Task.Yield(); _ = from task in all select task.Result; }",
            "async Task M(IEnumerable<Task<int>> all) { await Task.Yield(); _ = from task in all select task.Result; }"),
        ["synchronous branch"] = new(
            "bool _async; async Task M() { if (_async) await Task.Delay(5); else Thread.Sleep(5); }",
            "bool _slow; async Task M() { if (_slow) await Task.Delay(5); else Thread.Sleep(5); }"),
        ["twin in the other branch"] = new(
            "async Task M(FileStream file, byte[] b, bool slow) { if (slow) await file.ReadAsync(b, 0, 1); else file.Read(b, 0, 1); }",
            "async Task M(FileStream file, byte[] b, bool slow) { if (slow) await Task.Yield(); else file.Read(b, 0, 1); }"),
        ["debugger"] = new(
            "async Task M() { await Task.Yield(); if (System.Diagnostics.Debugger.IsAttached) Thread.Sleep(5); }",
            "async Task M() { await Task.Yield(); if (!System.Diagnostics.Debugger.IsAttached) Thread.Sleep(5); }"),
        ["lock"] = new(
            "async Task M() { await Task.Yield(); lock (this) File.ReadAllText(\"a\"); }",
            "async Task M() { await Task.Yield(); lock (this) Thread.Sleep(5); }"),
        ["throw helper"] = new(
            "async Task M() { await Task.Yield(); Check(); } void Check() => ThrowIfClosed(); void ThrowIfClosed() => Thread.Sleep(5);",
            "async Task M() { await Task.Yield(); Check(); } void Check() => Throwing(); void Throwing() => Thread.Sleep(5);"),
        ["switched off"] = new(
            "static bool Traces; async Task M() { await Task.Yield(); Check(); } void Check() { if (Traces) Thread.Sleep(5); }",
            "static bool Traces = true; async Task M() { await Task.Yield(); Check(); } void Check() { if (Traces) Thread.Sleep(5); }"),
        ["stack used up"] = new(
            "async Task M() { await Task.Yield(); Check(); } void Check() { if (!System.Runtime.CompilerServices.RuntimeHelpers.TryEnsureSufficientExecutionStack()) Thread.Sleep(5); }",
            "async Task M() { await Task.Yield(); Check(); } void Check() { if (DateTime.Now.Day > 5) Thread.Sleep(5); }"),
        ["harmless list"] = new(
            "async Task M() { await Task.Yield(); Thread.Sleep(5); }",
            "async Task M(Task task) { await Task.Yield(); task.Wait(); }"),
        ["mock"] = new(
            Ordering + "var orders = NSubstitute.Substitute.For<IOrders>(); orders.Get(); " + Substitute,
            Ordering + "var orders = NSubstitute.Substitute.For<IOrders>(new Orders()); orders.Get(); " + Substitute),
        ["console of main"] = new(
            "static async Task Main() { await Task.Yield(); Console.ReadLine(); }",
            "static async Task Main() { await Other(); } static async Task Other() { await Task.Yield(); Console.ReadLine(); }"),
        ["form that was read"] = new(
            "async Task M(Microsoft.AspNetCore.Http.HttpContext context) { await context.Request.ReadFormAsync(); _ = context.Request.Form; }",
            "async Task M(Microsoft.AspNetCore.Http.HttpContext context) { await Task.Yield(); _ = context.Request.Form; }"),
        ["form of a service"] = new(
            "async Task M(Microsoft.AspNetCore.Http.IHttpContextAccessor web) { await Task.Yield(); _ = web.HttpContext!.Request.Form; }",
            "async Task M(Microsoft.AspNetCore.Http.HttpContext web) { await Task.Yield(); _ = web.Request.Form; }"),
        ["own twin"] = new(
            "class R(string path) : StreamReader(path) { public override Task<string?> ReadLineAsync() => Task.FromResult(ReadLine()); }",
            "class R(string path) : StreamReader(path) { public Task<string?> NextAsync() => Task.FromResult(ReadLine()); }"),
        ["zero time-out"] = new(
            "async Task M(SemaphoreSlim free) { await Task.Yield(); free.Wait(0); }",
            "async Task M(SemaphoreSlim free) { await Task.Yield(); free.Wait(5); }"),
        ["completed task"] = new(
            "async Task M(Task<int> task) { await task; _ = task.Result; }",
            "async Task M(Task<int> task) { await Task.Yield(); _ = task.Result; }"),
        ["end in a callback"] = new(
            "void M(FileStream file, byte[] b) => file.BeginRead(b, 0, 1, result => file.EndRead(result), null); "
                + "async Task N(FileStream file, byte[] b) { var r = file.BeginRead(b, 0, 1, null, null); if (!await Ends(r)) throw new TimeoutException(); file.EndRead(r); } "
                + "async Task O(IAsyncResult r) { await Handle(r.AsyncWaitHandle); EndGo(r); } void EndGo(IAsyncResult r) => r.AsyncWaitHandle.WaitOne(); " + Ending,
            "async Task M(FileStream file, byte[] b) { await Task.Yield(); file.EndRead(file.BeginRead(b, 0, 1, null, null)); } "
                + "async Task N(FileStream file, byte[] b) { var r = file.BeginRead(b, 0, 1, null, null); if (await Ends(r)) return; file.EndRead(r); } "
                + "async Task O(FileStream file, byte[] b) { var r = file.BeginRead(b, 0, 1, null, null); if (!await Ends(r)) throw new TimeoutException(); "
                + "r = file.BeginRead(b, 0, 1, null, null); file.EndRead(r); } " + Ending),
        ["stream of a response"] = new(
            "async Task M(HttpResponseMessage response) { await Task.Yield(); response.Content.ReadAsStream(); }",
            "async Task M(HttpContent content) { await Task.Yield(); content.ReadAsStream(); }"),
        ["socket that does not wait"] = new(
            "async Task M(System.Net.Sockets.Socket socket, byte[] b) { await Task.Yield(); socket.Blocking = false; socket.Receive(b); } "
                + "async Task N(Stream any, byte[] b) { await Task.Yield(); if (any is System.Net.Sockets.NetworkStream { DataAvailable: true } wire) { do { any.Read(b, 0, 1); } while (wire.DataAvailable); } } "
                + "async Task O(System.Net.Sockets.NetworkStream wire, byte[] b) { await Task.Yield(); while (wire.DataAvailable) wire.Read(b, 0, 1); } "
                + "async Task P(System.Net.Sockets.Socket s, byte[] b) { await Task.Yield(); if (s is null || !s.Poll(0, System.Net.Sockets.SelectMode.SelectRead)) return; s.Receive(b); } "
                + "async Task<bool> Q(System.Net.Sockets.Socket s, byte[] b) { await Task.Yield(); return s.Poll(0, System.Net.Sockets.SelectMode.SelectRead) && s.Receive(b) == 0; } "
                + "async Task R(System.Net.Sockets.Socket s, byte[] b) { await Task.Yield(); if (s.Available == 0) { return; } s.Receive(b); } "
                + "async Task S(System.Net.Sockets.Socket s) { await Task.Yield(); int count = 0; count = s.Available; byte[] b = new byte[count]; s.Receive(b, count, 0); } "
                + "async Task T(System.Net.Sockets.Socket s) { await Task.Yield(); byte[] b = new byte[s.Available]; s.Receive(b); } "
                + "async Task U(List<System.Net.Sockets.Socket> all, byte[] b) { await Task.Yield(); foreach (var s in all.Where(x => x.Available > 0).ToList()) s.Receive(b); "
                + "var ready = all.Where(x => x is not null && x.Poll(0, System.Net.Sockets.SelectMode.SelectRead)); foreach (var s in ready) s.Receive(b); "
                + "all.Where(x => x.Available > 0).OrderBy(x => x.Ttl).ToList().ForEach(s => s.Receive(b)); "
                + "_ = (from s in all where s.Available > 0 select s.Receive(b)).ToList(); } "
                + "async Task V(List<System.Net.Sockets.TcpClient> all, byte[] b) { await Task.Yield(); foreach (var t in all.Where(x => x.Client.Available > 0)) t.Client.Receive(b); }",
            "async Task M(System.Net.Sockets.Socket socket, byte[] b) { await Task.Yield(); socket.Blocking = true; socket.Receive(b); } "
                + "async Task N(System.Net.Sockets.NetworkStream wire, byte[] b) { await Task.Yield(); if (wire.DataAvailable) { do { } while (wire.Read(b, 0, 1) > 0); } } "
                + "async Task O(System.Net.Sockets.NetworkStream wire, byte[] b) { await Task.Yield(); do { wire.Read(b, 0, 1); } while (wire.DataAvailable); } "
                + "async Task P(System.Net.Sockets.Socket s, byte[] b) { await Task.Yield(); if (!s.Poll(0, System.Net.Sockets.SelectMode.SelectWrite)) return; s.Receive(b); } "
                + "async Task Q(System.Net.Sockets.Socket s, byte[] b) { await Task.Yield(); if (s.Poll(0, System.Net.Sockets.SelectMode.SelectRead)) return; s.Receive(b); } "
                + "async Task R(System.Net.Sockets.Socket s, byte[] b) { await Task.Yield(); if (!(b.Length > 5 && s.Available > 0)) return; s.Receive(b); } "
                + "async Task S(System.Net.Sockets.Socket s) { await Task.Yield(); int count = s.Available; count = 5; byte[] b = new byte[count]; s.Receive(b, count, 0); } "
                + "async Task T(System.Net.Sockets.Socket s, System.Net.Sockets.Socket other) { await Task.Yield(); byte[] b = new byte[other.Available]; s.Receive(b); } "
                + "async Task U(List<System.Net.Sockets.Socket> all, byte[] b) { await Task.Yield(); foreach (var s in all.Where(x => x.Available == 0)) s.Receive(b); "
                + "var some = all.Where(x => x.Available > 0); some = all; foreach (var s in some) s.Receive(b); "
                + "_ = (from s in all where s.Ttl > 0 select s.Receive(b)).ToList(); } "
                + "async Task V(List<System.Net.Sockets.TcpClient> all, byte[] b) { await Task.Yield(); foreach (var t in all.Where(x => x.Available > 0)) t.Client.Receive(b); }"),
        ["asked for by the caller"] = new(
            Taking + "async Task M(" + Net + "NetworkStream from) { await Task.Yield(); if (from.DataAvailable) Take(from); }",
            Taking + "async Task M(" + Net + "NetworkStream from) { await Task.Yield(); if (from.CanRead) Take(from); }"),
        ["datagram socket"] = new(
            "async Task M(byte[] b) { await Task.Yield(); " + Peer + "Dgram, 0); s.Connect(\"1.1.1.1\", 9); s.Send(b); } "
                + "async Task N(byte[] b, EndPoint end) { await Task.Yield(); " + Peer + "Dgram, 0); s.SendTo(b, end); } "
                + "System.Net.Sockets.Socket? _kept; void Open() { _kept = Made(); } protected virtual System.Net.Sockets.Socket Made() => new(0, System.Net.Sockets.SocketType.Dgram, 0); "
                + "async Task O(byte[] b, EndPoint end) { await Task.Yield(); _kept!.SendTo(b, end); } "
                + "async Task P(System.Net.Sockets.UdpClient udp, byte[] b, IPEndPoint end) { await Task.Yield(); udp.Send(b, 1, end); udp.Send(b); udp.Send(b, 1); "
                + "udp.Send(b, 1, \"127.0.0.1\", 9); udp.Client.Send(b); }",
            "async Task M() { await Task.Yield(); " + Peer + "Stream, 0); s.Connect(\"1.1.1.1\", 9); } "
                + "async Task N(string name) { await Task.Yield(); " + Peer + "Dgram, 0); s.Connect(name, 9); } "
                + "async Task O(byte[] b) { await Task.Yield(); " + Peer + "Stream, 0); s.Send(b); } "
                + "async Task P(byte[] b) { await Task.Yield(); " + Peer + "Dgram, 0); s.Receive(b); } "
                + "System.Net.Sockets.Socket? _kept; void Open() { _kept = Made(); } System.Net.Sockets.Socket Made() => _kept ?? new(0, System.Net.Sockets.SocketType.Stream, 0); "
                + "async Task Q(byte[] b, EndPoint end) { await Task.Yield(); _kept!.SendTo(b, end); } "
                + "async Task R(System.Net.Sockets.UdpClient udp, byte[] b, string name) { await Task.Yield(); udp.Send(b, 1, name, 9); } "
                + "async Task S(System.Net.Sockets.UdpClient udp, IPEndPoint end) { await Task.Yield(); udp.Receive(ref end!); } "
                + "async Task T(System.Net.Sockets.TcpClient tcp, byte[] b) { await Task.Yield(); tcp.Client.Send(b); }"),
        ["nothing to flush"] = new(
            "async Task M(System.IO.Pipes.NamedPipeServerStream pipe, System.Net.Sockets.NetworkStream far) { await Task.Yield(); pipe.Flush(); far.Flush(); } "
                + Wire + "async Task N() { await Task.Yield(); var wire = Open(true); wire.Flush(); }",
            "async Task M(System.IO.FileStream file) { await Task.Yield(); file.Flush(); } "
                + Wire + "async Task N() { await Task.Yield(); _wire = new BufferedStream(_wire!); var wire = Open(true); wire.Flush(); }"),
        ["begun with its first command"] = new(
            "async Task M(Npgsql.NpgsqlConnection open) { await Task.Yield(); open.BeginTransaction(); } } namespace Npgsql { abstract class NpgsqlConnection " + Begins,
            "async Task M(MySqlConnector.MySqlConnection open) { await Task.Yield(); open.BeginTransaction(); } } namespace MySqlConnector { abstract class MySqlConnection " + Begins),
        ["memory"] = new(
            "async Task M(MemoryStream stream, byte[] b) { await Task.Yield(); stream.Write(b, 0, 1); }",
            "async Task M(FileStream stream, byte[] b) { await Task.Yield(); stream.Write(b, 0, 1); }"),
        ["handed writer"] = new(
            "async Task M(TextWriter writer) { await Task.Yield(); writer.Flush(); }",
            "async Task M() { await Task.Yield(); using TextWriter writer = new StreamWriter(\"a\"); writer.Flush(); }"),
        ["no device"] = new(
            "async Task M(System.Xml.XmlReader reader) { await Task.Yield(); reader.Read(); }",
            "async Task M() { await Task.Yield(); using var reader = System.Xml.XmlReader.Create(File.OpenRead(\"a\")); reader.Read(); }"),
        ["stream of an object"] = new(
            "public interface IMail { Stream Body { get; } } async Task M(IMail mail) { await Task.Yield(); mail.Body.Read(new byte[5]); }",
            "public interface IMailFile { Stream Body { get; } } async Task M(IMailFile mail) { await Task.Yield(); mail.Body.Read(new byte[5]); }"),
        ["no bound"] = new(
            "readonly BlockingCollection<int> _queue = new(); async Task M() { await Task.Yield(); _queue.Add(5); }",
            "readonly BlockingCollection<int> _queue = new(5); async Task M() { await Task.Yield(); _queue.Add(5); }"),
        ["finished collection"] = new(
            "readonly BlockingCollection<int> _all = new(); async Task M() { await Task.Yield(); _all.CompleteAdding(); foreach (int one in _all.GetConsumingEnumerable()) ; }",
            "readonly BlockingCollection<int> _all = new(); async Task M() { await Task.Yield(); foreach (int one in _all.GetConsumingEnumerable()) ; _all.CompleteAdding(); }"),
        ["short reader-writer lock"] = new(
            "async Task M(ReaderWriterLockSlim all) { await Task.Yield(); all.EnterReadLock(); all.ExitReadLock(); }",
            "async Task M(ReaderWriterLockSlim all) { await Task.Yield(); all.EnterReadLock(); await Task.Yield(); all.ExitReadLock(); }"),
        ["short lock in a helper"] = new(
            "readonly ReaderWriterLockSlim _all = new(); async Task M() { await Task.Yield(); Add(); } void Add() { _all.EnterWriteLock(); _all.ExitWriteLock(); }",
            "readonly ReaderWriterLockSlim _all = new(); async Task M() { await Task.Yield(); Add(); } void Add() { _all.EnterWriteLock(); }"),
        ["another's override"] = new(
            Template + "class D : B { async Task M() { await Task.Yield(); Go(); } protected override void Do() => throw new NotSupportedException(); } "
                + "class E : B { protected override void Do() => Thread.Sleep(5); }",
            Template + "class D : B { async Task M() { await Task.Yield(); Go(); } protected override void Do() => throw new NotSupportedException(); } "
                + "class E : D { protected override void Do() => Thread.Sleep(5); }"),
        ["lock given back"] = new(
            Hold + "async Task M() { await Task.Yield(); using (Enter()) { _count++; } using Held again = Enter(); _count++; }",
            Hold + "async Task M() { using (Enter()) { await Task.Yield(); } }"),
        ["value task"] = new(
            "async Task M(ValueTask<int> task) { await Task.Yield(); Get(task); } static int Get(ValueTask<int> task) => task.Result;",
            "async Task M() { await Task.Yield(); Get(); } static int Get() => Make().Result; static async ValueTask<int> Make() { await Task.Yield(); return 5; }"),
        ["spin"] = new(
            "volatile bool _done; async Task M() { await Task.Yield(); Until(); } void Until() => SpinWait.SpinUntil(() => _done);",
            "volatile bool _done; async Task M() { await Task.Yield(); SpinWait.SpinUntil(() => _done); }"),
        ["kept awaiter"] = new(
            "System.Runtime.CompilerServices.TaskAwaiter<int> _kept; async Task M() { await Task.Yield(); _kept.GetResult(); }",
            "async Task M(Task<int> task) { await Task.Yield(); task.GetAwaiter().GetResult(); }"),
        ["flagged task"] = new(
            "class A { public bool HasValue; public required Task<int> Task; } async Task M(A answer) { await Task.Yield(); if (answer.HasValue) _ = answer.Task.Result; }",
            "class A { public bool HasValue; public required Task<int> Task; } async Task M(A answer) { await Task.Yield(); if (!answer.HasValue) _ = answer.Task.Result; }"),
        ["race with a token"] = new(
            "async Task<int> M(Task<int> task, Task stop, CancellationToken token) { await Task.WhenAny(task, stop); token.ThrowIfCancellationRequested(); return task.Result; }",
            "async Task<int> M(Task<int> task, Task stop, CancellationToken token) { await Task.WhenAny(task, stop); token.CanBeCanceled.ToString(); return task.Result; }"),
        ["continuation"] = new(
            "void M(Task<int> one) => Then(one, task => Console.Write(task.Result)); static void Then(Task<int> one, Action<Task<int>> next) => Task.Run(() => next(one));",
            "void M(Task<int> one, Task<int> other) => Then(one, task => Console.Write(other.Result)); static void Then(Task<int> one, Action<Task<int>> next) => Task.Run(() => next(one));"),
        ["visitor"] = new(
            "class TreeVisitor { public Task<int> VisitAsync(int node) => Load(); } async Task M(TreeVisitor tree) { await Task.Yield(); _ = tree.VisitAsync(5).Result; }" + Load,
            "class Tree { public Task<int> VisitAsync(int node) => Load(); } async Task M(Tree tree) { await Task.Yield(); _ = tree.VisitAsync(5).Result; }" + Load),
        ["content that has come"] = new(
            "async Task M(HttpClient client) { Check(await client.GetAsync(\"a\")); } static void Check(HttpResponseMessage response) => _ = response.Content.ReadAsStringAsync().Result;",
            "async Task M(HttpClient client) { Check(await client.GetAsync(\"a\", HttpCompletionOption.ResponseHeadersRead)); } static void Check(HttpResponseMessage response) => _ = response.Content.ReadAsStringAsync().Result;"),
        ["task of memory"] = new(
            "async Task M() { await Task.Yield(); Fill(new MemoryStream()); } static int Fill(Stream from) => from.ReadAsync(new byte[5], 0, 5).GetAwaiter().GetResult();",
            "async Task M() { await Task.Yield(); Fill(File.OpenRead(\"a\")); } static int Fill(Stream from) => from.ReadAsync(new byte[5], 0, 5).GetAwaiter().GetResult();"),
        ["asked in vain"] = new(
            "async Task M(System.Data.IDbCommand command) { if (command is System.Data.Common.DbCommand own) await own.ExecuteNonQueryAsync(); else command.ExecuteNonQuery(); }",
            "async Task M(System.Data.IDbCommand command, bool one) { if (one && command is System.Data.Common.DbCommand own) await own.ExecuteNonQueryAsync(); else command.ExecuteNonQuery(); }"),
        ["own pair"] = new(
            "async Task M() { await Task.Yield(); System.Net.Sockets.TcpListener one = new(System.Net.IPAddress.Loopback, 0); one.Start(); System.Net.Sockets.TcpClient other = new(); other.Connect((System.Net.IPEndPoint)one.LocalEndpoint); one.AcceptTcpClient(); }",
            "async Task M() { await Task.Yield(); System.Net.Sockets.TcpListener one = new(System.Net.IPAddress.Loopback, 0); one.Start(); one.AcceptTcpClient(); }"),
        ["own object"] = new(
            OwnTransaction + "static void Nothing() { } System.Data.IDbTransaction Begin() => new Own(Nothing); async Task M() { await Task.Yield(); using var made = Begin(); made.Commit(); } ",
            OwnTransaction.Replace("run()", "File.WriteAllText(\"a\", \"b\")") + "static void Nothing() { } System.Data.IDbTransaction Begin() => new Own(Nothing); async Task M() { await Task.Yield(); using var made = Begin(); made.Commit(); } "),
        ["lambda that ends"] = new(
            "async Task M() { await Task.Yield(); _ = Run(() => Task.FromResult(5)).Result; } static Task<int> Run(Func<Task<int>> run) => run();",
            "async Task M() { await Task.Yield(); _ = Run(() => Load()).Result; } static Task<int> Run(Func<Task<int>> run) => run();" + Load),
        ["mutex of few lines"] = new(
            "private readonly SemaphoreSlim _one = new(1); int _count; async Task M() { await Task.Yield(); Add(); } void Add() { _one.Wait(); _count++; _one.Release(); }",
            "public readonly SemaphoreSlim _one = new(1); int _count; async Task M() { await Task.Yield(); Add(); } void Add() { _one.Wait(); _count++; _one.Release(); }"),
        ["cause of the item"] = new(
            "void M(System.Diagnostics.Process process) => process.Exited += (_, _) => process.WaitForExit();",
            "void M(System.Diagnostics.Process process) => process.OutputDataReceived += (_, _) => process.WaitForExit();"),
        ["exited process"] = new(
            "async Task M(System.Diagnostics.Process own) { await Task.Yield(); if (own.HasExited) own.WaitForExit(); }",
            "async Task M(System.Diagnostics.Process own) { await Task.Yield(); if (own.Responding) own.WaitForExit(); }"),
        ["lock made anew"] = new(
            "ReaderWriterLockSlim Lock => new(); async Task M() { Lock.EnterWriteLock(); await Task.Yield(); }",
            "ReaderWriterLockSlim Lock { get; } = new(); async Task M() { Lock.EnterWriteLock(); await Task.Yield(); }"),
        ["memory that is given"] = new(
            Picture + "async Task M(Picture p) { await Task.Yield(); p.Save(new MemoryStream()); }",
            Picture + "async Task M(Picture p) { await Task.Yield(); p.Save(File.OpenWrite(\"a\")); }"),
        ["buffered request"] = new(
            "async Task M() { await Task.Yield(); var r = (System.Net.HttpWebRequest)System.Net.WebRequest.Create(\"http://a\"); using var to = r.GetRequestStream(); }",
            "async Task M() { await Task.Yield(); var r = (System.Net.HttpWebRequest)System.Net.WebRequest.Create(\"http://a\"); r.AllowWriteStreamBuffering = false; using var to = r.GetRequestStream(); }"),
        ["spinning loop"] = new(
            "volatile bool _done; async Task M() { await Task.Yield(); Until(); } void Until() { SpinWait spin = new(); while (!_done) spin.SpinOnce(); }",
            "volatile bool _done; async Task M() { await Task.Yield(); Until(); } void Until() { while (!_done) Step(); } void Step() { }"),
        ["helper without time"] = new(
            Signal + "async Task M() { await Task.Yield(); Wait(0); } void Wait(int timeout) => _set.Wait(timeout);",
            Signal + "async Task M() { await Task.Yield(); Wait(5); } void Wait(int timeout) => _set.Wait(timeout);"),
        ["final dispose"] = new(
            "async Task M() { await Task.Yield(); Dispose(false); } void Dispose(bool all) => Thread.Sleep(5);",
            "async Task M() { await Task.Yield(); Dispose(true); } void Dispose(bool all) => Thread.Sleep(5);"),
        ["closed branch"] = new(
            "async Task M() { await Task.Yield(); Save(false); } void Save(bool flush) { if (flush) Thread.Sleep(5); }",
            "async Task M() { await Task.Yield(); Save(true); } void Save(bool flush) { if (flush) Thread.Sleep(5); }"),
        ["flag of the object"] = new(
            "class Node(int n) { readonly bool _owns; public Node(bool owns) : this(5) { _owns = owns; } public void Close() { if (_owns) Thread.Sleep(n); } } async Task M() { await Task.Yield(); new Node(false).Close(); }",
            "class Node(int n) { readonly bool _owns; public Node(bool owns) : this(5) { _owns = owns; } public void Close() { if (_owns) Thread.Sleep(n); } } async Task M() { await Task.Yield(); new Node(true).Close(); }"),
        ["low path confidence"] = new(
            "Task? _kept; async Task M() { await Task.Yield(); Get(); } void Get() { if (_kept is { } kept) _kept.Wait(); }",
            "Task? _kept; async Task M() { await Task.Yield(); Get(); } void Get() { _kept!.Wait(); }"),
        ["helper in memory"] = new(
            "async Task M() { await Task.Yield(); Put(new MemoryStream()); } void Other(Stream stream) => Put(stream); static void Put(Stream stream) => stream.Flush();",
            "async Task M() { await Task.Yield(); Put(File.Create(\"a\")); } static void Put(Stream stream) => stream.Flush();"),
        ["unknown end"] = new(
            "public Stream? Given; async Task M() { await Task.Yield(); Put(); } void Put() => Given!.Flush();",
            "public FileStream? Given; async Task M() { await Task.Yield(); Put(); } void Put() => Given!.Flush();"),
        ["unknown end of a pair"] = new(
            "abstract class FeedReader : TextReader { public abstract string Fetch(); public abstract Task<string> FetchAsync(CancellationToken token = default); } "
                + "async Task M(FeedReader feed) { await Task.Yield(); feed.Fetch(); }",
            "abstract class FeedReader { public abstract string Fetch(); public abstract Task<string> FetchAsync(CancellationToken token = default); } "
                + "async Task M(FeedReader feed) { await Task.Yield(); feed.Fetch(); }"),
        ["own twin of a stream"] = new(
            Stream("ReadAsync", "override "),
            Stream("NextAsync", "")),
        ["run later"] = new(
            "async Task<IEnumerable<string>> M() { await Task.Yield(); return All(); } IEnumerable<string> All() { yield return File.ReadAllText(\"a\"); }",
            "async Task<int> M() { await Task.Yield(); return All().Count(); } IEnumerable<string> All() { yield return File.ReadAllText(\"a\"); }"),
        ["made at first"] = new(
            "int _made; int Made { get { if (_made == 0) _made = Load().Result; return _made; } } async Task M() { await Task.Yield(); _ = Made; }" + Load,
            "int Made { get { return Load().Result; } } async Task M() { await Task.Yield(); _ = Made; }" + Load),
        ["helper of a completed task"] = new(
            "async Task M(Task<int> task) { await task; Get(task); } static int Get(Task<int> task) => task.Result;",
            "async Task M(Task<int> task) { await Task.Yield(); Get(task); } static int Get(Task<int> task) => task.Result;"),
    };

    private static string Stream(string name, string modifier) => $$"""
        class Feed() : FileStream("a", FileMode.Open)
        {
            public override int Read(byte[] b, int from, int count) { Thread.Sleep(5); return 0; }
            public {{modifier}}Task<int> {{name}}(byte[] b, int from, int count, CancellationToken token) => Task.FromResult(Read(b, from, count));
        }
        """;
}
