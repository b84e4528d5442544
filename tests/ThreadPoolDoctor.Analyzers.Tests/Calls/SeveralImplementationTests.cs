namespace ThreadPoolDoctor.Analyzers.Tests.Calls;

/// <summary>A call that may run several methods is told when every one of them surely blocks.</summary>
public sealed class SeveralImplementationTests
{
    [Fact]
    public Task Where_one_of_them_does_not_block_nothing_is_reported() => Examine.Silent("""
        abstract class Store { public abstract void Save(); public virtual void Load() => Thread.Sleep(5); public virtual void Find(bool far) { if (far) Thread.Sleep(5); } }
        class Far : Store { public override void Save() => Thread.Sleep(5); public override void Find(bool far) => Thread.Sleep(5); }
        class Near : Store { public override void Save() { } public override void Load() { } public override void Find(bool far) => Thread.Sleep(5); }
        interface IBus { void Send(); }
        class Bus : IBus { public void Send() => Thread.Sleep(5); }
        class None : IBus { public void Send() { } }
        class C { async Task Run(Store store, IBus bus) { await Task.Yield(); store.Save(); store.Load(); bus.Send(); store.Find(true); } }
        """);

    [Fact]
    public Task What_others_may_implement_is_not_reported() => Examine.Silent("""
        class One : IFormattable { public string ToString(string? format, IFormatProvider? provider) { Thread.Sleep(5); return ""; } }
        class Two : IFormattable { public string ToString(string? format, IFormatProvider? provider) { Thread.Sleep(5); return ""; } }
        class C { async Task Run(IFormattable given) { await Task.Yield(); given.ToString(null, null); } }
        """);

    [Fact]
    public Task Where_all_of_them_block_it_is_reported() => Examine.Reports("TPD002", """
        abstract class Store { public abstract void Save(); public virtual void Load() => Thread.Sleep(5); public virtual void Close() => throw new NotSupportedException(); }
        class Far : Store { public override void Save() => Thread.Sleep(5); public override void Close() => Thread.Sleep(5); }
        class Near : Store { public override void Save() => Nap(); public override void Load() => Nap(); static void Nap() => Thread.Sleep(5); public override void Close() => Nap(); }
        interface IBus { void Send(); }
        class Bus : IBus { public void Send() => Thread.Sleep(5); }
        class Other : IBus { public void Send() => Thread.Sleep(6); }
        class C
        {
            async Task Run(Store store, IBus bus) { await Task.Yield(); [|store.Save()|]; [|store.Load()|]; [|bus.Send()|]; [|store.Close()|]; }
            Task Through(Store store) { [|Both(store)|]; return Task.CompletedTask; }
            void Both(Store store) => store.Save();
        }
        """);

    private const string Stores = "interface IStore<T> { void Save(); } interface IReader<out T> { void Read(); } "
        + "class Mails : IStore<string>, IReader<string> { public void Save() { } public void Read() => Thread.Sleep(5); } "
        + "class Users : IStore<Uri> { public void Save() => Thread.Sleep(5); } ";

    /// <summary>The one of the very contract that the call names.</summary>
    [Theory]
    [InlineData("IStore<string> store", "store.Save();")]
    [InlineData("IStore<Version> store", "store.Save();")]
    public Task A_contract_of_other_types_is_another(string parameter, string work) =>
        Examine.Silent(Stores + $"class C {{ async Task M({parameter}) {{ await Task.Yield(); {work} }} }}");

    [Fact]
    public Task Nor_does_it_help_that_all_of_the_others_block() =>
        Examine.Silent(Stores.Replace("Save() { }", "Save() => Thread.Sleep(5);") + "class C { async Task M(IStore<Version> store) { await Task.Yield(); store.Save(); } }");

    [Theory]
    [InlineData("IStore<Uri> store", "[|store.Save()|];")]
    [InlineData("IReader<object> reader", "[|reader.Read()|];")]
    public Task One_of_the_same_types_is_followed(string parameter, string work) =>
        Examine.Reports("TPD002", Stores + $"class C {{ async Task M({parameter}) {{ await Task.Yield(); {work} }} }}");

    private const string Decorated = """
        interface IStore { void Save(int what); }
        class Store : IStore { public void Save(int what) => Thread.Sleep(5); }
        abstract class Base { public abstract void Load(); }
        class Far : Base { public override void Load() => Thread.Sleep(5); }

        """;

    [Fact]
    public Task One_that_hands_on_to_the_others_waits_as_they_do() => Examine.Reports("TPD002", Decorated + """
        class Retried(IStore inner) : IStore
        {
            public void Save(int what) => Try(what, 5);
            void Try(int what, int left) { try { inner.Save(what); } catch (IOException) { if (left > 0) Try(what, left - 1); throw; } }
        }
        class Counted(Base inner) : Base { public override void Load() { Interlocked.Increment(ref _count); inner.Load(); } int _count; }
        class C { async Task Run(IStore store, Base far) { await Task.Yield(); [|store.Save(5)|]; [|far.Load()|]; } }
        """);

    [Fact]
    public Task It_does_so_wherever_it_stands_among_them() => Examine.Reports("TPD002", """
        interface IStore { void Save(); }
        class Counted(IStore inner) : IStore { public void Save() => inner.Save(); }
        class Store : IStore { public void Save() => Thread.Sleep(5); }
        class Retried(IStore inner) : IStore { public void Save() => inner.Save(); }
        class C { async Task Run(IStore store) { await Task.Yield(); [|store.Save()|]; } }
        """);

