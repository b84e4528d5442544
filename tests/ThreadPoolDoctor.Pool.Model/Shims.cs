global using Interlocked = ThreadPoolDoctor.Pool.Model.CheckedInterlocked;
global using Thread = ThreadPoolDoctor.Pool.Model.ModelThread;
global using Volatile = ThreadPoolDoctor.Pool.Model.CheckedVolatile;
using System.Runtime.CompilerServices;
using ThreadPoolDoctor.Pool.Model;

// The stillness of the heap, on which the explorer relies, is the whole process's.
[assembly: CollectionBehavior(DisableTestParallelization = true)]

namespace ThreadPoolDoctor.Pool.Model
{
    /// <summary>
    /// Stands in for Volatile: each access is a step of the schedule, and a write waits in the thread's store buffer,
    /// as it may on every processor, until the schedule lets it out or a fence does.
    /// </summary>
    internal static class CheckedVolatile
    {
        public static int Read(ref int location) => (int)Explorer.Load(ref location, static (ref int l) => l)!;

        public static long Read(ref long location) => (long)Explorer.Load(ref location, static (ref long l) => l)!;

        public static bool Read(ref bool location) => (bool)Explorer.Load(ref location, static (ref bool l) => l)!;

        public static T Read<T>(ref T location) where T : class? => (T)Explorer.Load(ref location, static (ref T l) => l)!;

        public static void Write(ref int location, int value) => Explorer.Store(ref location, value);

        public static void Write(ref long location, long value) => Explorer.Store(ref location, value);

        public static void Write(ref bool location, bool value) => Explorer.Store(ref location, value);

        public static void Write<T>(ref T location, T value) where T : class? => Explorer.Store(ref location, value);
    }

    /// <summary>
    /// Stands in for Interlocked: each operation is one step that empties the thread's store buffer first.
    /// </summary>
    internal static class CheckedInterlocked
    {
        public static long Read(ref long l) => CheckedVolatile.Read(ref l);

        public static int CompareExchange(ref int l, int value, int comparand) { Explorer.Fence(); return System.Threading.Interlocked.CompareExchange(ref l, value, comparand); }

        public static long CompareExchange(ref long l, long value, long comparand) { Explorer.Fence(); return System.Threading.Interlocked.CompareExchange(ref l, value, comparand); }

        public static T CompareExchange<T>(ref T l, T value, T comparand) where T : class? { Explorer.Fence(); return System.Threading.Interlocked.CompareExchange(ref l, value, comparand); }

        public static int Exchange(ref int l, int value) { Explorer.Fence(); return System.Threading.Interlocked.Exchange(ref l, value); }

        public static int Add(ref int l, int value) { Explorer.Fence(); return System.Threading.Interlocked.Add(ref l, value); }

        public static long Add(ref long l, long value) { Explorer.Fence(); return System.Threading.Interlocked.Add(ref l, value); }

        public static int Increment(ref int l) => Add(ref l, 1);

        public static long Increment(ref long l) => Add(ref l, 1);

        public static int Decrement(ref int l) => Add(ref l, -1);

        public static long Decrement(ref long l) => Add(ref l, -1);

        public static long Or(ref long l, long value) { Explorer.Fence(); return System.Threading.Interlocked.Or(ref l, value); }

        public static long And(ref long l, long value) { Explorer.Fence(); return System.Threading.Interlocked.And(ref l, value); }

        public static void MemoryBarrier() => Explorer.Fence();

        /// <summary>Called before and after the next barriers on all processors; whether after.</summary>
        public static Action<bool>? AtBarrier { get; set; }

        public static void MemoryBarrierProcessWide()
        {
            AtBarrier?.Invoke(false);
            Explorer.FenceAll();
            AtBarrier?.Invoke(true);
        }
    }
}

namespace ThreadPoolDoctor.Pool
{
    /// <summary>The model's items: a number is enough, twice where states are to differ.</summary>
    internal struct WorkItem(object? target, object? state = null)
    {
        internal object? _target = target;
        internal object? _state = state;
    }

    internal static class ItemKind
    {
        internal static bool IsMark(object? state) => false;

        internal static readonly object? Plain = null;

        internal static void Run(object target, object? state) => ((Action)target)();
    }

    /// <summary>Stands in for plain slot access: a store waits in the buffer behind the stores before it.</summary>
    internal static class Memory
    {
        internal static int Own(ref int location) => Volatile.Read(ref location);

        internal static long Own(ref long location) => Volatile.Read(ref location);

        internal static T Own<T>(ref T location) where T : class => Volatile.Read(ref location);

        internal static WorkItem Load(ref WorkItem slot) => new(Volatile.Read(ref slot._target), Volatile.Read(ref slot._state));

        internal static void Store(ref WorkItem slot, WorkItem item)
        {
            Volatile.Write(ref slot._target, item._target);
            Volatile.Write(ref slot._state, item._state);
        }

        internal static object? Load(ref object? entry) => Volatile.Read(ref entry);

        internal static void Store(ref object? entry, object? value) => Volatile.Write(ref entry, value);

        internal static int Load(ref int number) => Volatile.Read(ref number);

        internal static void Store(ref int number, int value) => Volatile.Write(ref number, value);

        internal static void Clear(WorkItem[] slots, int from, int count)
        {
            for (int i = from; i < from + count; i++)
            {
                Volatile.Write(ref slots[i]._target, null);
                Volatile.Write(ref slots[i]._state, null);
            }
        }

        internal static void Clear(object?[] entries, int from, int count)
        {
            for (int i = from; i < from + count; i++)
            {
                Volatile.Write(ref entries[i], null);
            }
        }
    }

    /// <summary>Tiny, so that every boundary is met at once, and just below overflow.</summary>
    internal static class BlockSize
    {
        internal const int Value = 4;
        internal const int Local = 2;
        internal const int FencedPops = 1;

        // A block's first index, as in the pool.
        internal const long FirstIndex = (1L << 32) - 4;
        internal const int FirstLocalIndex = int.MaxValue - 1;

        internal const int FairnessPeriod = 2;

        // More than one, so that few items tell what becomes of those that a stuck worker has claimed.
        internal const int FirstClaim = 2;
        internal const int Debt = 2;
    }
}
