using FsCheck;
using FsCheck.Fluent;

namespace ThreadPoolDoctor.Pool.Adversary;

/// <summary>
/// Programs from seeds. Each program has a span: the time for which it may sleep, compute or wait, so that most are
/// short and a few long enough for what takes long to show. Most have a burden, which keeps the pool busy for the whole
/// span, and then anything. All amounts are bounded by how often a step is carried out.
/// </summary>
internal static class ProgramGenerator
{
    private const int MostItems = 20_000;

    // Bounds the time that sleeping items take two workers, which is what ThreadPool has for the first half second.
    private const int SleepersPerSpan = 4;

    private static readonly int[] s_counts = [1, 1, 2, 2, 3, 4, 4, 8, 16, 50, 100, 300, 1000, 3000, 8000, 20_000];
    private static readonly int[] s_microseconds = [1, 5, 20, 50, 100, 300, 1000, 5000, 20_000, 100_000];
    private static readonly int[] s_milliseconds = [1, 2, 5, 10, 20, 50, 100, 200, 400, 800];

    /// <summary>
    /// Where a step is to stand: how often it will be carried out, how much room is left, and whether beneath Low
    /// items.
    /// </summary>
    private sealed record Scope(int Span, Place Place, int Times, int Depth, bool IsLow = false)
    {
        internal Scope Inside(int count, Place place = Place.Item) => this with
        {
            Times = Times * count,
            Depth = Depth + 1,
            Place = place,
        };
    }

    /// <summary>The same program for the same seed, on every machine.</summary>
    internal static PoolProgram FromSeed(long seed) => Programs.Sample(1, new Rnd((ulong)seed), 1)[0];

    internal static Gen<PoolProgram> Programs { get; } =
        from span in Gen.Frequency(Weighted((7, 50), (6, 100), (4, 200), (4, 400), (1, 800)))
        from settings in Settings()
        from burdens in Gen.Frequency(Weighted((3, 0), (4, 1), (3, 2)))
        from load in Gen.CollectToList(Enumerable.Repeat(Burden(new Scope(span, Place.Outside, 1, 0)), burdens))
        from count in Gen.Choose(1, 4)
        from steps in Gen.CollectToList(Enumerable.Repeat(TopStep(new Scope(span, Place.Outside, 1, 0)), count))
        from end in Gen.Frequency(
            Weighted<Step?>((8, null), (1, new Step(StepKind.Dispose)), (1, new Step(StepKind.Drain))))
        select Allowed(new PoolProgram([.. settings, .. load, .. steps, .. end is null ? (Step[])[] : [end]]));

    /// <summary>
    /// The pool whose limits are set is the shared one, which cannot be disposed. And a crowd sets the minimum that it
    /// needs: ThreadPool starts its threads at once, and keeps them when another step takes the minimum back.
    /// </summary>
    private static PoolProgram Allowed(PoolProgram program)
    {
        bool hasLimits = program.Has(StepKind.Minimum) || program.Has(StepKind.Maximum);
        PoolProgram alone = hasLimits ? Without(program, StepKind.Crowd) : program;
        return alone.SetsLimits ? Without(alone, StepKind.Dispose, StepKind.Context, StepKind.Idle) : alone;
    }

    private static PoolProgram Without(PoolProgram program, params StepKind[] kinds) =>
        new([.. program.Steps.Where(s => !kinds.Contains(s.Kind))]);

    private static Gen<List<Step>> Settings() =>
        from memory in Maybe(10, Gen.Elements(24, 32, 40, 48, 64, 96).Select(static n => new Step(StepKind.Memory, n)))
        from processors in Maybe(20, Gen.Elements(1, 1, 3).Select(static n => new Step(StepKind.Processors, n)))
        from context in Maybe(5, Gen.Constant(new Step(StepKind.Context)))
        from idle in Maybe(5, Gen.Elements(0, 1, 20).Select(static n => new Step(StepKind.Idle, n)))
        select memory.Concat(processors).Concat(context).Concat(idle).ToList();

    private static Gen<List<Step>> Maybe(int oneIn, Gen<Step> step) =>
        from turn in Gen.Choose(1, oneIn)
        from some in step
        select turn == 1 ? new List<Step> { some } : [];

