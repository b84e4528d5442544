namespace ThreadPoolDoctor.Pool.Tests.Swap;

/// <summary>
/// WorkPool.Run ends as Task.Run does, whatever the delegate does: each scenario runs on both and is compared.
/// </summary>
public class RunTests
{
    private static readonly CancellationToken s_cancelled = new(canceled: true);

    private static readonly Dictionary<string, Func<IRunner, Task>> s_scenarios = new()
    {
        ["an action that returns"] = static run => run.Run(static () => { }, default),
        ["an action that throws"] = static run => run.Run(static void () => throw new InvalidTimeZoneException("no"), default),
        ["an action that throws a cancellation"] = static run => run.Run(static void () => throw new OperationCanceledException("no"), default),
        ["an action that throws a cancellation with a cancelled token of another"] = static run => run.Run(static () => s_cancelled.ThrowIfCancellationRequested(), default),
        ["an action that cancels its own token"] = static run => Cancelling((token, cancel) => run.Run(() => { cancel(); token.ThrowIfCancellationRequested(); }, token)),
        ["an action that throws several"] = static run => run.Run(static void () => throw new AggregateException(new InvalidTimeZoneException(), new FormatException()), default),
        ["an action with a cancelled token"] = static run => run.Run(static () => { }, s_cancelled),
        ["a function with a result"] = static run => run.Run(static () => 3, default),
        ["a function that throws"] = static run => run.Run(Throw<int>, default),
        ["a function that throws a cancellation"] = static run => run.Run(Cancel<int>, default),
        ["an async function that returns"] = static run => run.Run(static async () => await Task.Yield(), default),
        ["an async function that throws before its first await"] = static run => run.Run(static async () => { Throw<int>(); await Task.Yield(); }, default),
        ["an async function that throws later"] = static run => run.Run(static async () => { await Task.Yield(); Throw<int>(); }, default),
        ["an async function that is cancelled before its first await"] = static run => run.Run(static async () => { Cancel<int>(); await Task.Yield(); }, default),
        ["an async function that is cancelled later"] = static run => run.Run(static async () => { await Task.Yield(); Cancel<int>(); }, default),
        ["an async function with a cancelled token"] = static run => run.Run(static () => Task.CompletedTask, s_cancelled),
        ["an async function that cancels its own token"] = static run => Cancelling((token, cancel) => run.Run(() => { cancel(); return Task.Delay(-1, token); }, token)),
        ["a delegate that throws instead of returning a task"] = static run => run.Run(Throw<Task>, default),
        ["a delegate that throws a cancellation instead of returning a task"] = static run => run.Run(Cancel<Task>, default),
        ["a delegate that throws its own token's cancellation"] = static run => Cancelling((token, cancel) => run.Run(Task () => { cancel(); throw new TaskCanceledException("mine", null, token); }, token)),
        ["a delegate that throws the cancellation of another token"] = static run => run.Run(Task () => throw new OperationCanceledException("other", s_cancelled), default),
        ["a delegate that returns no task"] = static run => run.Run(static Task () => null!, default),
        ["a delegate that returns a failed task"] = static run => run.Run(static () => Task.FromException(new FormatException("no")), default),
        ["a delegate that returns a task with several exceptions"] = static run => run.Run(static () => Task.WhenAll(Task.FromException(new FormatException()), Task.FromException(new InvalidTimeZoneException())), default),
        ["a delegate that returns a cancelled task"] = static run => run.Run(static () => Task.FromCanceled(s_cancelled), default),
        ["a delegate that returns a task of its own that is cancelled"] = static run => run.Run(static () => Task.FromCanceled<int>(s_cancelled), default),
        ["a function of a task that gives a result"] = static run => run.Run(static async () => { await Task.Yield(); return 4; }, default),
        ["a function of a task that throws a cancellation"] = static run => run.Run(Cancel<Task<int>>, default),
        ["a function of a task that returns none"] = static run => run.Run(static Task<int> () => null!, default),
        ["a function of a task with a cancelled token"] = static run => run.Run(static () => Task.FromResult(1), s_cancelled),
    };

    public static TheoryData<string> Scenarios => [.. s_scenarios.Keys];

