namespace ThreadPoolDoctor.Analyzers.Tests.Calls;

/// <summary>
/// Deconstructing an object, and making one without naming its type, run code that is followed like any other.
/// </summary>
public sealed class DeconstructionTests
{
    [Fact]
    public Task Tuples_and_parts_that_do_not_wait_are_not_reported() => Examine.Silent("""
        class Slow { public void Deconstruct(out int a, out int b) { Thread.Sleep(5); a = b = 0; } public void Deconstruct(out int a, out int b, out int c) => a = b = c = 0; }
        class C
        {
            async Task Load(Slow given)
            {
                await Task.Yield();
                var (p, q, r) = given;
                (int m, int n) = (1, 2);
                (m, n) = (n, m);
                if (given is (1, 2, 3)) { }
                foreach (var (key, value) in new Dictionary<int, int>()) { }
            }
        }
        """);

    [Fact]
    public Task What_a_deconstruction_waits_for_is_reported() => Examine.Reports("TPD002", """
        class Slow { public void Deconstruct(out int a, out int b) { Thread.Sleep(5); a = b = 0; } }
        class C
        {
            async Task Load(Slow given, Slow[] many)
            {
                await Task.Yield();
                [|var (x, y) = given|];
                [|(x, y) = given|];
                [|var (z, (a, b)) = (1, given)|];
                if (given is [|(1, 2)|]) { }
                [|foreach|] (var (i, j) in many) { }
            }
        }
        """);

    [Fact]
    public Task What_a_constructor_waits_for_is_reported_without_its_name() => Examine.Reports("TPD002", """
        class Slow { public Slow() => Thread.Sleep(5); public Slow(int x) { } }
        class C
        {
            private Slow _kept = new(1);
            async Task Load()
            {
                await Task.Yield();
                Slow declared = [|new()|];
                _kept = [|new()|];
                Take([|new()|]);
                List<Slow> listed = [[|new()|]];
                _kept = new(2);
            }
            static void Take(Slow slow) { }
        }
        """);
}
