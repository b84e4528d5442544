namespace Corpus;

/// <summary>The wait is elsewhere: what is marked is the call that leads to it from a work item.</summary>
public class Helpers
{
    private readonly IStore _store = new FileStore();

    private int Slow => Pause(5);

    public async Task Called(string path)
    {
        await Task.Yield();
        Pause(5); // item
        Twice(5); // item
        GC.KeepAlive(Slow); // item
        GC.KeepAlive(_store.Load(path)); // item
        GC.KeepAlive(path.Slowly()); // item
        GC.KeepAlive(new Loader(path)); // item
        Run(() => Thread.Sleep(5)); // item
        Fast(5); // harmless
    }

    public void Queued(string path)
    {
        ThreadPool.QueueUserWorkItem(_ => Twice(5)); // item
        Task.Run(() => _store.Load(path)); // item
        Task.Run(() => Fast(5)); // harmless
        new Thread(() => Twice(5)).Start(); // not an item
        Later(() => File.ReadAllText(path)); // item
        ThreadPool.QueueUserWorkItem(Item); // not an item
        Twice(5); // not an item
    }

    private void Item(object? state) => Twice(5); // item

    private static int Pause(int n)
    {
        Thread.Sleep(n); // not an item
        return n;
    }

    private static int Twice(int n) => Pause(n) + Pause(n); // not an item

    private static int Fast(int n) => n * 2;

    private static void Run(Action action) => action();

    private static void Later(Action action) => ThreadPool.QueueUserWorkItem(_ => action());
}

public interface IStore
{
    string Load(string path);
}

public sealed class FileStore : IStore
{
    public string Load(string path) => File.ReadAllText(path); // not an item
}

public sealed class Loader
{
    public Loader(string path) => Text = File.ReadAllText(path); // not an item

    public string Text { get; }
}

public static class Slowness
{
    public static string Slowly(this string path) => new Loader(path).Text;
}