    /// <summary>
    /// What keeps a pool busy: a flood, chains that stay on their worker, a hot lock, blocked workers.
    /// </summary>
    private static Gen<Step> Burden(Scope scope) => Gen.OneOf(
        from count in Gen.Elements(16, 50, 300, 1000)
        from work in Gen.Elements(1, 5, 20)
        select new Step(StepKind.Relay, count, work, scope.Span),
        from count in Gen.Elements(1, 2, 2, 3, 4)
        from work in Gen.Elements(0, 1, 5, 20)
        from body in Gen.OneOf(Body(scope.Inside(count)), Older(scope.Inside(count)))
        let chain = new Step(StepKind.Relay, [1, work, scope.Span], Form.Local, [])
        select new Step(StepKind.Queue, [count], Form.Global, [.. body, chain]),
        from count in Gen.Elements(100, 1000, 3000, 8000)
        let work = new Step(StepKind.Compute, Math.Max(1, scope.Span * 1000 / count))
        select new Step(StepKind.Queue, [count], Form.Global, [new Step(StepKind.Lock, [0], Form.Global, [work])]),
        from count in Gen.Elements(1, 1, 2, 3, 4)
        select new Step(StepKind.Queue, [count], Form.Global, [new Step(StepKind.Sleep, scope.Span)]));

    /// <summary>Items on the worker's own queue that are older than the chain above them.</summary>
    private static Gen<List<Step>> Older(Scope scope) =>
        from count in Count(scope, 100)
        select new List<Step> { new(StepKind.Queue, [count], Form.Local, []) };

    private static Gen<Step> TopStep(Scope scope) => Gen.Frequency(
        (12, Queue(scope)),
        (4, Relay(scope)),
        (3, Meet(scope, StepKind.Meet)),
        (2, Pipe(scope)),
        (2, Async(scope)),
        (2, Yields(scope)),
        (1, Turns(scope)),
        (2, Quiet(scope)),
        (1, Join(scope)),
        (1, Meet(scope, StepKind.Spin)),
        (scope.Depth == 0 ? 1 : 0, Gen.Elements(20, 100, 300, 400).Select(static n => new Step(StepKind.Crowd, n))),
        (1, Later(scope, StepKind.Timer)),
        (1, Later(scope, StepKind.Wait)),
        (1, Locked(scope, StepKind.Here)),
        (1, Cancel(scope)),
        (1, Counted(scope, StepKind.Fail, 20)),
        (1, Gen.Elements(1, 2, 4, 16, 100).Select(static n => new Step(StepKind.Minimum, n))),
        (1, Gen.Elements(2, 4, 16, 100, 1000).Select(static n => new Step(StepKind.Maximum, n))),
        (1, Gen.Elements(1, 2, 5, 20).Select(static n => new Step(StepKind.Refuse, n))),
        (2, Amount(scope, StepKind.Pause, s_milliseconds, scope.Span / 2)),
        (1, Gen.Constant(new Step(StepKind.Drain))),
        (scope.Depth == 0 ? 1 : 0, Producer(scope)));

    private static Gen<Step> ItemStep(Scope scope)
    {
        int deeper = scope.Depth < 3 ? 1 : 0;
        return Gen.Frequency(
            (7, Compute(scope, scope.Span * 1500)),
            (5, Amount(scope, StepKind.Sleep, s_milliseconds, Slept(scope))),
            (1, Amount(scope, StepKind.Poll, s_milliseconds, Slept(scope))),
            (2, Amount(scope, StepKind.Socket, s_milliseconds, Slept(scope))),
            (3, Locked(scope, StepKind.Lock)),
            (1, Locked(scope, StepKind.Gate)),
            (1, Locked(scope, StepKind.Read)),
            (1, Locked(scope, StepKind.Write)),
            (1, Locked(scope, StepKind.Here)),
            (1, Gen.Constant(new Step(StepKind.Dirty))),
            (4 * deeper, Queue(scope)),
            (3 * deeper, Relay(scope)),
            (2 * deeper, Result(scope)),
            (deeper, Meet(scope, StepKind.Meet)),
            (deeper, Meet(scope, StepKind.Spin)),
            (deeper, Pipe(scope)),
            (deeper, Async(scope)),
            (deeper, Yields(scope)),
            (deeper, Turns(scope)),
            (deeper, Quiet(scope)),
            (deeper, Join(scope)),
            (2 * deeper, Parallel(scope)),
            (deeper, Later(scope, StepKind.Timer)),
            (deeper, Later(scope, StepKind.Wait)),
            (deeper, Cancel(scope)),
            (deeper, Counted(scope, StepKind.Fail, 5)));
    }

