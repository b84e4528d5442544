namespace ThreadPoolDoctor.Analyzers.Tests;

/// <summary>What a caller hands over decides which branches of a helper it comes to.</summary>
public sealed class ClosedBranchTests
{
    /// <summary>What is handed on may be a condition of what was handed over.</summary>
    [Theory]
    [InlineData("Inverted(true)", false)]
    [InlineData("Inverted(false)", true)]
    [InlineData("Compared(Mode.Fast)", false)]
    [InlineData("Compared(Mode.Slow)", true)]
    [InlineData("Both(true, false)", false)]
    [InlineData("Both(true, true)", true)]
    public Task Conditions_are_handed_on(string call, bool waits) => Examine.Check("TPD002", [$$"""
        enum Mode { Fast, Slow }
        class C
        {
            async Task Load() { await Task.Yield(); {{(waits ? $"[|{call}|]" : call)}}; }
            static void Wait(bool wait) { if (wait) Thread.Sleep(500); }
            static void Inverted(bool fast) => Wait(!fast);
            static void Compared(Mode mode) => Wait(mode == Mode.Slow);
            static void Both(bool one, bool other) => Wait(one && other);
        }
        """], new());

    [Fact]
    public Task Branches_that_the_arguments_close_are_not_followed() => Examine.Silent("""
        enum Mode { Fast, Slow }
        interface IStore { void Save(bool flush); }
        class Store : IStore { public void Save(bool wait) { if (wait) Thread.Sleep(5); } }
        static class Helpers { public static void Save(this string text, bool flush = false) { if (flush) Thread.Sleep(5); } }
        class C
        {
            async Task Load(IStore store)
            {
                await Task.Yield();
                If(false);
                Else(true);
                Early(false);
                EarlyInBlock(null);
                And(flush: false, 5);
                Or(true);
                Choice(false);
                Is(Mode.Fast);
                Case(Mode.Fast);
                Compared(Mode.Fast);
                Default();
                Default(5);
                Forwarded(false);
                Null(null);
                NotNull("x");
                Made(new object());
                Coalesce(new object());
                While(false);
                Kept = null;
                Local(false);
                store.Save(false);
                "x".Save();
                new C(false).ToString();
                void Local(bool flush) { if (flush) Thread.Sleep(5); }
            }
            C(bool flush) { if (flush) Thread.Sleep(5); }
            void If(bool flush) { if (flush) { Deep(); } }
            void Else(bool fast) { if (fast) { } else Deep(); }
            void Early(bool flush) { if (!flush) return; Deep(); }
            void EarlyInBlock(string? text) { { if (text == null) { text = ""; } } }
            void And(bool flush, int x) { if (x > 5 && flush) Deep(); }
            void Or(bool fast) { if (!(fast || Environment.TickCount > 5)) Deep(); }
            int Choice(bool flush) => flush ? Deep() : 0;
            void Case(Mode mode) { switch (mode) { case Mode.Slow: Deep(); break; default: break; } }
            void Is(Mode mode) { if (mode is Mode.Slow) Deep(); }
            void Compared(Mode mode) { if (mode == Mode.Slow) Deep(); }
            void Default(int x = 1, bool flush = false) { if (flush) Deep(); }
            void Forwarded(bool flush) => If(flush);
            void Null(string? text) { if (text is not null) Deep(); }
            void NotNull(string? text) { if (text is null) Deep(); }
            void Made(object? x) { if (x == null) Deep(); }
            void Coalesce(object? x) { object y = x ?? Deep(); }
            void While(bool more) { while (more) Deep(); }
            object? Kept { get => null; set { if (value != null) Deep(); } }
            static int Deep() { Thread.Sleep(5); return 5; }
        }
        """);

