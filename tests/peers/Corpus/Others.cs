using System.Collections.Concurrent;
using System.Data.Common;
using System.Diagnostics;

namespace Corpus;

/// <summary>Databases, processes, signals, locks.</summary>
public class Others
{
    public async Task Databases(DbConnection connection, DbCommand command, DbDataReader reader, DbTransaction transaction)
    {
        await Task.Yield();
        connection.Open(); // item
        connection.Close(); // harmless
        using DbTransaction begun = connection.BeginTransaction(); // item
        connection.ChangeDatabase("a"); // item
        int n = command.ExecuteNonQuery(); // item
        object? one = command.ExecuteScalar(); // item
        using DbDataReader other = command.ExecuteReader(); // item
        command.Prepare(); // item
        while (reader.Read()) n++; // item
        reader.NextResult(); // item
        transaction.Commit(); // item
        transaction.Rollback(); // item
        bool isNull = reader.IsDBNull(0); // harmless
        GC.KeepAlive((one, isNull));
    }

    public async Task Processes(Process process)
    {
        await Task.Yield();
        process.WaitForExit(); // item
        process.WaitForExit(500); // item
        string text = process.StandardOutput.ReadToEnd(); // item
        GC.KeepAlive(text);
    }

    public async Task Signals(SemaphoreSlim slim, ManualResetEventSlim gate, ManualResetEvent handle, CountdownEvent count, BlockingCollection<int> queue, Barrier barrier, Thread thread, object key)
    {
        await Task.Yield();
        slim.Wait(); // item
        slim.Wait(500); // item
        gate.Wait(); // item
        handle.WaitOne(); // item
        WaitHandle.WaitAll([handle]); // item
        WaitHandle.WaitAny([handle]); // item
        count.Wait(); // item
        int n = queue.Take(); // item
        foreach (int each in queue.GetConsumingEnumerable()) n += each; // item
        barrier.SignalAndWait(); // item
        thread.Join(); // item
        Thread.Sleep(500); // item
        Thread.Sleep(TimeSpan.FromSeconds(1)); // item
        SpinWait.SpinUntil(() => n > 5); // item
        lock (key) Monitor.Wait(key); // item
        using Mutex mutex = new();
        mutex.WaitOne(); // harmless
        using ReaderWriterLockSlim rw = new();
        GC.KeepAlive(n);
    }

    public async Task Harmless(SemaphoreSlim slim, ManualResetEvent handle, CancellationTokenSource source, object key, List<int> list)
    {
        await Task.Yield();
        slim.Wait(0); // harmless
        slim.Wait(TimeSpan.Zero); // harmless
        handle.WaitOne(0); // harmless
        slim.Release(); // harmless
        source.Cancel(); // harmless
        lock (key) slim.Release(); // harmless
        list.ForEach(each => GC.KeepAlive(each)); // harmless
        Thread.Sleep(0); // harmless
        Parse("a"); // harmless
        Twin(); // harmless
    }

    // A namesake: what it awaits is something else.
    public static int Parse(string text) => text.Length;

    public static async Task<Stream> ParseAsync(string text, int kind, object other)
    {
        await Task.Yield();
        return Stream.Null;
    }

    // It calls the method that does the work: to await itself would never end.
    public static int Twin() => 5;

    public static async Task<int> TwinAsync()
    {
        await Task.Yield();
        return Twin(); // harmless
    }

    public async Task OwnTwin(Repository repository)
    {
        await Task.Yield();
        repository.Save(); // item
        repository.Count(); // item
        GC.KeepAlive(repository.Find(5)); // item
    }

    public void Outside(SemaphoreSlim slim, Process process, DbConnection connection)
    {
        slim.Wait(); // not an item
        process.WaitForExit(); // not an item
        connection.Open(); // not an item
        Thread.Sleep(500); // not an item
    }
}

/// <summary>A library's class, as far as its caller sees: an abstract face with twins.</summary>
public abstract class Repository
{
    public abstract void Save();

    public abstract Task SaveAsync();

    public abstract int Count();

    public abstract Task<int> CountAsync(CancellationToken token = default);

    public abstract string Find(int id);

    public abstract ValueTask<string> FindAsync(int id);
}