    private static Gen<List<Step>> Body(Scope scope) =>
        from count in Gen.Frequency(Weighted((2, 0), (6, 1), (3, 2), (1, 3)))
        from steps in Gen.CollectToList(Enumerable.Repeat(Lazily(() => ItemStep(scope)), count))
        select steps;

    /// <summary>Bodies hold bodies: made all at once they would have no end.</summary>
    private static Gen<Step> Lazily(Func<Gen<Step>> make) => Gen.Fresh(static () => 0).SelectMany(_ => make());

    private static Gen<Step> Queue(Scope scope) =>
        from count in Count(scope, MostItems)
        from form in Gen.Frequency(
            Weighted((5, Form.Global), (3, Form.Local), (1, Form.Flow), (1, Form.High), (1, Form.Low)))
        from body in Body(scope.Inside(count) with { IsLow = scope.IsLow || form == Form.Low })
        select new Step(StepKind.Queue, [count], form, body);

    /// <summary>
    /// A relay lives for a time. Beneath Low items, which begin one after the other where ThreadPool begins all at
    /// once, it would have more turns in that time, and the two sides not the same work.
    /// </summary>
    private static Gen<Step> Relay(Scope scope) =>
        scope.IsLow ? Compute(scope, scope.Span * 1500) :
        from few in Count(scope, 8)
        from many in Count(scope, 2000)
        from count in Gen.Elements(few, many)
        from work in Gen.Elements(0, 1, 5, 5, 20, 100)
        from milliseconds in Among(s_milliseconds, scope.Span)
        from form in Gen.Elements(Form.Global, Form.Local)
        select new Step(StepKind.Relay, [count, work, milliseconds], form, []);

    /// <summary>Async methods that yield again and again for a time, as a relay lives for one.</summary>
    private static Gen<Step> Yields(Scope scope) =>
        scope.IsLow ? Compute(scope, scope.Span * 1500) :
        from count in Count(scope, 300)
        from work in Gen.Elements(0, 1, 5, 20, 100)
        from milliseconds in Among(s_milliseconds, scope.Span)
        select new Step(StepKind.Yields, count, work, milliseconds);

    /// <summary>Async methods that have a gate one after the other, the same gate that items wait for.</summary>
    private static Gen<Step> Turns(Scope scope) =>
        from count in Count(scope, 300)
        from which in Gen.Elements(0, 0, 1, 2)
        from body in HeldBody(scope.Inside(count, Place.Lock))
        select new Step(StepKind.Turns, [count, which], Form.Global, [body]);

    /// <summary>
    /// Async methods that go on when the pool has nothing left to do; mostly one, for of two the second brings a worker
    /// for the first.
    /// </summary>
    private static Gen<Step> Quiet(Scope scope) =>
        from count in Gen.Elements(1, 1, 1, 2, 10)
        from body in Body(scope.Inside(count))
        select new Step(StepKind.Quiet, [count], Form.Global, body);

    private static Gen<Step> Join(Scope scope) =>
        from count in Count(scope, 300)
        from body in Body(scope.Inside(count))
        select new Step(StepKind.Join, [count], Form.Global, body);

    private static Gen<Step> Parallel(Scope scope) =>
        from count in Count(scope, 300)
        from body in Body(scope.Inside(count))
        select scope.Times <= 64
            ? new Step(StepKind.Parallel, [count], Form.Global, body)
            : new Step(StepKind.Compute, 1);

    private static Gen<Step> Meet(Scope scope, StepKind kind) =>
        from count in Gen.Elements(2, 3, 3, 4, 4)
        from body in Body(scope.Inside(count * 4))
        select scope.Times * count <= 8
            ? new Step(kind, [count], Form.Global, body)
            : new Step(StepKind.Queue, [1], Form.Local, []);