    [Theory]
    [MemberData(nameof(Scenarios))]
    public async Task Run_ends_as_Task_Run_does(string scenario)
    {
        await using var pool = new WorkPool();
        string theirs = await End(s_scenarios[scenario](new OnTaskRun()));
        (await End(s_scenarios[scenario](new OnWorkPool(pool)))).ShouldBe(theirs);
    }

    [Fact]
    public async Task A_child_that_asks_to_be_attached_is_not()
    {
        await using var pool = new WorkPool();
        var open = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        foreach (IRunner run in new IRunner[] { new OnTaskRun(), new OnWorkPool(pool) })
        {
            await run.Run(() => { _ = Task.Factory.StartNew(() => open.Task, TaskCreationOptions.AttachedToParent).Unwrap(); }, default)
                .WaitAsync(Patience.Limit);
            await run.Run(static () => Task.Factory.StartNew(static () => { }, TaskCreationOptions.AttachedToParent), default)
                .WaitAsync(Patience.Limit);
        }
        open.SetResult();
    }

    [Fact]
    public void A_null_delegate_is_refused_by_the_same_name()
    {
        using var pool = new WorkPool();
        foreach (IRunner run in new IRunner[] { new OnTaskRun(), new OnWorkPool(pool) })
        {
            Should.Throw<ArgumentNullException>(() => { run.Run((Action)null!, default); }).ParamName.ShouldBe("action");
            Should.Throw<ArgumentNullException>(() => { run.Run((Func<int>)null!, default); }).ParamName.ShouldBe("function");
            Should.Throw<ArgumentNullException>(() => { run.Run((Func<Task>)null!, default); }).ParamName.ShouldBe("function");
            Should.Throw<ArgumentNullException>(() => { run.Run((Func<Task<int>>)null!, default); }).ParamName.ShouldBe("function");
        }
    }

    /// <summary>Everything that a caller can tell of how a task has ended.</summary>
    private static async Task<string> End(Task task)
    {
        await Task.WhenAny(task).WaitAsync(Patience.Limit);
        string exceptions = string.Join(", ", task.Exception?.InnerExceptions.Select(Describe) ?? []);
        string awaited = "nothing";
        try
        {
            await task;
        }
        catch (Exception e)
        {
            awaited = Describe(e);
        }
        string result = task is Task<int> { IsCompletedSuccessfully: true } of ? $" {of.Result}" : "";
        return $"{task.Status}{result}; holds [{exceptions}]; throws {awaited}; {task.CreationOptions}; state {task.AsyncState ?? "none"}";
    }

    private static string Describe(Exception exception) => exception is OperationCanceledException cancelled
        ? $"{exception.GetType().Name} '{exception.Message}' of {(cancelled.CancellationToken == s_cancelled ? "the other token" : cancelled.CancellationToken == default ? "no token" : "its token")}"
        : $"{exception.GetType().Name} '{exception.Message}'";

    private static T Throw<T>() => throw new InvalidTimeZoneException("no");

    private static T Cancel<T>() => throw new OperationCanceledException("no");

    private static Task Cancelling(Func<CancellationToken, Action, Task> start)
    {
        var source = new CancellationTokenSource();
        return start(source.Token, source.Cancel);
    }

    private interface IRunner
    {
        Task Run(Action action, CancellationToken token);

        Task<int> Run(Func<int> function, CancellationToken token);

        Task Run(Func<Task> function, CancellationToken token);

        Task<int> Run(Func<Task<int>> function, CancellationToken token);
    }

    private sealed class OnTaskRun : IRunner
    {
        public Task Run(Action action, CancellationToken token) => Task.Run(action, token);

        public Task<int> Run(Func<int> function, CancellationToken token) => Task.Run(function, token);

        public Task Run(Func<Task> function, CancellationToken token) => Task.Run(function, token);

        public Task<int> Run(Func<Task<int>> function, CancellationToken token) => Task.Run(function, token);
    }

    private sealed class OnWorkPool(WorkPool pool) : IRunner
    {
        public Task Run(Action action, CancellationToken token) => pool.Run(action, token);

        public Task<int> Run(Func<int> function, CancellationToken token) => pool.Run(function, token);

        public Task Run(Func<Task> function, CancellationToken token) => pool.Run(function, token);

        public Task<int> Run(Func<Task<int>> function, CancellationToken token) => pool.Run(function, token);
    }
}
