using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Shouldly;

namespace ThreadPoolDoctor.Analyzers.Tests;

/// <summary>From a work item through helpers to what blocks; the call that leads there is what is underlined.</summary>
public sealed class FollowingCallsTests
{
    [Fact]
    public Task Helpers_that_do_not_block_are_not_reported() => Examine.Silent("""
        public class C
        {
            public async Task Load()
            {
                await Task.Yield();
                Helper();
                Wait();
                var x = Result;
                Cycle1(5);
                Recursive(5);
                new Door().Wait();
                new Door().Open();
                Sleep(5);
                Add(1);
            }
            void Helper() { }
            void Wait() { }
            int Result => 5;
            static void Sleep(int x) { }
            void Cycle1(int x) { if (x > 0) Cycle2(x - 1); }
            void Cycle2(int x) => Cycle1(x);
            int Recursive(int x) => x == 0 ? 0 : Recursive(x - 1);
            void Add(int x) { }
            public async Task AddAsync(int x) { Add(x); await Task.Yield(); }
        }
        class Door
        {
            public void Wait() { }
            public void Open() { }
            public Task OpenAsync() => Task.CompletedTask;
            public string ReadLine() => "";
        }
        """);

    [Fact]
    public Task Public_helpers_that_nobody_queues_are_not_reported() => Examine.Silent("""
        public static class Helpers
        {
            public static void Load() => Inner();
            public static void Inner() => Thread.Sleep(5);
            public static int Wait(Task<int> task) => task.Result;
        }
        """);

    [Fact]
    public Task Calls_that_are_their_own_work_items_are_reported_there_alone() => Examine.Reports("TPD002", """
        class C
        {
            async Task Outer() { await Inner(); Start(); }
            async Task Inner() { await Task.Yield(); [|Thread.Sleep(5)|]; }
            void Start() => Task.Run(() => [|Thread.Sleep(5)|]);
        }
        """);

    [Fact]
    public Task Interfaces_with_several_implementations_are_not_followed() => Examine.Silent("""
        interface IStore { void Save(); }
        class Slow : IStore { public void Save() => Thread.Sleep(5); }
        class Fast : IStore { public void Save() { } }
        abstract class Base { public virtual void Save() { } }
        class Derived : Base { public override void Save() => Thread.Sleep(5); }
        class C
        {
            async Task Load(IStore store, Base thing, IDisposable other, IComparer<int> comparer)
            {
                await Task.Yield();
                store.Save();
                thing.Save();
                other.Dispose();
                comparer.Compare(1, 2);
            }
        }
        class Only : IDisposable, IComparer<int>
        {
            public void Dispose() => Thread.Sleep(5);
            public int Compare(int a, int b) { Thread.Sleep(5); return 0; }
        }
        """);

    [Fact]
    public Task Disposing_from_an_async_dispose_leaves_the_waiting_out() => Examine.Silent("""
        class C : IAsyncDisposable, IDisposable
        {
            public async ValueTask DisposeAsync() { await Task.Yield(); Dispose(disposing: false); Dispose(false); }
            public void Dispose() => Dispose(true);
            protected virtual void Dispose(bool disposing) { if (disposing) Thread.Sleep(5); }
        }
        """);

    [Fact]
    public async Task Implementations_in_other_projects_count_too()
    {
        Compilation library = (await Compiled.Project("""
            public abstract class Writer { public abstract void Save(); }
            public class FastWriter : Writer { public override void Save() { } }
            public abstract class Base { public virtual void Save() { } }
            public interface IStore { void Save(); }
            """).GetCompilationAsync())!.WithAssemblyName("Library");
        Compilation program = (await Compiled.Project("""
            class SlowWriter : Writer { public override void Save() => Thread.Sleep(5); }
            class Derived : Base { public override void Save() => Thread.Sleep(5); }
            class Store : IStore { public void Save() => Thread.Sleep(5); }
            class C
            {
                async Task Load(Writer writer, Base derived, IStore store)
                {
                    await Task.Yield();
                    writer.Save();
                    derived.Save();
                    store.Save();
                }
            }
            """).GetCompilationAsync())!.AddReferences(library.ToMetadataReference());
        ImmutableArray<Diagnostic> diagnostics = await program.WithAnalyzers(Examine.Rules).GetAnalyzerDiagnosticsAsync();
        diagnostics.Select(diagnostic => diagnostic.GetMessage()).ShouldHaveSingleItem().ShouldStartWith("IStore.Save -> Thread.Sleep");
    }

