namespace ThreadPoolDoctor.PatientGenerator.Writing;

/// <summary>Something that looks ill and is not.</summary>
/// <param name="Name">For the description.</param>
/// <param name="Members">Members of its class, with a method Start().</param>
/// <param name="IsLively">It does something now and then, so that readiness can wait for it.</param>
/// <param name="Blocks">Its own items block for moments, which in an ill program would be one more cause.</param>
internal sealed record Decoy(string Name, string Members, bool IsLively = true, bool Blocks = false)
{
    public static readonly Decoy[] All =
    [
        new("dedicated sleepers", """
            internal static void Start()
            {
            for (int i = 0; i < 60; i++)
            {
            Session.OnThread("sleeper", static () =>
            {
            while (Session.GoesOn) Thread.Sleep(400);
            });
            }
            }
            """, IsLively: false),
        new("dedicated sleepers from the pool", """
            internal static void Start() => ThreadPool.QueueUserWorkItem(static state =>
            {
            for (int i = 0; i < 40; i++) Session.OnThread("sleeper", static () => Thread.Sleep(Timeout.Infinite));
            });
            """, IsLively: false),
        new("long-running consumers", """
            internal static void Start()
            {
            for (int i = 0; i < 12; i++)
            {
            Task.Factory.StartNew(static () =>
            {
            foreach (int element in Slow.Queue(600_000).GetConsumingEnumerable()) GC.KeepAlive(element);
            }, TaskCreationOptions.LongRunning);
            }
            }
            """, IsLively: false),
        new("cancelled time-outs", """
            internal static void Start() => Session.Every(4, static () => ThreadPool.QueueUserWorkItem(static state =>
            {
            using CancellationTokenSource limit = new(700);
            GC.KeepAlive(limit.Token);
            Session.Done();
            }));
            """),
        new("time-outs that are not needed", """
            internal static void Start() => Session.Every(5, static () => _ = AskAsync());

            private static async Task AskAsync()
            {
            await Slow.AskAsync(10).WaitAsync(TimeSpan.FromMilliseconds(900));
            Session.Done();
            }
            """),
        new("timers disposed unused", """
            internal static void Start() => Session.Every(5, static () => ThreadPool.QueueUserWorkItem(static state =>
            {
            using Timer timer = new(static state => { }, null, 600, Timeout.Infinite);
            Session.Done();
            }));
            """),
        new("delays cancelled", """
            internal static void Start() => Session.Every(8, static () => _ = RaceAsync());

            private static async Task RaceAsync()
            {
            using CancellationTokenSource over = new();
            Task late = Task.Delay(800, over.Token);
            await Task.WhenAny(late, Slow.AskAsync(15));
            over.Cancel();
            Session.Done();
            }
            """),
        new("short bursts", """
            internal static void Start()
            {
            Processor.Measure();
            Session.Every(300, static () =>
            {
            for (int i = 0; i < 300; i++)
            {
            ThreadPool.QueueUserWorkItem(static state =>
            {
            Processor.Work(0.05);
            Session.Done();
            });
            }
            });
            }
            """),
        new("allocations", """
            private static readonly byte[][] s_kept = new byte[500][];

            internal static void Start() => Session.Every(5, static () => ThreadPool.QueueUserWorkItem(static state =>
            {
            for (int i = 0; i < 20; i++) s_kept[Random.Shared.Next(s_kept.Length)] = new byte[10_000];
            Session.Done();
            }));
            """),
        new("periodic timers", """
            internal static void Start()
            {
            for (int i = 0; i < 150; i++) _ = TickAsync(TimeSpan.FromMilliseconds(100 + i * 3));
            }

            private static async Task TickAsync(TimeSpan period)
            {
            using PeriodicTimer timer = new(period);
            while (await timer.WaitForNextTickAsync()) Session.Done();
            }
            """),
        new("timer callbacks", """
            private static readonly List<Timer> s_timers = [];

            internal static void Start()
            {
            for (int i = 0; i < 40; i++) s_timers.Add(new Timer(static state => Session.Done(), null, 10 * i, 200));
            }
            """),
        new("channels", """
            private static readonly Channel<int> s_channel = Channel.CreateBounded<int>(100);

            internal static void Start()
            {
            for (int i = 0; i < 8; i++) _ = ConsumeAsync();
            Session.Every(3, static () => s_channel.Writer.TryWrite(1));
            }

            private static async Task ConsumeAsync()
            {
            await foreach (int element in s_channel.Reader.ReadAllAsync())
            {
            GC.KeepAlive(element);
            Session.Done();
            }
            }
            """),
        new("async load", """
            internal static void Start() => Session.Every(4, static () => _ = HandleAsync(Session.Next()));

            private static async Task<int> HandleAsync(int id)
            {
            await Task.Delay(30 + id % 50);
            await Slow.AskAsync(20);
            Session.Done();
            return id;
            }
            """),
        new("one consumer on the pool", """
            internal static void Start()
            {
            System.Collections.Concurrent.BlockingCollection<int> queue = [];
            Task.Run(() =>
            {
            foreach (int element in queue.GetConsumingEnumerable()) GC.KeepAlive(element);
            });
            Session.Every(300, () => queue.Add(1));
            Session.Every(15, static () => ThreadPool.QueueUserWorkItem(static state => Session.Done()));
            }
            """, Blocks: true),
        new("items that block for a moment", """
            internal static void Start() => Session.Every(40, static () => ThreadPool.QueueUserWorkItem(static state =>
            {
            Thread.Sleep(2);
            Session.Done();
            }));
            """, Blocks: true),
        new("a lock held for a moment", """
            private static readonly object s_gate = new();
            private static int s_count;

            internal static void Start() => Session.Every(5, static () => ThreadPool.QueueUserWorkItem(static state =>
            {
            lock (s_gate) s_count++;
            Session.Done();
            }));
            """, Blocks: true),
        new("exceptions", """
            internal static void Start() => Session.Every(10, static () => ThreadPool.QueueUserWorkItem(static state =>
            {
            try
            {
            throw new InvalidOperationException("no");
            }
            catch (InvalidOperationException)
            {
            Session.Done();
            }
            }));
            """),
        new("a few registered waits", """
            internal static void Start()
            {
            for (int i = 0; i < 50; i++)
            {
            ThreadPool.RegisterWaitForSingleObject(new AutoResetEvent(false), static (state, late) => Session.Done(), null, 250, executeOnlyOnce: false);
            }
            }
            """),
        new("parallel loops", """
            internal static void Start()
            {
            Processor.Measure();
            Session.Every(250, static () => Parallel.For(0, 8, static i =>
            {
            Processor.Work(1);
            Session.Done();
            }));
            }
            """, Blocks: true),
    ];

    /// <summary>Writes its class and starts it from Main.</summary>
    public void AddTo(Draft draft)
    {
        string type = draft.NewClass();
        draft.Add(type, Members);
        draft.Main($"{type}.Start();");
        draft.Note(Name);
    }
}
