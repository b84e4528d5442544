using System.Runtime.CompilerServices;

namespace Shop;

/// <summary>Methods that wait for tasks and locks, never called: their code is read.</summary>
public sealed class Waiting
{
    private static readonly object s_stock = new();
    private static readonly object s_orders = new();
    private readonly object _own = new();
    private Task<int>? _kept = Task.FromResult(1);

    public static int FromDelay(int id) => ReadAsync(id).Result;

    public static int ThroughLocals(int id)
    {
        Task<int> loading = ReadAsync(id);
        Console.WriteLine("loading");
        return loading.ConfigureAwait(false).GetAwaiter().GetResult();
    }

    public static void Bounded(int id) => ReadAsync(id).Wait(500 + id);

    public static int InValueTask(int id) => new ValueTask<int>(ReadAsync(id)).GetAwaiter().GetResult();

    public static int WithTimeLimit(int id) => ReadAsync(id).WaitAsync(TimeSpan.FromSeconds(id)).Result;

    public static int OfLazy(Lazy<Task<int>> lazy) => lazy.Value.Result;

    public static int OfMachine(int id) => HandMadeAsync(id).Result;

    public static int Chained(int id) => OuterAsync(id).Result;

    public static int OfWorkItem(int id) => Queued(id).Result;

    public static bool OfSeveral(HttpClient client) => SeveralAsync(client).Result;

    public static int OneOfTwo(int id) => (id > 3 ? ReadAsync(id) : Queued(id)).Result;

    public static int Given(Task<int> task) => task.Result;

    public int Kept() => _kept!.Result;

    public static async Task<int> Awaits(int id) => await ReadAsync(id);

    public static void BothLocks()
    {
        lock (s_stock)
        {
            Console.WriteLine("one");
            lock (s_orders)
            {
                Console.WriteLine("both");
            }
        }
    }

    public void OwnLock()
    {
        lock (_own) Console.WriteLine("own");
    }

    public static void GivenLock(object gate)
    {
        lock (gate) Console.WriteLine("given");
    }

    private static async Task<int> OuterAsync(int id)
    {
        int loaded = await ReadAsync(id).ConfigureAwait(false);
        return loaded + 1;
    }

    private static async Task<int> ReadAsync(int id)
    {
        await Task.Delay(100 * id);
        return id;
    }

    private static Task<int> Queued(int id) => Task.Run(() => id);

    private static async Task<bool> SeveralAsync(HttpClient client)
    {
        await Task.Delay(5);
        using HttpResponseMessage answer = await client.GetAsync("http://shop.test/");
        return answer.IsSuccessStatusCode;
    }

    /// <summary>
    /// An async method as F# and other compilers make them: the state machine has no name that C# would give it.
    /// </summary>
    private static Task<int> HandMadeAsync(int id)
    {
        Machine machine = new() { Id = id, Builder = AsyncTaskMethodBuilder<int>.Create() };
        machine.Builder.Start(ref machine);
        return machine.Builder.Task;
    }

    private struct Machine : IAsyncStateMachine
    {
        public AsyncTaskMethodBuilder<int> Builder;
        public int Id;
        private TaskAwaiter<int> _reading;
        private bool _awaited;

        public void MoveNext()
        {
            if (!_awaited)
            {
                _awaited = true;
                _reading = ReadAsync(Id).GetAwaiter();
                Builder.AwaitUnsafeOnCompleted(ref _reading, ref this);
                return;
            }
            Builder.SetResult(_reading.GetResult());
        }

        public void SetStateMachine(IAsyncStateMachine stateMachine) => Builder.SetStateMachine(stateMachine);
    }
}