    [Fact]
    public Task All_kinds_of_members_are_followed() => Examine.Reports("TPD002", """
        partial class C
        {
            private int _value;
            async Task Load(C other, IStore store, Abstract thing)
            {
                await Task.Yield();
                [|Method()|];
                [|this.Method()|];
                [|other.Deep()|];
                [|Static()|];
                [|Generic<int>(5)|];
                [|other.Extension()|];
                [|Helpers.Extension(other)|];
                int a = [|Property|];
                [|Setter|] = 5;
                int c = [|other[5]|];
                C made = [|new C(5)|];
                C made2 = [|new(6)|];
                [|new WithField()|];
                C sum = [|made + made2|];
                C negative = [|-made|];
                [|PartOne()|];
                [|store.Save()|];
                [|thing.Save()|];
                [|Local()|];
                foreach (int x in [|Iterator()|]) { }
                int converted = [|(int)made|];
                string text = other.ToString() + [|Method()|];
                [|Recursive(5)|];
                [|Ping(5)|];
                lock (this) { [|Method()|]; }
                void Local() => Thread.Sleep(5);
            }
            async Task OfAnother(C other) { await Task.Yield(); int b = [|other.Property|]; }
            async Task InACondition() { await Task.Yield(); if ([|Property|] > 5) return; }
            async Task Conditional(C? other) { await Task.Yield(); var y = other?[|.Property|]; }

            public C() { }
            public C(int x) => Thread.Sleep(x);
            int Method() { Thread.Sleep(5); return 5; }
            void Deep() => Deeper();
            void Deeper() => Deepest();
            void Deepest() => Thread.Sleep(5);
            static void Static() => Thread.Sleep(5);
            void Generic<T>(T value) => Thread.Sleep(5);
            int Property { get { Thread.Sleep(5); return 1; } }
            int Setter { get => _value; set { Thread.Sleep(5); _value = value; } }
            int this[int index] { get { Thread.Sleep(5); return index; } }
            public static C operator +(C a, C b) { Thread.Sleep(5); return a; }
            public static C operator -(C a) { Thread.Sleep(5); return a; }
            public static explicit operator int(C a) { Thread.Sleep(5); return 5; }
            IEnumerable<int> Iterator() { Thread.Sleep(5); yield return 5; }
            void Recursive(int x) { if (x > 0) Recursive(x - 1); else Thread.Sleep(5); }
            void Ping(int x) { if (x > 0) Pong(x - 1); }
            void Pong(int x) { if (x > 0) Ping(x - 1); else Thread.Sleep(5); }
            partial void PartOne();
        }
        partial class C
        {
            partial void PartOne() => Thread.Sleep(5);
        }
        static class Helpers { public static void Extension(this C c) => Thread.Sleep(5); }
        interface IStore { void Save(); }
        class Store : IStore { void IStore.Save() => Thread.Sleep(5); }
        abstract class Abstract { public abstract void Save(); }
        class Concrete : Abstract { public override void Save() => Thread.Sleep(5); }
        class WithField { private int _x = Slow(); static int Slow() { Thread.Sleep(5); return 5; } }
        """);

    [Fact]
    public Task Implicit_conversions_and_custom_enumerators_are_followed() => Examine.Reports("TPD002", """
        class Money
        {
            public static implicit operator int(Money m) { Thread.Sleep(5); return 5; }
        }
        class Slow
        {
            public Slow GetEnumerator() => this;
            public int Current => 5;
            public bool MoveNext() { Thread.Sleep(5); return false; }
        }
        class C
        {
            async Task Load(Money money, Slow slow)
            {
                await Task.Yield();
                int x = [|money|];
                [|foreach|] (int y in slow) { }
            }
        }
        """);

    [Fact]
    public Task Implicit_conversions_that_do_not_wait_are_not() => Examine.Silent("""
        class Money(int amount)
        {
            public static implicit operator int(Money m) => m.Amount;
            public static implicit operator string(Money m) => m.Result;
            public static explicit operator long(Money m) { Thread.Sleep(5); return 5; }
            public int Amount => amount;
            public string Result => "";
        }
        class C
        {
            async Task<int> Load(Money money)
            {
                await Task.Yield();
                return money;
            }
            async Task<string> Text(Money money) => money;
            long Seen(Money money) => (long)money;
        }
        """);

