using System.Linq.Expressions;
using System.Runtime.CompilerServices;

namespace Shop;

public static class Gates
{
    public static readonly object Locked = new();
    public static readonly SemaphoreSlim Closed = new(0);
    public static readonly Task<int> Never = new TaskCompletionSource<int>().Task;

    /// <summary>As a web framework makes of a handler: a compiled expression that calls the user's lambda.</summary>
    public static Action Handler()
    {
        Action handler = () => Thread.CurrentThread.Join(); // blocks: Handler
        return Expression.Lambda<Action>(Expression.Block(
            Expression.Call(Expression.Constant(handler.Target), handler.Method),
            Expression.Call(typeof(Gates), nameof(After), null))).Compile();
    }

    /// <summary>
    /// As a web framework makes of a controller's action, which no IL names: it was found by reflection.
    /// </summary>
    public static Action Action(string name) => Expression.Lambda<Action>(Expression.Block(
        Expression.Call(Expression.Constant(new Controller()), typeof(Controller).GetMethod(name)!),
        Expression.Call(typeof(Gates), nameof(After), null))).Compile();

    public static void After() => Console.Out.Flush();

    public static int Sum(int[] all) => all.Sum(one => one + 1);
}

/// <summary>As an argument of a handler, which the framework has made from the request's text.</summary>
internal sealed class Code
{
    public static bool TryParse(string text, out Code code) => (code = new()) is not null && text.Length > 0;
}

public sealed class Controller
{
    private static readonly Barrier s_meeting = new(2);

    public void Meet() => s_meeting.SignalAndWait(); // blocks: Meet

    // Which of the next two it was that got compiled into its caller, nothing tells.
    public void Ask() => Never().ConfigureAwait(false).GetAwaiter().GetResult();

    public void NotCalled() => Never().GetAwaiter().GetResult();

    private static Task Never() => Task.Delay(Timeout.Infinite);
}

/// <summary>
/// As a plugin is called: by a delegate that somebody else has made, of a method that ends in the call that blocks and
/// so leaves the stack.
/// </summary>
public sealed class Plug
{
    public static Action<int> Made() => new Plug().Handle;

    [MethodImpl(MethodImplOptions.AggressiveOptimization | MethodImplOptions.NoInlining)]
    public static void Call(Action<int> plug)
    {
        plug(1); // blocks: CallsPlug
        Console.Out.Flush();
    }

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public void Handle(int id) => Thread.Sleep(Timeout.Infinite); // blocks: Plug
}

/// <summary>
/// Hands lambdas to methods that are on no list of those which call delegates: one calls it at once, one keeps it for
/// later.
/// </summary>
public static class Stamps
{
    public static string Make() => string.Create(1, 3, (text, id) => Thread.Sleep(id));

    public static Task Later() => Task.Run(() => Thread.Sleep(3));
}

/// <summary>Called through an interface of the framework's, as the end of a using statement does.</summary>
public sealed class Lease : IDisposable
{
    public static void Use()
    {
        using Lease lease = new();
    }

    public void Dispose() => Thread.Sleep(Timeout.Infinite);
}

/// <summary>Calls back what it is handed, after it has taken a lock for a moment.</summary>
internal static class Desk
{
    private static readonly object s_gate = new();
    private static int s_asked;

    internal static int Order(int count) => Ask(() =>
    {
        Thread.Sleep(Timeout.Infinite);
        return count;
    });

    private static int Ask(Func<int> answer)
    {
        lock (s_gate)
        {
            s_asked++;
        }
        return answer();
    }
}

/// <summary>Waits by itself, or in what it is handed.</summary>
internal static class Tries
{
    private static int s_tries;

    internal static int Order(int count) => Try(() =>
    {
        Thread.Sleep(Timeout.Infinite);
        return count;
    });

    internal static int Count(int count) => Try(() => count);

    private static int Try(Func<int> answer)
    {
        if (s_tries++ > 2) Thread.Sleep(Timeout.Infinite);
        return answer();
    }
}

/// <summary>More than the JIT inlines by size alone: it does when it has seen the calls.</summary>
public static class Reports
{
    public static int Use() => Write(Environment.ProcessId);

    private static int Write(int rows)
    {
        int sum = rows * 31 + rows / 7 - rows % 11 + rows * rows;
        sum += sum * 31 + rows / 13 - sum % 17 + rows * sum;
        sum += sum * 37 + rows / 19 - sum % 23 + rows * sum;
        sum += sum * 41 + rows / 29 - sum % 43 + rows * sum;
        sum += sum * 47 + rows / 53 - sum % 59 + rows * sum;
        Thread.Sleep(Timeout.Infinite);
        return sum;
    }
}

