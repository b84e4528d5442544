using ThreadPoolDoctor.Pool.Model;

// What stands around the worker's loop and the crew, small: they themselves are the pool's.
namespace ThreadPoolDoctor.Pool
{
    internal interface IWorkQueue
    {
        void Enqueue(WorkItem item);

        bool TryDequeue(out WorkItem item);

        bool IsEmpty { get; }

        long Count { get; }
    }

    /// <summary>As the pool's, with inlets made beforehand: a lock inside a schedule would hold everybody.</summary>
    internal sealed class BlockWorkQueue : IWorkQueue
    {
        private readonly Inlet[] _inlets = [.. Enumerable.Range(0, ThreadInlets.Count).Select(static _ => new Inlet())];
        private ClaimTurn _turn;

        public bool IsEmpty => Array.TrueForAll(_inlets, static inlet => inlet.IsEmpty);

        public long Count => _inlets.Sum(static inlet => inlet.Count);

        internal long Enqueued => _inlets.Sum(static inlet => inlet.Enqueued);

        public void Enqueue(WorkItem item) => EnqueueAs(null, item);

        internal void EnqueueAs(ThreadInlets? mine, WorkItem item) => _inlets[ThreadInlets.Number].Enqueue(item);

        public bool TryDequeue(out WorkItem item)
        {
            item = default;
            if (!TryClaim(ref _turn, 1, out Block block, out int from, out _)) return false;
            item = block.Read(from);
            block.Finish(from, 1);
            return true;
        }

        internal bool TryClaim(ref ClaimTurn turn, int limit, out Block block, out int from, out int count)
        {
            int start = turn.Next;
            for (int i = 0; i < _inlets.Length; i++)
            {
                int index = (start + i) % _inlets.Length;
                if (!_inlets[index].TryClaim(limit, out block, out from, out count)) continue;
                turn.Next = (index + 1) % _inlets.Length;
                return true;
            }
            block = null!;
            from = count = 0;
            return false;
        }
    }

    internal sealed class ThreadInlets
    {
        [ThreadStatic]
        private static ThreadInlets? t_current;

        [ThreadStatic]
        private static int t_number;

        private static int s_next;

        internal static ThreadInlets? Current => t_current;

        /// <summary>As many inlets as threads, and one; each costs every look some steps.</summary>
        internal static int Count { get; set; } = 6;

        /// <summary>Which inlet the calling thread owns; the first one belongs to who builds.</summary>
        internal static int Number => t_number;

        internal WorkerItems? Worker { get; set; }

        internal static ThreadInlets Mine => t_current ??= new ThreadInlets();

        internal static void BeginProgram() => s_next = 0;

        internal static void BeginThread()
        {
            t_number = System.Threading.Interlocked.Increment(ref s_next);
            // One of another program, perhaps one that was given up in the middle.
            t_current = null;
        }
    }

    /// <summary>A thread that sleeps is one that the schedule passes over.</summary>
    internal sealed class Parker(int initial)
    {
        internal const int Awake = 0, Parked = 1, Gone = 2;

        private int _word = initial;

        internal void Prepare() => Volatile.Write(ref _word, Parked);

        internal bool Park(int milliseconds)
        {
            Explorer.Sleep(() => _word != Parked || Program.IsOver);
            return _word != Parked;
        }

        internal int Unpark() => Interlocked.Exchange(ref _word, Awake);

        internal bool TryLeave() => Interlocked.CompareExchange(ref _word, Gone, Parked) == Parked;

        internal void MarkGone() => Volatile.Write(ref _word, Gone);

        internal void Nudge()
        {
        }
    }

    internal struct ThreadHygiene
    {
        internal const string ThreadName = "Model";

        internal readonly void Prepare(SynchronizationContext? context, ThreadPriority priority)
        {
        }

        internal readonly void Restore()
        {
        }
    }

    internal sealed class Gate
    {
        private bool _held;

        internal Holder Enter()
        {
            Explorer.Sleep(() => !_held);
            _held = true;
            Explorer.Fence();
            return new Holder(this);
        }

        internal readonly ref struct Holder(Gate gate)
        {
            public void Dispose()
            {
                Explorer.Fence();
                gate._held = false;
            }
        }
    }

    internal sealed class Watchdog(Crew crew)
    {
        internal const int SliceMilliseconds = 1000;

        internal void Check() => _ = crew;
    }

    internal sealed class WorkPoolOptions
    {
        internal const int WorkerLimit = 16_000;

        internal int Processors { get; init; }

        internal int ResolvedMaximum => 8;

        internal int MinimumWorkers => 0;

        internal TimeSpan IdleTimeout => Timeout.InfiniteTimeSpan;

        internal ThreadPriority Priority => ThreadPriority.Normal;

        internal Action<Exception>? UnhandledException => null;
    }

    internal sealed class WorkerSample;

    internal static class KernelProbe
    {
        internal static int CurrentThreadId() => 0;
    }

    internal static class SpinPolicy
    {
        internal static int Rounds(int processors, double quota) => 0;

        internal static double Quota() => 1;

        internal static int Searchers(int processors) => 1;

        internal static void Pause(int round)
        {
        }
    }

    internal static class ItemEvents
    {
        internal static bool On => false;
    }

    internal static class Telemetry
    {
        internal static void Run(string pool, int worker, WorkItem item) => ItemKind.Run(item._target!, item._state);
    }

    internal sealed class PoolEventSource
    {
        internal static readonly PoolEventSource Log = new();

        /// <summary>Somebody listens: then a worker stops searching while it tells of its start.</summary>
        internal bool IsEnabled() => true;

        internal void WorkerStart(string pool, int worker)
        {
        }

        internal void WorkerStop(string pool, int worker)
        {
        }

        internal void WorkerAdded(string pool, int worker, string reason)
        {
        }

        internal void ServiceDegraded(string service, string reason)
        {
        }
    }
}

namespace ThreadPoolDoctor.Pool.Model
{
    /// <summary>What the shims know of the program that is explored just now.</summary>
    internal static class Program
    {
        internal static bool IsOver { get; set; }

        /// <summary>Workers whose thread was started, by name of the worker; the schedule's threads run them.</summary>
        internal static Dictionary<int, Action> Started { get; } = [];
    }

    /// <summary>Stands in for a worker's thread: starting it lets one of the schedule's threads run it.</summary>
    internal sealed class ModelThread(Action<object?> start)
    {
        internal static ModelThread CurrentThread { get; } = new(static _ => { });

        internal bool IsAlive => true;

        internal bool IsBackground { get; init; }

        internal string? Name { get; init; }

        internal void UnsafeStart(object worker) => Program.Started[((Worker)worker).Index] = () => start(worker);
    }
}
