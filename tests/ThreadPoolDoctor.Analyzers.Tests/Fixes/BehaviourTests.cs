using static ThreadPoolDoctor.Tests.Verifier;

namespace ThreadPoolDoctor.Analyzers.Tests.Fixes;

/// <summary>
/// Whole programs do the same after the cure as before it; the cured text is the snapshot beside this file.
/// </summary>
public sealed class BehaviourTests
{
    [Fact]
    public async Task Requests_are_all_answered()
    {
        string cured = await Behaviour.IsKept("""
            int answered = 0;
            using CountdownEvent all = new(20);
            for (int i = 0; i < 20; i++)
            {
                ThreadPool.QueueUserWorkItem(_ =>
                {
                    Thread.Sleep(20);
                    Interlocked.Increment(ref answered);
                    all.Signal();
                });
            }
            all.Wait();
            Console.WriteLine(answered);
            """);
        cured.ShouldNotContain("Sleep");
    }

    [Fact]
    public async Task State_is_what_it_was_when_the_item_was_queued() => await Verify(await Behaviour.IsKept("""
        List<string> seen = [];
        using CountdownEvent all = new(7);
        string name = "first";
        ThreadPool.QueueUserWorkItem(Work, name);
        name = "second";
        ThreadPool.QueueUserWorkItem(state => { Thread.Sleep(30); Note(state); }, name);
        ThreadPool.QueueUserWorkItem(text => { Thread.Sleep(20); Note(text + text.Length); }, name, preferLocal: true);
        name = "last";
        for (int i = 0; i < 3; i++) ThreadPool.QueueUserWorkItem(number => { Thread.Sleep(5); Note(number * 10); }, i, false);
        ThreadPool.UnsafeQueueUserWorkItem(state => { Thread.Sleep(5); Note(state is null); }, null);
        all.Wait();
        seen.Sort(StringComparer.Ordinal);
        Console.WriteLine(string.Join(' ', seen));

        void Work(object? state)
        {
            Thread.Sleep(10);
            Note(state);
        }

        void Note(object? what)
        {
            lock (seen) seen.Add(what?.ToString() ?? "null");
            all.Signal();
        }
        """));

    [Fact]
    public async Task Exceptions_reach_the_same_handlers() => await Verify(await Behaviour.IsKept("""
        using System.Runtime.ExceptionServices;

        await Task.Yield();
        try { Console.WriteLine(Load(1)); Load(-1); } catch (ArgumentException e) { Console.WriteLine(e.Message); }
        try { Task.Run(() => { Thread.Sleep(1); throw new InvalidOperationException("in a task"); }).GetAwaiter().GetResult(); }
        catch (InvalidOperationException e) { Console.WriteLine(e.Message); }
        try { Broken().Wait(); } catch (AggregateException e) { Console.WriteLine("wrapped " + e.InnerExceptions.Count); }
        try { Finally(); } catch (NotSupportedException e) { Console.WriteLine(e.Message); }
        Task task = Task.Run(() => Load(-2));
        Console.WriteLine(await Task.WhenAny(task) == task ? task.Exception!.InnerException!.Message : "?");

        static int Load(int number)
        {
            Thread.Sleep(1);
            return number < 0 ? throw new ArgumentException("negative " + number) : number;
        }

        static async Task Broken() { await Task.Yield(); throw new NotSupportedException(); }

        static void Finally()
        {
            try { Thread.Sleep(1); throw new NotSupportedException("not supported"); }
            finally { Thread.Sleep(1); Console.WriteLine("finally"); }
        }
        """));

    [Fact]
    public async Task Order_inside_an_item_and_between_awaited_calls_is_kept() => await Verify(await Behaviour.IsKept("""
        Task.Run(() =>
        {
            for (int i = 0; i < 3; i++)
            {
                Console.WriteLine("before " + i);
                if (i == 1) continue;
                Step(i);
                Console.WriteLine("after " + i);
            }
        }).GetAwaiter().GetResult();
        await Task.Yield();
        Console.WriteLine(string.Concat(Part(1), Part(2), Part(3)) + (Part(4) is { Length: > 0 } last ? last.ToUpperInvariant() : ""));

        static void Step(int number)
        {
            Thread.Sleep(10 - number);
            Console.WriteLine("step " + number);
        }

        static string Part(int number)
        {
            Thread.Sleep(10 - number);
            Console.WriteLine("part " + number);
            return "p" + number;
        }
        """));

    [Fact]
    public async Task Files_are_read_and_written_the_same() => await Verify(await Behaviour.IsKept("""
        string file = Path.GetTempFileName();
        Console.WriteLine(await Task.Run(() => new Store(file).Count("one two three")));
        await using (StreamWriter writer = new(file)) { writer.WriteLine("a"); writer.Write("b"); writer.Flush(); }
        using (StreamReader reader = new(file))
        {
            Console.WriteLine(reader.ReadLine()!.Length + reader.ReadToEnd());
            Console.WriteLine(reader.ReadLine() ?? "end");
        }
        byte[] buffer = new byte[10];
        using FileStream stream = File.OpenRead(file);
        Console.WriteLine(stream.Read(buffer, 0, buffer.Length) + stream.Read(buffer));
        File.Delete(file);

        interface ICounter { int Count(string text); }

        sealed class Store(string file) : ICounter
        {
            public int Count(string text)
            {
                File.WriteAllText(file, text);
                string[] words = File.ReadAllText(file).Split(' ');
                return words.Length;
            }
        }
        """));

