using System.Runtime.CompilerServices;

namespace ThreadPoolDoctor.Pool.Model;

/// <summary>
/// Runs a few threads one step at a time under a schedule, and tries many random schedules, most of them with few
/// preemptions. TPD_MODEL_SCHEDULES says how many; a failure names its seed. A step is one access to shared memory.
/// Each thread has a store buffer, so a store may become visible any number of steps later, in order, unless a fence
/// comes first: the memory of x86 and all that release and acquire promise about one thread's stores to different
/// places.
/// </summary>
internal sealed class Explorer
{
    internal delegate T Reader<T>(ref T location);

    [ThreadStatic]
    private static Actor? t_me;

    private readonly List<Actor> _actors = [];
    private readonly Func<int, int> _choose;
    private int _steps;

    private Explorer(Func<int, int> choose)
    {
        _choose = choose;
    }

    /// <summary>
    /// Explores the program that <paramref name="build"/> makes: its threads, and the check at its end. A program of
    /// many steps gets a <paramref name="share"/>-th of the schedules; one of many programs as many as it says.
    /// </summary>
    public static void Explore(
        Func<(Action[] Threads, Action Check)> build, int? seedOrNull = null, int share = 1, int? schedules = null)
    {
        int all = int.TryParse(Environment.GetEnvironmentVariable("TPD_MODEL_SCHEDULES"), out int wanted) ? wanted : 400;
        Explore(build, seedOrNull ?? Random.Shared.Next(), schedules ?? Math.Max(1, all / share));
    }

    private static void Explore(Func<(Action[] Threads, Action Check)> build, int seed, int schedules)
    {
        for (int n = 0; n < schedules; n++)
        {
            int own = unchecked(seed + n);
            var random = new Random(own);
            // Few switches find most bugs (Musuvathi and Qadeer, PLDI 2007); how few differs from schedule to schedule.
            int stickiness = random.Next(2, 12);
            int last = 0;
            var explorer = new Explorer(count =>
            {
                if (last >= count || random.Next(stickiness) == 0)
                {
                    last = random.Next(count);
                }
                return last;
            });
            if (n % 50 == 0 || !IsStill)
            {
                HoldStill();
            }
            try
            {
                explorer.Run(build);
            }
            catch (Exception e) when (IsStill)
            {
                throw new InvalidOperationException($"seed {own} (schedule {n}): {e.Message}", e);
            }
        }
    }

    private void Run(Func<(Action[] Threads, Action Check)> build)
    {
        (Action[] threads, Action check) = build();
        foreach (Action thread in threads)
        {
            _actors.Add(new Actor(this, thread));
        }
        Schedule();
        check();
    }

    /// <summary>
    /// Addresses of locations identify them in the store buffers, so nothing may move while a schedule runs.
    /// </summary>
    private static void HoldStill()
    {
        if (IsStill)
        {
            GC.EndNoGCRegion();
        }
        GC.TryStartNoGCRegion(100 * 1024 * 1024);
    }

    private static bool IsStill => System.Runtime.GCSettings.LatencyMode == System.Runtime.GCLatencyMode.NoGCRegion;

    private void Schedule()
    {
        while (true)
        {
            // Each thread that can go on is a choice, and so is each buffered store that may become visible.
            List<(Actor Actor, bool Flush)> choices = [];
            foreach (Actor actor in _actors)
            {
                if (actor.CanStep)
                {
                    choices.Add((actor, false));
                }
            }
            foreach (Actor actor in _actors)
            {
                if (actor.Buffer.Count > 0)
                {
                    choices.Add((actor, true));
                }
            }
            if (choices.Count == 0)
            {
                break;
            }
            if (++_steps > 60_000)
            {
                Abandon();
                throw new InvalidOperationException("the program does not end");
            }
            (Actor chosen, bool flush) = choices[_choose(choices.Count)];
            if (flush)
            {
                chosen.FlushOne();
            }
            else
            {
                chosen.Step();
            }
        }
        Exception? failure = _actors.Select(static a => a.Failure).FirstOrDefault(static f => f is not null);
        bool stuck = _actors.Any(static a => !a.Ended);
        Abandon();
        if (failure is not null)
        {
            throw failure;
        }
        if (stuck)
        {
            throw new InvalidOperationException("everybody sleeps");
        }
    }

