using System.Collections.Immutable;
using Microsoft.CodeAnalysis;

namespace ThreadPoolDoctor.Analyzers.Tests.Exemptions;

/// <summary>
/// What is short under a lock is left alone; what waits long makes everybody wait who wants the lock, and is reported
/// in those words.
/// </summary>
public sealed class LockTests
{
    [Fact]
    public Task What_is_short_under_a_lock_is_left_to_the_doctor() => Examine.Silent("""
        class C
        {
            private readonly Lock _lock = new();
            private readonly ReaderWriterLockSlim _rw = new();
            private readonly ManualResetEventSlim _set = new();
            async Task Load(Mutex mutex)
            {
                await Task.Yield();
                lock (this) { File.ReadAllText("x"); mutex.WaitOne(); Helper(); }
                lock (_lock) _set.Wait();
                using (_lock.EnterScope()) { File.ReadAllText("x"); }
                Monitor.Enter(this);
                try { _set.Wait(); } finally { Monitor.Exit(this); }
                lock (this) { new List<int>().ForEach(x => File.ReadAllText("x")); }
            }
            void Read() { _rw.TryEnterReadLock(0); try { File.ReadAllText("x"); } finally { _rw.ExitReadLock(); } }
            Task Reading() { Read(); return Task.CompletedTask; }
            void Helper() => File.ReadAllText("x");
            Task ThroughAHelper() { Locked(); return Task.CompletedTask; }
            void Locked() { lock (this) { Helper(); } }
            Task ThroughAnother() { Pulsed(); return Task.CompletedTask; }
            void Pulsed() { lock (this) { Pause(); } }
            void Pause() => Monitor.Wait(this);
        }
        """);

    /// <summary>Nobody knows how far a stream is that is handed in, and what is kept for a file is near.</summary>
    [Theory]
    [InlineData("FileStream _stream = File.OpenRead(\"a\");", "_stream.ReadByte();")]
    [InlineData("Stream? _stream; void Open() => _stream = File.OpenRead(\"a\");", "_stream!.ReadByte();")]
    [InlineData("Stream? _stream; public void Open(Stream stream) => _stream = stream;", "_stream!.Write(new byte[5]);")]
    [InlineData("StreamReader? _from; void Open() => _from = new StreamReader(\"a\");", "_from!.ReadLine();")]
    [InlineData("StreamWriter? _to; void Open() => _to = new StreamWriter(File.Create(\"a\"));", "_to!.WriteLine();")]
    public Task A_stream_that_is_near_is_left_to_the_doctor(string kept, string wait) =>
        Examine.Silent(Ticking(kept, wait));

    [Theory]
    [InlineData("NetworkStream? _stream;", "_stream!.ReadByte()")]
    [InlineData("Stream? _stream; void Open(TcpClient to) => _stream = to.GetStream();", "_stream!.Write(new byte[5])")]
    [InlineData("Stream? _stream; void Open(TcpClient to) { _stream = to.GetStream(); _stream = new System.Net.Security.SslStream(_stream); }", "_stream!.Read(new byte[5], 0, 5)")]
    [InlineData("StreamReader? _from; void Open(TcpClient to) => _from = new StreamReader(to.GetStream());", "_from!.ReadLine()")]
    [InlineData("Stream? _s; StreamWriter? _to; void Open(TcpClient to) { _s = to.GetStream(); _to = new StreamWriter(_s); }", "_to!.Flush()")]
    [InlineData("Stream? _s; StreamReader? _from; void Open(TcpClient to) { _s = to.GetStream(); _from = new StreamReader(_s); }", "(_s!.CanRead ? _from! : new StreamReader(_s)).ReadToEnd()")]
    public async Task A_connection_under_a_lock_is_told(string kept, string wait)
    {
        string program = Ticking(kept, $"[|{wait}|];");
        await Examine.Check("TPD003", [program], new() { Config = { [DoctorOptions.BuildKey] = "true" } });
        (await Examine.Run([Marked.Parse(program).Source], new())).Diagnostics.ShouldHaveSingleItem()
            .GetMessage().ShouldContain("lock (_turn)");
    }