    [Fact]
    public async Task Continuations_and_started_tasks_are_waited_for_to_their_end() => await Verify(await Behaviour.IsKept("""
        List<int> order = [];
        Task first = Task.Run(() => Thread.Sleep(5));
        Task second = first.ContinueWith(_ => { Thread.Sleep(20); order.Add(1); });
        await second;
        order.Add(2);
        Task<int> third = Task.Factory.StartNew(() => { Thread.Sleep(20); order.Add(3); return 7; });
        Console.WriteLine(await third);
        await Task.Factory.StartNew(state => { Thread.Sleep(20); order.Add((int)state!); }, 4);
        await Task.Factory.StartNew(() => { Thread.Sleep(20); order.Add(5); }, CancellationToken.None, TaskCreationOptions.None, TaskScheduler.Default);
        Console.WriteLine(string.Join(' ', order));
        """));

    [Fact]
    public async Task A_parallel_loop_has_done_all_of_its_work_when_it_returns() => await Verify(await Behaviour.IsKept("""
        int sum = 0;
        Work();
        Console.WriteLine(sum);

        void Work()
        {
            Parallel.ForEach(Enumerable.Range(1, 10), i =>
            {
                Thread.Sleep(5);
                Interlocked.Add(ref sum, i);
            });
            Parallel.For(0, 10, i => { Thread.Sleep(5); Interlocked.Add(ref sum, i); });
        }
        """));

    [Fact]
    public async Task Semaphores_still_let_in_as_many() => await Verify(await Behaviour.IsKept("""
        SemaphoreSlim gate = new(2);
        int inside = 0, most = 0;
        Task[] all = [.. Enumerable.Range(0, 8).Select(_ => Task.Run(() => Enter(5)))];
        await Task.WhenAll(all);
        Console.WriteLine(most <= 2 ? "two at most" : "too many");
        await Task.Run(() => Console.WriteLine(gate.Wait(5) && gate.Wait(TimeSpan.FromMilliseconds(5)) && !gate.Wait(1)));

        void Enter(int time)
        {
            gate.Wait();
            try
            {
                most = Math.Max(most, Interlocked.Increment(ref inside));
                Thread.Sleep(time);
                Interlocked.Decrement(ref inside);
            }
            finally
            {
                gate.Release();
            }
        }
        """));

    [Fact]
    public async Task Tasks_are_waited_for_in_every_way() => await Verify(await Behaviour.IsKept("""
        await Task.Yield();
        TaskCompletionSource<int> later = new();
        Task<int> slow = later.Task, fast = After(1, 2);
        Task[] both = [slow, fast];
        Console.WriteLine(Task.WaitAny(both));
        _ = After(1, 1).ContinueWith(_ => later.SetResult(1));
        Console.WriteLine(slow.Wait(60000));
        Task<int> asked = After(1, 9);
        if (asked.Wait(60000)) Console.WriteLine(asked.Result);
        Console.WriteLine(After(5000, 1).Wait(TimeSpan.FromMilliseconds(10)));
        Task.WaitAll(both);
        Console.WriteLine(slow.Result + fast.GetAwaiter().GetResult() + After(1, 3).ConfigureAwait(false).GetAwaiter().GetResult());
        using CancellationTokenSource source = new(20);
        Task never = After(20000, 1);
        try { never.Wait(source.Token); } catch (OperationCanceledException) { Console.WriteLine("cancelled"); }
        Console.WriteLine(After(1, 4).Result.ToString().Length + ((object)After(1, 5).Result).GetHashCode());

        static async Task<int> After(int time, int result) { await Task.Delay(time); return result; }
        """));

    [Fact]
    public async Task Overrides_and_interfaces_are_still_called_by_kind() => await Verify(await Behaviour.IsKept("""
        Animal[] animals = [new Cat(), new Dog(), new Fish()];
        foreach (Animal animal in animals) Console.WriteLine(Task.Run(() => animal.Speak(2)).GetAwaiter().GetResult());
        await Task.Yield();
        IEat eater = new Dog();
        eater.Eat();

        abstract class Animal { public virtual string Speak(int times) => "?"; }
        class Cat : Animal { public override string Speak(int times) { Thread.Sleep(times); return "meow"; } }
        class Dog : Animal, IEat
        {
            public override string Speak(int times) => string.Concat(Enumerable.Repeat("woof", times));
            public void Eat() { Thread.Sleep(1); Console.WriteLine("munch"); }
        }
        class Fish : Animal;
        interface IEat { void Eat(); }
        """));
}