    /// <summary>Whether they wait is asked while it is found out which conversions do: that comes to an end.</summary>
    [Theory]
    [InlineData("implicit operator Money(int x) => new Money(x)", "Money m = [|5|];")]
    [InlineData("explicit operator Money(int x) => new(x)", "var m = [|(Money)5|];")]
    [InlineData("Money operator +(Money a, Money b) => new Money(a.X + b.X)", "var m = [|given + given|];")]
    public Task Conversions_whose_constructors_may_wait_are_followed(string conversion, string use) => Examine.Reports("TPD002", $$"""
        class Money
        {
            public Money(int x) { X = x; Thread.Sleep(5); }
            public int X { get; }
            public static {{conversion}};
        }
        class C
        {
            async Task Load(Money given) { await Task.Yield(); {{use}} }
        }
        """);

    [Fact]
    public Task Implicit_conversions_are_followed_where_nothing_else_is_run() => Examine.Reports("TPD002", """
        class Money
        {
            public static implicit operator int(Money m) { Thread.Sleep(5); return 5; }
        }
        class C
        {
            async Task<int> Load(Money money) => [|money|];
            async Task<bool> Compare(Money money, int limit) => [|money|] > limit;
            async Task Pass(Money money) => [|Add(money)|];
            async Task List(Money money) { int[] all = [[|money|]]; }
            async Task<int> Choose(Money money, bool some) => some ? [|money|] : 0;
            void Add(Money money) => Sum(money);
            void Sum(int amount) { }
        }
        """);

    [Fact]
    public Task Events_and_their_accessors_are_followed() => Examine.Reports("TPD002", """
        class C
        {
            event Action Happened { add { Thread.Sleep(5); } remove { } }
            async Task Load()
            {
                await Task.Yield();
                [|Happened|] += () => { };
            }
        }
        """);

    [Fact]
    public Task The_half_for_callers_who_may_wait_is_their_choice() => Examine.Silent("""
        enum Behavior { Synchronous, Asynchronous }
        class C
        {
            async Task Load(Behavior behavior)
            {
                if (behavior == Behavior.Asynchronous) await Task.Delay(5);
                else Thread.Sleep(5);
                if (behavior != Behavior.Asynchronous) { if (Environment.TickCount > 5) Thread.Sleep(5); }
                if (behavior is Behavior.Synchronous) Thread.Sleep(5);
                await (behavior == Behavior.Synchronous ? Wait() : Task.Delay(5));
                Task Wait() { Thread.Sleep(5); return Task.CompletedTask; }
            }
            Task Save(Behavior behavior)
            {
                if (behavior == Behavior.Asynchronous) return Task.Delay(5);
                Thread.Sleep(5);
                return Task.CompletedTask;
            }
            Task Store(Behavior behavior) => behavior == Behavior.Asynchronous ? Task.Delay(5) : Now();
            private Task Now() { Thread.Sleep(5); return Task.CompletedTask; }
        }
        """);

    [Fact]
    public Task What_both_halves_come_by_is_reported() => Examine.Reports("TPD002", """
        enum Behavior { Synchronous, Asynchronous }
        class C
        {
            async Task Load(Behavior behavior)
            {
                [|Thread.Sleep(5)|];
                if (behavior == Behavior.Asynchronous) { [|Thread.Sleep(5)|]; await Task.Delay(5); }
                await Now();
            }
            Task Save(Behavior behavior)
            {
                if (behavior == Behavior.Synchronous) return Now();
                [|Thread.Sleep(5)|];
                return Task.CompletedTask;
            }
            private Task Now() { [|Thread.Sleep(5)|]; return Task.CompletedTask; }
        }
        """);

    private const string MadeAtFirst = """
        class Repository
        {
            object? _made;
            object Made { get { if (_made == null) MakeAsync().Wait(); return _made!; } }
            object Early { get { if (_made != null) { return _made; } MakeAsync().Wait(); return _made!; } }
            object Filled => _made ??= MakeObjectAsync().Result;
            async Task MakeAsync() { await Task.Yield(); _made = this; }
            async Task<object> MakeObjectAsync() { await Task.Yield(); return this; }
            async Task Load() { await Task.Yield(); MARKED }
            bool Has(object x) => Made == x;
        }
        """;