public interface IThing
{
    void Do();
}

public sealed class Slow
{
    public Slow(int _) =>
        Thread.Sleep(Timeout.Infinite); // blocks: Constructor
}

public sealed class Repository<TItem>
{
    public TKey Get<TKey>(TItem _, TKey key)
    {
        Thread.Sleep(Timeout.Infinite); // blocks: Generic
        return key;
    }

    public async Task<TKey> GetAsync<TKey>(TKey key)
    {
        await Task.Yield();
        Thread.Sleep(Timeout.Infinite); // blocks: GenericAsync
        return key;
    }
}

public sealed class Orders : IThing
{
    public decimal Total
    {
        get
        {
            Thread.Sleep(Timeout.Infinite); // blocks: Property
            return 1;
        }
    }

    public int Load(int id)
    {
        Thread.Sleep(Timeout.Infinite); // blocks: Load
        return id;
    }

    public void Update(string name)
    {
        Console.Out.Flush();
        lock (Gates.Locked) // blocks: Update
        {
            GC.KeepAlive(name);
        }
    }

    public async Task<int> LoadAsync(int id, List<string?> names)
    {
        await Task.Delay(1);
        Gates.Closed.Wait(); // blocks: LoadAsync
        return id + names.Count;
    }

    public void RunLambda()
    {
        int state = Environment.ProcessId;
        Action work = () =>
        {
            GC.KeepAlive(state);
            Thread.Sleep(Timeout.Infinite); // blocks: Lambda
        };
        work();
    }

    public Task RunAsyncLambda()
    {
        int state = Environment.ProcessId;
        Func<Task> work = async () =>
        {
            await Task.Yield();
            GC.KeepAlive(state);
            Thread.Sleep(Timeout.Infinite); // blocks: AsyncLambda
        };
        return work();
    }

    public void RunLocal<T>(int count)
    {
        Inner(count + 1);

        void Inner(int more)
        {
            GC.KeepAlive(typeof(T));
            Thread.Sleep(more + count > 0 ? Timeout.Infinite : 0); // blocks: Local
        }
    }

    public IEnumerable<int> Iterate()
    {
        yield return 1;
        Thread.Sleep(Timeout.Infinite); // blocks: Iterator
        yield return 2;
    }

    void IThing.Do() =>
        Thread.Sleep(Timeout.Infinite); // blocks: Explicit

    /// <summary>Optimised code has the finally block twice, and one of the copies without a map.</summary>
    [MethodImpl(MethodImplOptions.AggressiveOptimization | MethodImplOptions.NoInlining)]
    public int InFinally(int id)
    {
        try
        {
            return id;
        }
        finally
        {
            Gates.Closed.Wait(); // blocks: InFinally
        }
    }

    /// <summary>While a catch block runs, the runtime tells where the exception left the try block.</summary>
    public int InCatch(int id)
    {
        try
        {
            return int.Parse(id > 0 ? "none" : "0");
        }
        catch (FormatException)
        {
            Thread.Sleep(Timeout.Infinite); // blocks: InCatch
            return id;
        }
    }

    public string Multiline(string text)
    {
        string trimmed = text.Trim();
        return string.Concat( // blocks: Multiline
            trimmed.ToUpperInvariant(),
            Task.Run(async () => { await Task.Delay(Timeout.Infinite); return trimmed; }).Result,
            trimmed.ToLowerInvariant());
    }

    // Compiled with full optimisation from the first call on, so that what it calls is inlined.
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public void CallsInlined()
    {
        Console.Out.Flush();
        Pause(); // blocks: CallsInlined
        Console.Out.Flush();
    }

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public void CallsTwoInlined()
    {
        Console.Out.Flush();
        PauseTwice(); // blocks: CallsTwoInlined
        Console.Out.Flush();
    }

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public void CallsInlinedAwaiter()
    {
        Console.Out.Flush();
        PauseForTask(); // blocks: CallsInlinedAwaiter
        Console.Out.Flush();
    }

    private static void PauseForTask()
    {
        Gates.Never.GetAwaiter().GetResult(); // blocks: PauseForTask
    }

    private static void Pause()
    {
        Thread.Sleep(Timeout.Infinite); // blocks: Pause
    }

    private static void PauseTwice()
    {
        Thread.Yield();
        PauseOnce(); // blocks: PauseTwice
    }

    private static void PauseOnce()
    {
        Thread.Sleep(Timeout.InfiniteTimeSpan); // blocks: PauseOnce
    }
}