    private void Abandon() => _actors.ForEach(static a => a.Abandon());

    /// <summary>Outside a schedule (building, checking) accesses are plain.</summary>
    internal static object? Load<T>(ref T location, Reader<T> read)
    {
        if (t_me is not { } me)
        {
            return read(ref location);
        }
        me.Pause();
        return me.TryForward(Address(ref location), out object? value) ? value : read(ref location);
    }

    internal static void Store<T>(ref T location, T value)
    {
        if (t_me is not { } me)
        {
            location = value;
            return;
        }
        me.Pause();
        nint address = Address(ref location);
        me.Buffer.Add((address, value, () => At<T>(address) = value));
    }

    internal static void Fence()
    {
        if (t_me is { } me)
        {
            me.Pause();
            me.FlushAll();
        }
    }

    internal static void FenceAll()
    {
        if (t_me is { } me)
        {
            me.Pause();
            me.Explorer._actors.ForEach(static a => a.FlushAll());
        }
    }

    /// <summary>Sleeps until the condition holds; a thread that nobody wakes is found at the end.</summary>
    internal static void Sleep(Func<bool> until)
    {
        if (t_me is not { } me)
        {
            // Outside a schedule there is nobody who could bring it about.
            until().ShouldBeTrue();
            return;
        }
        me.FlushAll();
        me.Pause(until);
    }

    private static unsafe nint Address<T>(ref T location) => (nint)Unsafe.AsPointer(ref location);

    private static unsafe ref T At<T>(nint address) => ref Unsafe.AsRef<T>((void*)address);

    private sealed class Actor
    {
        private readonly SemaphoreSlim _go = new(0), _paused = new(0);
        private readonly System.Threading.Thread _thread;
        private Func<bool>? _until;
        private bool _abandoned;

        internal readonly Explorer Explorer;
        internal readonly List<(nint Address, object? Value, Action Apply)> Buffer = [];

        internal Actor(Explorer explorer, Action body)
        {
            Explorer = explorer;
            _thread = new System.Threading.Thread(() => Run(body), 256 * 1024) { IsBackground = true };
            _thread.Start();
            _paused.Wait();
        }

        internal bool Ended { get; private set; }

        internal Exception? Failure { get; private set; }

        internal bool CanStep => !Ended && (_until is null || _until());

        internal void Step()
        {
            _go.Release();
            _paused.Wait();
        }

        internal void Pause(Func<bool>? until = null)
        {
            _until = until;
            _paused.Release();
            _go.Wait();
            _until = null;
            if (_abandoned)
            {
                throw new ThreadInterruptedException();
            }
        }

        internal void FlushOne()
        {
            Buffer[0].Apply();
            Buffer.RemoveAt(0);
        }

        internal void FlushAll()
        {
            while (Buffer.Count > 0)
            {
                FlushOne();
            }
        }

        internal bool TryForward(nint address, out object? value)
        {
            for (int i = Buffer.Count - 1; i >= 0; i--)
            {
                if (Buffer[i].Address == address)
                {
                    value = Buffer[i].Value;
                    return true;
                }
            }
            value = null;
            return false;
        }

        internal void Abandon()
        {
            if (!Ended)
            {
                _abandoned = true;
                _go.Release();
            }
            _thread.Join();
        }

        private void Run(Action body)
        {
            t_me = this;
            try
            {
                Pause();
                body();
            }
            catch (ThreadInterruptedException) when (_abandoned)
            {
            }
            catch (Exception e)
            {
                Failure = e;
            }
            t_me = null;
            Ended = true;
            _paused.Release();
        }
    }
}
