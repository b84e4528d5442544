// The very purpose: of two types of this name the compiler takes this one, and says so wherever the file names it.
#pragma warning disable CS0436

namespace System.Runtime.CompilerServices;

/// <summary>
/// Builds the tasks of the tool's async methods with a result, in the place of .NET's builder of the same name: the compiler takes
/// the one in the assembly that it compiles. .NET's is generic over each method's state, a struct, so that a dozen methods of it are
/// compiled anew for each async method while the tool runs: no image of the tool can hold .NET's code. This one is the tool's own.
/// </summary>
internal sealed class AsyncTaskMethodBuilder<TResult> : AsyncSteps
{
    private TaskCompletionSource<TResult>? _source;

    public static AsyncTaskMethodBuilder<TResult> Create() => new();

    public Task<TResult> Task => Source.Task;

    private TaskCompletionSource<TResult> Source => _source ??= new();

    public void Start<TStateMachine>(ref TStateMachine stateMachine)
        where TStateMachine : IAsyncStateMachine
    {
        ExecutionContext? callers = ExecutionContext.Capture();
        stateMachine.MoveNext();
        Leave(callers);
    }

    /// <summary>For compilers before this one.</summary>
    public void SetStateMachine(IAsyncStateMachine stateMachine)
    {
    }

    public void AwaitOnCompleted<TAwaiter, TStateMachine>(ref TAwaiter awaiter, ref TStateMachine stateMachine)
        where TAwaiter : INotifyCompletion
        where TStateMachine : IAsyncStateMachine
    {
        if (!HasWaited) WaitsFirst(stateMachine);
        GoOnAfter(awaiter);
    }

    public void AwaitUnsafeOnCompleted<TAwaiter, TStateMachine>(ref TAwaiter awaiter, ref TStateMachine stateMachine)
        where TAwaiter : ICriticalNotifyCompletion
        where TStateMachine : IAsyncStateMachine
    {
        if (!HasWaited) WaitsFirst(stateMachine);
        GoOnAfter(awaiter);
    }

    public void SetResult(TResult result) => Source.SetResult(result);

    public void SetException(Exception exception)
    {
        if (exception is OperationCanceledException canceled) Source.SetCanceled(canceled.CancellationToken);
        else Source.SetException(exception);
    }

    protected override void MakeTask() => _ = Source;
}

/// <summary>The same for methods without a result. The compiler wants each member in the builder itself.</summary>
internal sealed class AsyncTaskMethodBuilder : AsyncSteps
{
    private TaskCompletionSource? _source;

    public static AsyncTaskMethodBuilder Create() => new();

    public Task Task => Source.Task;

    private TaskCompletionSource Source => _source ??= new();

    public void Start<TStateMachine>(ref TStateMachine stateMachine)
        where TStateMachine : IAsyncStateMachine
    {
        ExecutionContext? callers = ExecutionContext.Capture();
        stateMachine.MoveNext();
        Leave(callers);
    }

    /// <summary>For compilers before this one.</summary>
    public void SetStateMachine(IAsyncStateMachine stateMachine)
    {
    }

    public void AwaitOnCompleted<TAwaiter, TStateMachine>(ref TAwaiter awaiter, ref TStateMachine stateMachine)
        where TAwaiter : INotifyCompletion
        where TStateMachine : IAsyncStateMachine
    {
        if (!HasWaited) WaitsFirst(stateMachine);
        GoOnAfter(awaiter);
    }

    public void AwaitUnsafeOnCompleted<TAwaiter, TStateMachine>(ref TAwaiter awaiter, ref TStateMachine stateMachine)
        where TAwaiter : ICriticalNotifyCompletion
        where TStateMachine : IAsyncStateMachine
    {
        if (!HasWaited) WaitsFirst(stateMachine);
        GoOnAfter(awaiter);
    }

    public void SetResult() => Source.SetResult();

    public void SetException(Exception exception)
    {
        if (exception is OperationCanceledException canceled) Source.SetCanceled(canceled.CancellationToken);
        else Source.SetException(exception);
    }

    protected override void MakeTask() => _ = Source;
}
