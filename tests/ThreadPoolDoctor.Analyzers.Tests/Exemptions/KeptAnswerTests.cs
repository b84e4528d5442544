namespace ThreadPoolDoctor.Analyzers.Tests.Exemptions;

/// <summary>Whether something is there may be kept in a variable, or asked by a getter of one's own.</summary>
public sealed class KeptAnswerTests
{
    [Theory]
    [InlineData("bool more = w.DataAvailable; while (more) { w.ReadByte(); more = w.DataAvailable; }")]
    [InlineData("bool more = false; more = ((NetworkStream)any).DataAvailable; while (more && b.Length > 5) { any.ReadByte(); if (b.Length > 7) more = false; else more = ((NetworkStream)any).DataAvailable; }")]
    [InlineData("var isThere = w.DataAvailable; if (isThere) w.ReadByte();")]
    [InlineData("var isThere = w.DataAvailable; if (!isThere) return; w.ReadByte();")]
    [InlineData("int count = s.Available; if (count > 0) s.Receive(b);")]
    [InlineData("int count = s.Available; if (count == 0) return; s.Receive(b);")]
    [InlineData("bool isThere = s.Available > 0; if (isThere && b.Length > 5) s.Receive(b);")]
    [InlineData("bool isThere = s.Poll(0, SelectMode.SelectRead); if (isThere) s.Receive(b);")]
    [InlineData("bool isThere = false; while (!isThere) { await Task.Delay(5); isThere = w.DataAvailable; } w.ReadByte();")]
    [InlineData("if ((any as NetworkStream)!.DataAvailable) any.ReadByte();")]
    [InlineData("if ((any as NetworkStream)?.DataAvailable == true) any.ReadByte();")]
    [InlineData("bool more; do { if (!w.DataAvailable) return; w.ReadByte(); more = b.Length > 5; } while (more);")]
    public Task Who_has_kept_the_answer_reads_what_is_there(string work) => Examine.Silent(Around(work));

    [Theory]
    [InlineData("bool more = w.DataAvailable; while (more) { [|w.ReadByte()|]; }")]
    [InlineData("bool more = w.DataAvailable; while (more) { more = w.DataAvailable; [|w.ReadByte()|]; }")]
    [InlineData("bool more = true; while (more) { [|w.ReadByte()|]; more = w.DataAvailable; }")]
    [InlineData("bool more = x.DataAvailable; while (more) { [|w.ReadByte()|]; more = x.DataAvailable; }")]
    [InlineData("bool isThere = w.DataAvailable; if (isThere) Console.WriteLine(); [|w.ReadByte()|];")]
    [InlineData("bool isThere = w.DataAvailable; if (b.Length > 5) isThere = true; if (isThere) [|w.ReadByte()|];")]
    [InlineData("bool isThere = w.DataAvailable || b.Length > 5; if (isThere) [|w.ReadByte()|];")]
    [InlineData("int count = s.Available; if (count >= 0) [|s.Receive(b)|];")]
    [InlineData("int count = b.Length; if (count > 0) [|s.Receive(b)|];")]
    [InlineData("bool isThere = s.Poll(0, SelectMode.SelectWrite); if (isThere) [|s.Receive(b)|];")]
    [InlineData("bool isThere = w.DataAvailable; if (!isThere) [|w.ReadByte()|];")]
    public Task Who_asked_something_else_or_no_more_waits(string work) => Examine.Reports("TPD003", Around(work));

    [Theory]
    [InlineData("await Task.Yield(); if (IsThere) _w.ReadByte();")]
    [InlineData("await Task.Yield(); while (this.IsThere) { _w.ReadByte(); }")]
    [InlineData("await Task.Yield(); if (!HasSome()) return; _w.ReadByte();")]
    [InlineData("await Task.Yield(); bool isThere = HasSome(); if (isThere) _w.ReadByte();")]
    [InlineData("await Task.Yield(); if (Count > 0) _s.Receive(new byte[5]);")]
    [InlineData("await Task.Yield(); if (link.HasMore) link.Take();")]
    [InlineData("await Task.Yield(); while (link.HasMore) { Console.WriteLine(link.Take()); }")]
    public Task A_getter_of_ones_own_asks_as_well(string work) => Examine.Silent(Own(work));

    [Theory]
    [InlineData("await Task.Yield(); if (IsOpen) [|_w.ReadByte()|];")]
    [InlineData("await Task.Yield(); if (IsThere) [|_x.ReadByte()|];")]
    [InlineData("await Task.Yield(); if (May) [|_w.ReadByte()|];")]
    [InlineData("await Task.Yield(); if (other.IsThere) [|_w.ReadByte()|];")]
    [InlineData("await Task.Yield(); if (link.HasMore) [|second.Take()|];")]
    [InlineData("await Task.Yield(); if (link.HasMore) [|link.TakeAll()|];")]
    [InlineData("await Task.Yield(); if (!link.HasMore) [|link.Take()|];")]
    public Task Another_getter_or_object_says_nothing(string work) => Examine.Reports("TPD003", Own(work));

    private static string Around(string work) => $$"""
        using System.Net.Sockets;
        class C
        {
            async Task M(NetworkStream w, NetworkStream x, Stream any, Socket s, byte[] b)
            {
                await Task.Yield();
                {{work}}
            }
        }
        """;

    private static string Own(string work) => $$"""
        using System.Net.Sockets;
        class Link(NetworkStream wire)
        {
            readonly NetworkStream _wire = wire;
            public bool HasMore => _wire.DataAvailable;
            public int Take() => _wire.ReadByte();
            public int TakeAll() { _wire.ReadByte(); return _wire.ReadByte(); }
        }
        class C(NetworkStream w, NetworkStream x, Socket s)
        {
            readonly NetworkStream _w = w, _x = x;
            readonly Socket _s = s;
            bool IsThere => _w.DataAvailable;
            bool IsOpen => _w.CanRead;
            int Count { get { return _s.Available; } }
            public virtual bool May => _w.DataAvailable;
            bool HasSome() { return _w.DataAvailable; }
            async Task M(Link link, Link second, C other) { {{work}} }
        }
        """;
}