    [Fact]
    public Task A_getter_that_makes_what_it_gives_at_first_hardly_ever_waits() =>
        Examine.Silent(MadeAtFirst.Replace("MARKED", "Made.ToString(); Early.ToString(); Filled.ToString(); Has(this);"));

    [Fact]
    public Task A_getter_that_makes_what_it_gives_at_first_is_told_on_demand() => Examine.Check(
        "TPD001", [MadeAtFirst.Replace("MARKED", "[|Made|].ToString(); [|Early|].ToString(); [|Filled|].ToString();")], new() { Config = { ["threadpooldoctor.report"] = "all" } });

    [Fact]
    public Task A_getter_that_always_waits_is_reported() => Examine.Reports("TPD001", """
        class Repository
        {
            object Made => MakeObjectAsync().Result;
            async Task<object> MakeObjectAsync() { await Task.Yield(); return this; }
            async Task Load() { await Task.Yield(); [|Made|].ToString(); }
        }
        """);

    [Fact]
    public Task A_getter_that_waits_is_told_once_in_a_body() => Examine.Reports("TPD002", """
        class C
        {
            string? _made;
            string Made { get { if (_made is null) { Thread.Sleep(5); _made = "x"; } return _made; } }
            bool Has(char x) => Made.Contains(x);
            bool Slow(char x) { Thread.Sleep(5); return x > 'a'; }
            async Task First() { await Task.Yield(); if ([|Has('x')|] && Has('y') || Made == "x") return; [|Slow('x')|]; [|Slow('y')|]; }
            async Task Second() { await Task.Yield(); int n = [|Made|].Length + Made.Length; }
        }
        """);

    [Fact]
    public Task Lambdas_that_helpers_run_are_followed() => Examine.Reports("TPD002", """
        class C
        {
            async Task Load(List<int> items)
            {
                await Task.Yield();
                [|Each(items)|];
                Run(() => [|Thread.Sleep(5)|]);
                RunTwice(() => [|Thread.Sleep(5)|]);
            }
            void Each(List<int> items) => items.ForEach(x => Thread.Sleep(x));
            void Run(Action work) => work();
            void RunTwice(Action work) { Run(work); work?.Invoke(); }
        }
        """);

    [Fact]
    public async Task The_message_tells_the_path_and_so_do_the_locations()
    {
        (_, var diagnostics) = await Examine.Run(["""
            class C
            {
                void Start()
                {
                    ThreadPool.QueueUserWorkItem(_ =>
                    {
                        Load();
                    });
                }
                static string Load() => Repository.Get();
            }
            static class Repository
            {
                public static string Get() => File.ReadAllText("x");
            }
            """], new());
        var only = diagnostics.ShouldHaveSingleItem();
        only.GetMessage().ShouldBe(
            "Load -> Repository.Get -> File.ReadAllText blocks a pool thread queued at line 5; await File.ReadAllTextAsync there, and make the calls on the way async");
        only.AdditionalLocations.Select(location => location.SourceTree!.GetText().ToString(location.SourceSpan)).ShouldBe(["Repository.Get()", "File.ReadAllText(\"x\")"]);
        only.Properties["row"].ShouldBe("System.IO.File.ReadAllText");
        only.Properties["twin"].ShouldBe("File.ReadAllTextAsync");
        only.Properties["fixable"].ShouldBe("false");
        only.Properties["whyNot"].ShouldBe("helper");
    }

    [Fact]
    public Task Depth_is_bounded_by_an_option() => Examine.Check("TPD002", ["""
        class C
        {
            async Task Load()
            {
                await Task.Yield();
                [|One()|];
                Two();
            }
            void One() => Thread.Sleep(5);
            void Two() => One();
        }
        """], new() { Config = { ["threadpooldoctor.call_depth"] = "1" } });

    [Fact]
    public Task A_depth_of_none_looks_at_the_work_item_alone() => Examine.Check("TPD002", ["""
        class C
        {
            async Task Load()
            {
                await Task.Yield();
                One();
                [|Thread.Sleep(1)|];
            }
            void One() => Thread.Sleep(5);
        }
        """], new() { Config = { ["threadpooldoctor.call_depth"] = "0" } });
}
