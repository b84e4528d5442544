using Shop;

// Blocks a pool thread in each way a person may write, says "ready" and ends when its input does. A comment
// "blocks: X" marks the line where case X stands; the tests look the line up here.
ThreadPool.SetMinThreads(40, 40);
Monitor.Enter(Gates.Locked);
var orders = new Orders();
var started = new CountdownEvent(1);

void Start(Action work)
{
    started.AddCount();
    ThreadPool.UnsafeQueueUserWorkItem(_ =>
    {
        started.Signal();
        work();
    }, null);
}

Start(() => orders.Load(3));
Start(() => orders.Update("x"));
Start(() => _ = orders.LoadAsync(1, []));
Start(() => orders.RunLambda());
Start(() => orders.RunAsyncLambda().Wait());
Start(() => orders.RunLocal<string>(2));
Start(() => new Repository<string>().Get("a", 1));
Start(() => new Repository<int>().GetAsync("a").Wait());
Start(() => orders.Iterate().ToList());
Start(() => _ = orders.Total);
Start(() => _ = new Slow(1));
Start(() => ((IThing)orders).Do());
Start(() => orders.Multiline("a"));
Start(() => orders.InFinally(1));
Start(() => orders.InCatch(1));
Start(orders.CallsInlined);
Start(orders.CallsTwoInlined);
Start(orders.CallsInlinedAwaiter);
Start(() => Plug.Call(Plug.Made()));
Start(Gates.Handler());
Start(Gates.Action("Meet"));
Start(Gates.Action("Ask"));
Start(() => Thread.Sleep(Timeout.Infinite)); // blocks: TopLevel

started.Signal();
started.Wait();
Console.WriteLine("ready");
Console.In.ReadToEnd();
Environment.Exit(0);