    [Fact]
    public Task Branches_that_an_object_made_for_the_call_closes_are_not_followed() => Examine.Silent("""
        class Spec
        {
            public Spec() => File = "a";
            public string File { get; set; }
            public string? Input { get; init; }
            public bool Waits { get; set; }
            public int? Rest { get; set; }
        }
        class C
        {
            async Task Load()
            {
                await Task.Yield();
                Run(new Spec());
                Spec spec = new() { File = "b", Waits = false };
                Console.WriteLine(spec.File);
                Run(spec);
                Spec quiet = new Spec { Input = null };
                Forwarded(quiet);
            }
            void Forwarded(Spec spec) => Run(spec);
            void Run(Spec spec)
            {
                if (spec.Input != null) Deep();
                if (spec.Waits) { Deep(); }
                if (spec.Rest is null) return;
                Deep();
            }
            static void Deep() { Thread.Sleep(5); }
        }
        """);

    [Fact]
    public Task Branches_that_an_object_made_elsewhere_or_changed_leaves_open_are_followed() => Examine.Reports("TPD002", """
        class Spec
        {
            public Spec(bool loud = false) => Loud = loud;
            public string? Input { get; init; }
            public bool Waits { get; set; }
            public bool Loud { get; set; }
            public bool Started { get; set; } = true;
            public bool Set { get; set; }
        }
        class Own : Spec { public Own() { Waits = true; } }
        class C
        {
            async Task Load(Spec any)
            {
                await Task.Yield();
                [|Run(new Spec { Input = "a" })|];
                [|Run(any)|];
                [|Run(new Own())|];
                Spec later = new();
                later.Waits = true;
                [|Run(later)|];
                Spec handed = new();
                Fill(handed);
                [|Run(handed)|];
                Spec given = new();
                given = any;
                [|Run(given)|];
                [|Speak(new Spec(true))|];
                [|Start(new Spec())|];
                [|SetThenAsk(new Spec())|];
            }
            void Fill(Spec spec) => spec.Waits = true;
            void Run(Spec spec) { if (spec.Input != null || spec.Waits) Deep(); }
            void Speak(Spec spec) { if (spec.Loud) Deep(); }
            void Start(Spec spec) { if (spec.Started) Deep(); }
            void SetThenAsk(Spec spec) { spec.Set = true; if (spec.Set) Deep(); }
            static void Deep() { Thread.Sleep(5); }
        }
        """);

    [Fact]
    public Task Branches_that_the_arguments_leave_open_are_followed() => Examine.Reports("TPD002", """
        enum Mode { Fast, Slow }
        class C
        {
            async Task Load(bool flush, Mode mode, string? text)
            {
                await Task.Yield();
                [|If(true)|];
                [|If(flush)|];
                [|Early(true)|];
                [|Case(Mode.Slow)|];
                [|Case(mode)|];
                [|Other(Mode.Slow)|];
                [|Written(false)|];
                [|Another(false)|];
                [|Null(text)|];
                [|Default(flush: true)|];
                [|Nested(false)|];
                [|Twice()|];
                [|Kept|] = text;
            }
            object? Kept { get => null; set { if (value != null) Deep(); } }
            void Twice() { If(false); If(true); }
            void If(bool flush) { if (flush) Deep(); }
            void Early(bool flush) { if (!flush) return; Deep(); }
            void Case(Mode mode) { switch (mode) { case Mode.Slow: Deep(); break; default: break; } }
            void Other(Mode mode) { switch (mode) { case Mode.Fast: break; default: Deep(); break; } }
            void Written(bool flush) { flush |= Environment.TickCount > 5; if (flush) Deep(); }
            void Another(bool flush) { if (flush) Deep(); Deeper(); }
            void Null(string? text) { if (text is null) Deep(); }
            void Default(bool flush = false) { if (flush) Deep(); }
            void Nested(bool flush) { if (Environment.TickCount > 5) return; if (flush) return; Deep(); }
            static int Deep() { Thread.Sleep(5); return 5; }
            static void Deeper() { if (Environment.TickCount > 5) Deep(); }
        }
        """);

    [Fact]
    public Task A_branch_that_closes_the_first_call_of_a_recursive_helper_is_open_to_the_next() => Examine.Reports("TPD002", """
        class C
        {
            async Task Load()
            {
                await Task.Yield();
                [|Walk(5)|];
            }
            void Walk(int depth)
            {
                if (depth == 0) { Thread.Sleep(100); return; }
                Walk(depth - 1);
            }
        }
        """);
}
