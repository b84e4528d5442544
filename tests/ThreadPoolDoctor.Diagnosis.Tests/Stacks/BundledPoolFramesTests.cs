using System.Diagnostics;
using System.Reflection;
using ThreadPoolDoctor.Catalog;
using ThreadPoolDoctor.Diagnosis.Frames;
using ThreadPoolDoctor.Diagnosis.Stacks;
using ThreadPoolDoctor.Pool;
using static ThreadPoolDoctor.Diagnosis.Tests.Case;

namespace ThreadPoolDoctor.Diagnosis.Tests.Stacks;

/// <summary>
/// The doctor knows the bundled pool by the names of its methods. Work items of every kind look at their own stacks
/// here, so that a name that changes in the pool fails a test and not a diagnosis.
/// </summary>
public sealed class BundledPoolFramesTests : IDisposable
{
    private static readonly TimeSpan s_generous = TimeSpan.FromSeconds(30);

    private readonly WorkPool _pool = new();
    private readonly TaskCompletionSource<StackTrace> _seen = new(TaskCreationOptions.RunContinuationsAsynchronously);

    public void Dispose() => _pool.Dispose();

    private sealed class Item(Action look) : IThreadPoolWorkItem
    {
        public void Execute() => look();
    }

    private static readonly Dictionary<string, Action<WorkPool, Action>> s_kinds = new()
    {
        ["an action"] = (pool, look) => pool.Queue(look),
        ["an action without context"] = (pool, look) => pool.UnsafeQueue(look),
        ["an action at high priority"] = (pool, look) => pool.Queue(look, lane: WorkLane.High),
        ["an action at low priority"] = (pool, look) => pool.Queue(look, lane: WorkLane.Low),
        ["a callback"] = (pool, look) => pool.Queue(_ => look(), null),
        ["an item"] = (pool, look) => pool.Queue(new Item(look)),
        ["a task"] = (pool, look) => Task.Factory.StartNew(look, default, TaskCreationOptions.None, pool.Scheduler),
    };

    public static TheoryData<string> Kinds => [.. s_kinds.Keys];

    [Theory]
    [MemberData(nameof(Kinds))]
    public async Task A_blocking_call_inlined_into_the_pool_is_told_from_a_parked_worker(string kind)
    {
        s_kinds[kind](_pool, () => _seen.TrySetResult(new StackTrace()));
        IReadOnlyList<Frame> below = Below(await _seen.Task.WaitAsync(s_generous));
        below.ShouldContain(frame => frame.TypeName == "ThreadPoolDoctor.Pool.Worker", "The workers are recognised by this type.");
        StackReader.StateOf([Bcl("System.Threading.Thread", "Sleep"), .. below]).ShouldBe(WorkerState.Blocked);
    }

    [Fact]
    public void No_method_in_which_the_pool_parks_a_worker_is_named_like_one_that_runs_items()
    {
        string[] parking = [.. typeof(WorkPool).Assembly.GetTypes()
            .SelectMany(type => type.GetMethods(BindingFlags.Instance | BindingFlags.Static | BindingFlags.NonPublic | BindingFlags.Public | BindingFlags.DeclaredOnly))
            .Where(method => method.DeclaringType!.Name is "Parker" or "Sleep" or "Futex"
                || method.DeclaringType.Name == "Worker" && (method.Name.Contains("Park") || method.Name.Contains("Sleep")))
            .Select(method => method.Name)];
        parking.ShouldNotBeEmpty();
        parking.Where(name => DelegateRunners.RunsBundledItems("ThreadPoolDoctor.Pool.Worker", name)).ShouldBeEmpty();
    }

    /// <summary>The stack without this program's own frames, as it is when the JIT inlined them.</summary>
    private static IReadOnlyList<Frame> Below(StackTrace trace) => [.. trace.GetFrames()
        .Select(frame => frame.GetMethod()!)
        .Where(method => method.DeclaringType is { } type && type.Assembly != typeof(BundledPoolFramesTests).Assembly)
        .Select(method => new Frame(method.DeclaringType!.Assembly.GetName().Name!, method.DeclaringType.FullName!, method.Name) { IsFramework = true })];
}