    private static string Ticking(string kept, string wait) => $$"""
        using System.Net.Sockets;
        class C
        {
            {{kept}}
            readonly object _turn = new(), _line = new();
            void Start(System.Timers.Timer timer) => timer.Elapsed += OnElapsed;
            void OnElapsed(object? sender, System.Timers.ElapsedEventArgs e) { lock (_turn) { Ask(); } }
            void Ask() { lock (_line) { {{wait}} } }
        }
        """;

    [Fact]
    public Task Where_a_lock_could_not_be_taken_none_is_held() => Examine.Reports("TPD003", """
        class C
        {
            private readonly object _gate = new();
            async Task Load()
            {
                await Task.Yield();
                if (!Monitor.TryEnter(_gate)) { [|File.ReadAllText("x")|]; return; }
                try { File.ReadAllText("y"); } finally { Monitor.Exit(_gate); }
                [|File.ReadAllText("z")|];
            }
            async Task Save()
            {
                await Task.Yield();
                if (Monitor.TryEnter(_gate, 100)) { try { File.ReadAllText("y"); } finally { Monitor.Exit(_gate); } }
                else { [|File.ReadAllText("x")|]; }
            }
        }
        """);

    [Fact]
    public Task A_task_that_has_ended_is_no_wait_under_a_lock_either() => Examine.Silent("""
        class C
        {
            async Task Load(Task<int> task) { await task; lock (this) { int x = task.Result; } }
        }
        """);

    [Fact]
    public Task Waiting_for_a_task_under_a_lock_is_reported() => Examine.Reports("TPD001", """
        class C
        {
            private readonly Lock _lock = new();
            private readonly ReaderWriterLockSlim _rw = new();
            async Task Load(Task<int> task)
            {
                await Task.Yield();
                lock (this) { int x = [|task.Result|]; [|Save()|]; }
                lock (_lock) [|StoreAsync().Wait()|];
                using (_lock.EnterScope()) { [|StoreAsync().Wait()|]; }
                Monitor.Enter(this);
                try { [|StoreAsync().Wait()|]; } finally { Monitor.Exit(this); }
                lock (this) { new List<int>().ForEach(x => [|StoreAsync().Wait()|]); }
                _rw.EnterReadLock();
                try { [|StoreAsync().Wait()|]; } finally { _rw.ExitReadLock(); }
                [|Locked()|];
            }
            void Locked() { lock (this) { Save(); } }
            void Save() => StoreAsync().Wait();
            static async Task StoreAsync() => await Task.Yield();
        }
        """);

    [Fact]
    public Task So_is_what_goes_to_another_machine() => Examine.Reports("TPD003", """
        using System.Net.Sockets;
        class C
        {
            async Task Send(Socket socket, byte[] data, HttpClient client, HttpRequestMessage request)
            {
                await Task.Yield();
                lock (this) { [|socket.Send(data)|]; [|client.Send(request)|]; File.ReadAllText("x"); }
            }
        }
        """);

    [Fact]
    public async Task The_message_says_what_the_lock_makes_of_it()
    {
        (_, ImmutableArray<Diagnostic> diagnostics) = await Examine.Run(["""
            class C
            {
                private readonly object _gate = new();
                async Task Load() { await Task.Yield(); lock (_gate) { Thread.Sleep(5); } }
                async Task Save() { await Task.Yield(); Locked(); }
                void Locked() { lock (_gate) Nap(); }
                static void Nap() => Thread.Sleep(5);
            }
            """], new());
        diagnostics.Select(diagnostic => diagnostic.GetMessage()).ShouldBe(
        [
            "Thread.Sleep blocks the pool thread that runs Load while it holds lock (_gate), and whoever wants that lock waits too; move it out of the lock",
            "Locked -> Nap -> Thread.Sleep blocks the pool thread that runs Save while it holds lock (_gate), and whoever wants that lock waits too; move it out of the lock",
        ]);
        diagnostics[0].Properties[DiagnosticProperties.WhyNot].ShouldBe(DiagnosticProperties.Obstacles.Lock);
    }
}
