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
}