    private static Gen<Step> Pipe(Scope scope) =>
        from takers in Gen.Elements(1, 1, 2, 4, 8)
        from putters in Gen.Elements(1, 1, 2, 4)
        from body in Body(scope.Inside((takers + putters) * 2))
        select scope.Times * (takers + putters) <= 12
            ? new Step(StepKind.Pipe, [takers, putters], Form.Global, body)
            : new Step(StepKind.Queue, [1], Form.Local, []);

    private static Gen<Step> Async(Scope scope) =>
        from count in Count(scope, 1000)
        from milliseconds in Among(s_milliseconds, scope.Span)
        from body in Body(scope.Inside(count))
        select new Step(StepKind.Async, [count, milliseconds], Form.Global, body);

    private static Gen<Step> Later(Scope scope, StepKind kind) =>
        from milliseconds in Among(s_milliseconds, scope.Span)
        from body in Body(scope.Inside(1))
        select scope.Times <= 100
            ? new Step(kind, [milliseconds], Form.Global, body)
            : new Step(StepKind.Compute, 1);

    private static Gen<Step> Cancel(Scope scope) =>
        from count in Count(scope, 300)
        from body in Body(scope.Inside(count))
        select new Step(StepKind.Cancel, [count], Form.Global, body);

    /// <summary>Sync over async, which takes ThreadPool a thread each.</summary>
    private static Gen<Step> Result(Scope scope) =>
        from body in Body(scope.Inside(1))
        select scope.Times <= 64
            ? new Step(StepKind.Result, [], Form.Global, body)
            : new Step(StepKind.Compute, 1);

    /// <summary>What is done under a lock is done by one worker at a time.</summary>
    private static Gen<Step> Locked(Scope scope, StepKind kind)
    {
        Scope inside = scope.Inside(1, Place.Lock);
        return
            from which in Gen.Elements(0, 0, 0, 1, 2)
            from body in HeldBody(inside)
            select new Step(kind, [which], Form.Global, [body]);
    }

    private static Gen<Step> HeldBody(Scope inside) => Gen.Frequency(
        (5, Compute(inside, inside.Span * 1000)),
        (2, Amount(inside, StepKind.Sleep, s_milliseconds, inside.Span / Math.Max(1, inside.Times))),
        (1, Amount(inside, StepKind.Socket, s_milliseconds, inside.Span / Math.Max(1, inside.Times))));

    private static Gen<Step> Producer(Scope scope) =>
        from count in Gen.Choose(1, 3)
        from steps in Gen.CollectToList(Enumerable.Repeat(TopStep(scope with { Depth = 1 }), count))
        select new Step(StepKind.Producer, [], Form.Global, steps);

    private static Gen<Step> Compute(Scope scope, int budget) =>
        Among(s_microseconds, budget / scope.Times).Select(static n => new Step(StepKind.Compute, n));

    private static Gen<Step> Counted(Scope scope, StepKind kind, int most) =>
        Count(scope, most).Select(n => new Step(kind, n));

    private static Gen<Step> Amount(Scope scope, StepKind kind, int[] values, int most) =>
        most < 1 && scope.Place != Place.Outside
            ? Gen.Constant(new Step(StepKind.Compute, 1))
            : Among(values, most).Select(n => new Step(kind, n));

    private static int Slept(Scope scope) => Math.Min(scope.Span, SleepersPerSpan * scope.Span / scope.Times);

    private static Gen<int> Count(Scope scope, int most) => Among(s_counts, Math.Min(most, MostItems / scope.Times));

    /// <summary>
    /// Those that are not too large, and often the largest of them; the smallest if all are too large.
    /// </summary>
    private static Gen<int> Among(int[] values, int most)
    {
        int[] possible = [.. values.Where(v => v <= most).DefaultIfEmpty(values[0])];
        return Gen.Frequency((3, Gen.Elements(possible)), (1, Gen.Constant(possible[^1])));
    }

    private static (int, Gen<T>)[] Weighted<T>(params (int Weight, T Value)[] rows) =>
        [.. rows.Select(static r => (r.Weight, Gen.Constant(r.Value)))];
}
