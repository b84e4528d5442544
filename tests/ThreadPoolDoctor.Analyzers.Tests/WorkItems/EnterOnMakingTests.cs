namespace ThreadPoolDoctor.Analyzers.Tests.WorkItems;

/// <summary>An object that runs a delegate when it is made, and another when it is disposed of.</summary>
public sealed class EnterOnMakingTests
{
    private const string Scope = """
        class Scope : IDisposable
        {
            Action onEnter, onLeave;
            public Scope(Action onEnter, Action onLeave) { this.onEnter = onEnter; this.onLeave = onLeave; onEnter(); }
            public void Dispose() { onLeave(); }
        }
        """;

    [Theory]
    [InlineData("public IDisposable LockWrite() { return new Scope(() => _lock.EnterWriteLock(), () => _lock.ExitWriteLock()); } public void Put() { using (LockWrite()) { } }")]
    [InlineData("public IDisposable LockWrite() { return new Scope(() => _lock.EnterWriteLock(), () => _lock.ExitWriteLock()); } public void Put() { using (LockWrite()) { } } void Go() => Task.Run(() => Put());")]
    [InlineData("public IDisposable LockWrite() { return new Scope(() => _lock.EnterWriteLock(), () => _lock.ExitWriteLock()); } public void Put(Task task) { task.ContinueWith(_ => { using (LockWrite()) { } }); }")]
    [InlineData("public IDisposable LockWrite() => new Scope(() => _lock.EnterWriteLock(), () => _lock.ExitWriteLock()); public void Put() { Task.Run(() => { using IDisposable held = LockWrite(); }); }")]
    public Task A_lock_that_is_taken_and_given_back_is_silent(string members) => Examine.Silent(Scope +
        "class Chain { readonly ReaderWriterLockSlim _lock = new(); " + members + " }");

    [Theory]
    [InlineData("public IDisposable Open() => new Scope(() => Thread.Sleep(5), () => { }); public void Put() { Task.Run(() => { using ([|Open()|]) { } }); }")]
    public Task What_else_waits_there_is_told(string members) => Examine.Reports("TPD002", Scope +
        "class Chain { " + members + " }");
}
