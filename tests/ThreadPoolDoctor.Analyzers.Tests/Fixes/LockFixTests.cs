using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;

namespace ThreadPoolDoctor.Analyzers.Tests.Fixes;

/// <summary>A lock becomes a semaphore where every use of it is known, and stays a lock everywhere else.</summary>
public sealed class LockFixTests
{
    private const string Gate = "private readonly object _gate = new(); static async Task StoreAsync() => await Task.Yield(); ";

    [Theory]
    [InlineData("another reads the field", Gate + "object Gate => _gate; async Task M() { await Task.Yield(); lock (_gate) { [|StoreAsync().Wait()|]; } }")]
    [InlineData("the field is not private", "internal readonly object _gate = new(); static async Task StoreAsync() => await Task.Yield(); async Task M() { await Task.Yield(); lock (_gate) { [|StoreAsync().Wait()|]; } }")]
    [InlineData("the field may be another object", "private object _gate = new(); static async Task StoreAsync() => await Task.Yield(); async Task M() { await Task.Yield(); lock (_gate) { [|StoreAsync().Wait()|]; } }")]
    [InlineData("what is locked is used otherwise", "private readonly List<int> _gate = new(); static async Task StoreAsync() => await Task.Yield(); async Task M() { await Task.Yield(); lock (_gate) { [|StoreAsync().Wait()|]; } }")]
    [InlineData("this is locked", "static async Task StoreAsync() => await Task.Yield(); async Task M() { await Task.Yield(); lock (this) { [|StoreAsync().Wait()|]; } }")]
    [InlineData("a monitor waits on it", Gate + "async Task M() { await Task.Yield(); lock (_gate) { [|StoreAsync().Wait()|]; } } void Wait() { lock (_gate) Monitor.Wait(_gate); }")]
    [InlineData("a method that is not async locks it", Gate + "async Task M() { await Task.Yield(); lock (_gate) { [|StoreAsync().Wait()|]; } } public void N() { lock (_gate) { } }")]
    [InlineData("it is locked again inside", Gate + "async Task M() { await Task.Yield(); lock (_gate) { lock (_gate) { [|StoreAsync().Wait()|]; } } }")]
    [InlineData("what is called locks it again", Gate + "int _n; async Task M() { await Task.Yield(); lock (_gate) { [|StoreAsync().Wait()|]; Next(); } } void Next() => _ = More(); async Task More() { await Task.Yield(); lock (_gate) { _n++; } }")]
    [InlineData("a delegate may lock it again", Gate + "public async Task M(Action done) { await Task.Yield(); lock (_gate) { [|StoreAsync().Wait()|]; done(); } }")]
    [InlineData("an event may lock it again", Gate + "public event Action? Done; async Task M() { await Task.Yield(); lock (_gate) { [|StoreAsync().Wait()|]; Done?.Invoke(); } }")]
    [InlineData("another lock is held around it", Gate + "private readonly object _other = new(); async Task M() { await Task.Yield(); lock (_other) { lock (_gate) { [|StoreAsync().Wait()|]; } } }")]
    [InlineData("a span lives across it", Gate + "async Task M(int[] a) { await Task.Yield(); Span<int> s = a; lock (_gate) { [|StoreAsync().Wait()|]; } s[0] = 1; }")]
    [InlineData("other platforms compile a use", Gate + "async Task M() { await Task.Yield(); lock (_gate) { [|StoreAsync().Wait()|]; } }\n#if OTHER\nvoid N() { lock (_gate) { } }\n#endif\n")]
    public async Task It_stays_a_lock_where(string reason, string members)
    {
        (Project project, ImmutableArray<Diagnostic> reports) = Fix.Open("TPD001", [$"class C {{ {members} }}"], new());
        (await Fix.Offers(Fix.Named("OtherOffers"), project, reports[0])).ShouldNotContain(offer => offer.EquivalenceKey!.EndsWith(".semaphore"), reason);
    }

    [Fact]
    public Task It_becomes_a_semaphore_with_all_its_locks() => Becomes("""
        public class Store
        {
            // One at a time.
            private static readonly object s_gate = new object();
            private int _count;

            public async Task SaveAsync()
            {
                await Task.Yield();
                // The database is slow.
                lock (s_gate)
                {
                    _count++;
                    [|WriteAsync().Wait()|]; // here
                }
                _count--;
            }

            public async Task ResetAsync()
            {
                await Task.Yield();
                lock (s_gate) _count = 0;
            }

            private static async Task WriteAsync() => await Task.Yield();
        }
        """, """
        public class Store
        {
            // One at a time.
            private static readonly SemaphoreSlim s_gate = new(1, 1);
            private int _count;

            public async Task SaveAsync()
            {
                await Task.Yield();
                // The database is slow.
                await s_gate.WaitAsync();
                try
                {
                    _count++;
                    await WriteAsync(); // here
                }
                finally
                {
                    s_gate.Release();
                }
                _count--;
            }

            public async Task ResetAsync()
            {
                await Task.Yield();
                await s_gate.WaitAsync();
                try { _count = 0; }
                finally { s_gate.Release(); }
            }

            private static async Task WriteAsync() => await Task.Yield();
        }
        """);