    [Theory]
    [InlineData("class Cached(IStore inner) : IStore { int _kept; public void Save(int what) { if (_kept == what) return; _kept = what; inner.Save(what); } }")]
    [InlineData("class Cached(IStore inner) : IStore { int _kept; public void Save(int what) { if (_kept != what) inner.Save(what); } }")]
    [InlineData("class Queued(IStore inner) : IStore { Queue<Action> _later = new(); public void Save(int what) => _later.Enqueue(() => inner.Save(what)); }")]
    [InlineData("class Own : IStore { public void Save(int what) => this.Save(what + 1); }")]
    public Task One_that_hands_on_now_and_then_does_not_count_as_blocking(string other) =>
        Examine.Silent(Decorated + other + " class C { async Task Run(IStore store) { await Task.Yield(); store.Save(5); } }");

    private const string Template = """
        interface IClient { int Send(); }
        abstract class Client : IClient { public int Send() { int sent = SendCore(); return sent + 1; } protected abstract int SendCore(); }
        class Old : Client { protected override int SendCore() { Thread.Sleep(5); return 5; } }
        class Retried(IClient inner) : IClient { public int Send() => inner.Send(); }
        class Command(IClient client) { public int Execute() => client.Send(); }

        """;

    [Fact]
    public Task A_step_of_a_template_method_blocks_when_each_class_has_one_that_does() => Examine.Reports("TPD002", Template + """
        class New : Client { protected override int SendCore() { Thread.Sleep(6); return 6; } }
        class C { async Task Run(IClient client) { await Task.Yield(); [|client.Send()|]; } void Queue(Command command) => Task.Run(() => { [|command.Execute()|]; }); }
        """);

    [Fact]
    public Task It_does_not_when_that_of_one_class_does_not() => Examine.Silent(Template + """
        class New : Client { protected override int SendCore() => 6; }
        class C { async Task Run(IClient client) { await Task.Yield(); client.Send(); } void Queue(Command command) => Task.Run(() => { command.Execute(); }); }
        """);

    private const string Forms = "interface IForm { void Put(Stream s); int Get(BinaryReader r); } "
        + "class Old : IForm { public void Put(Stream s) { var w = new BinaryWriter(s); w.Write(5); } int IForm.Get(BinaryReader r) => r.ReadInt32(); } "
        + "class New : IForm { public void Put(Stream s) => Put(new BinaryWriter(s)); static void Put(BinaryWriter w) => w.Write(6); public int Get(BinaryReader r) => r.ReadInt32(); } ";

    /// <summary>What a contract is handed is what each of those that implement it is given.</summary>
    [Theory]
    [InlineData("[|form.Put(p.GetStream())|];")]
    [InlineData("[|Save(form, \"a\")|];")]
    [InlineData("form.Put(new MemoryStream()); [|form.Put(p.GetStream())|];")]
    public Task What_it_is_handed_is_followed_into_each(string work) => Examine.Reports("TPD003", Handing(work));

    [Theory]
    [InlineData("form.Put(new MemoryStream());")]
    [InlineData("form.Put(known);")]
    [InlineData("form.Get(new BinaryReader(new MemoryStream()));")]
    [InlineData("Keep(form);")]
    public Task Memory_or_what_nobody_knows_is_so_in_each(string work) => Examine.Silent(Handing(work));

    private static string Handing(string work) => Forms + "class C { async Task M(IForm form, System.Net.Sockets.TcpClient p, Stream known) { await Task.Yield(); " + work + " } "
        + "static void Save(IForm form, string path) { using var s = File.OpenWrite(path); form.Put(s); } static void Keep(IForm form) { using var s = new MemoryStream(); form.Put(s); } }";

    /// <summary>
    /// What a mocking library made by an interface runs no implementation, whichever there are; what is made another
    /// way may.
    /// </summary>
    [Fact]
    public Task Calls_of_a_mock_run_no_implementation() => Examine.Reports("TPD002", """
        namespace NSubstitute
        {
            static class Substitute { public static extern T For<T>(params object[] given); public static extern T ForPartsOf<T>(params object[] given); }
            static class SubstituteExtensions { public static extern T Received<T>(this T of, int times); }
        }
        namespace Moq { class Mock<T> { public T Object => default!; } }
        namespace Shop
        {
            using NSubstitute;
            interface IOrders { int Get(); }
            class Orders : IOrders { public virtual int Get() { Thread.Sleep(5); return 5; } }
            class C(IOrders given)
            {
                readonly IOrders _field = Substitute.For<IOrders>();
                async Task Test(Moq.Mock<IOrders> mock)
                {
                    await Task.Yield();
                    IOrders orders = Substitute.For<IOrders>();
                    orders.Get();
                    orders.Received(5).Get();
                    mock.Object.Get();
                    _field.Get();
                }
                async Task Run()
                {
                    await Task.Yield();
                    [|given.Get()|];
                    Orders parts = Substitute.ForPartsOf<Orders>();
                    [|parts.Get()|];
                    IOrders either = Substitute.For<IOrders>();
                    if (given.ToString() == "") either = given;
                    [|either.Get()|];
                    IOrders wrapped = Substitute.For<IOrders>(new Orders());
                    [|wrapped.Get()|];
                }
            }
        }
        """);
}