    [Fact]
    public Task A_lock_of_its_own_type_and_the_style_of_awaits_are_kept() => Becomes("""
        using System.Net.Sockets;
        class Sender
        {
            private readonly Lock _lock = new();
            async Task<int> SendAsync(Socket socket, byte[] data)
            {
                await Task.Delay(1).ConfigureAwait(false);
                lock (this._lock) {
                    return [|WriteAsync(data).Result|];
                }
            }
            static async Task<int> WriteAsync(byte[] data) { await Task.Delay(1).ConfigureAwait(false); return data.Length; }
        }
        """, """
        using System.Net.Sockets;
        class Sender
        {
            private readonly SemaphoreSlim _lock = new(1, 1);
            async Task<int> SendAsync(Socket socket, byte[] data)
            {
                await Task.Delay(1).ConfigureAwait(false);
                await this._lock.WaitAsync().ConfigureAwait(false);
                try {
                    return await WriteAsync(data).ConfigureAwait(false);
                }
                finally { this._lock.Release(); }
            }
            static async Task<int> WriteAsync(byte[] data) { await Task.Delay(1).ConfigureAwait(false); return data.Length; }
        }
        """);

    /// <summary>
    /// The stream of a connection: what is written under the lock goes out in one piece behind the semaphore as well.
    /// </summary>
    [Fact]
    public Task What_is_written_to_a_connection_is_awaited_under_it() => Becomes("""
        using System.Net.Sockets;
        class Sender(TcpClient client)
        {
            private readonly object _gate = new();
            private readonly NetworkStream _stream = client.GetStream();
            public async Task SendAsync(byte[] data, CancellationToken token)
            {
                await Task.Delay(1, token);
                lock (_gate)
                {
                    [|_stream.Write(data, 0, data.Length)|];
                    _stream.Flush();
                }
            }
        }
        """, """
        using System.Net.Sockets;
        class Sender(TcpClient client)
        {
            private readonly SemaphoreSlim _gate = new(1, 1);
            private readonly NetworkStream _stream = client.GetStream();
            public async Task SendAsync(byte[] data, CancellationToken token)
            {
                await Task.Delay(1, token);
                await _gate.WaitAsync();
                try
                {
                    await _stream.WriteAsync(data, 0, data.Length, token);
                    _stream.Flush();
                }
                finally
                {
                    _gate.Release();
                }
            }
        }
        """, "TPD003");

    /// <summary>
    /// A reader that is locked by who reads and by who closes: the answer is awaited, and nothing else changes.
    /// </summary>
    [Fact]
    public Task What_is_asked_and_answered_under_it_is_awaited() => Becomes("""
        using System.Net.Sockets;
        class Client(TcpClient client)
        {
            private readonly object _gate = new();
            private readonly NetworkStream _stream = client.GetStream();
            private int _asked;
            public async Task<int> AskAsync(byte[] data)
            {
                await Task.Yield();
                lock (_gate)
                {
                    _asked++;
                    return [|_stream.Read(data, 0, data.Length)|];
                }
            }
            public async Task<int> AskedAsync()
            {
                await Task.Yield();
                lock (_gate) return _asked;
            }
        }
        """, """
        using System.Net.Sockets;
        class Client(TcpClient client)
        {
            private readonly SemaphoreSlim _gate = new(1, 1);
            private readonly NetworkStream _stream = client.GetStream();
            private int _asked;
            public async Task<int> AskAsync(byte[] data)
            {
                await Task.Yield();
                await _gate.WaitAsync();
                try
                {
                    _asked++;
                    return await _stream.ReadAsync(data, 0, data.Length);
                }
                finally
                {
                    _gate.Release();
                }
            }
            public async Task<int> AskedAsync()
            {
                await Task.Yield();
                await _gate.WaitAsync();
                try { return _asked; }
                finally { _gate.Release(); }
            }
        }
        """, "TPD003");

    [Theory]
    [InlineData("a method that is not async writes as well", "async Task M(byte[] d) { await Task.Yield(); lock (_gate) { [|_stream.Write(d, 0, 5)|]; } } public void Close() { lock (_gate) _stream.Close(); }")]
    [InlineData("a helper that is not async writes", "async Task M(byte[] d) { await Task.Yield(); [|Send(d)|]; } void Send(byte[] d) { lock (_gate) { _stream.Write(d, 0, 5); } }")]
    [InlineData("a span is written", "async Task M(byte[] d) { await Task.Yield(); lock (_gate) { Span<byte> s = d; [|_stream.Write(s)|]; } }")]
    public async Task A_stream_stays_under_a_lock_where(string reason, string members)
    {
        string source = $"using System.Net.Sockets; class C(TcpClient client) {{ private readonly object _gate = new(); private readonly NetworkStream _stream = client.GetStream(); {members} }}";
        (Project project, ImmutableArray<Diagnostic> reports) = Fix.Open("TPD003", [source], new());
        reports.ShouldNotBeEmpty(reason);
        (await Fix.Offers(Fix.Named("OtherOffers"), project, reports[0])).ShouldNotContain(offer => offer.EquivalenceKey!.EndsWith(".semaphore"), reason);
        (await Fix.Offers(Fix.Named("AwaitFix"), project, reports[0])).ShouldBeEmpty(reason);
    }

    private static async Task Becomes(string source, string expected, string id = "TPD001")
    {
        (Project project, ImmutableArray<Diagnostic> reports) = Fix.Open(id, [source], new());
        CodeAction offer = (await Fix.Offers(Fix.Named("OtherOffers"), project, reports.ShouldHaveSingleItem()))
            .Single(each => each.EquivalenceKey!.EndsWith(".semaphore"));
        Project changed = (await Fix.Apply(offer)).GetProject(project.Id)!;
        await Fix.AssertSound(changed);
        (await changed.Documents.Single(document => document.Name == "Test0.cs").GetTextAsync()).ToString().ShouldBe(expected);
    }
}
