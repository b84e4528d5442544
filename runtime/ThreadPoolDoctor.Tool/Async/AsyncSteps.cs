namespace System.Runtime.CompilerServices;

/// <summary>
/// The steps of an async method. Everything is called through interfaces: calls of .NET's awaiters by their own types could not be
/// compiled ahead, for they are structs of another assembly.
/// </summary>
internal abstract class AsyncSteps
{
    private IAsyncStateMachine? _method;
    private Action? _next;

    protected bool HasWaited => _next is not null;

    /// <summary>Its state moves to the heap, where the later steps find it.</summary>
    protected void WaitsFirst(IAsyncStateMachine method)
    {
        // From here on another thread may set the result while this one asks for the task.
        MakeTask();
        _method = method;
        _next = Next;
    }

    /// <summary>In the context of this step: of the awaiter's two ways this is the one that carries it over.</summary>
    protected void GoOnAfter(INotifyCompletion awaiter) => awaiter.OnCompleted(_next!);

    /// <summary>What the method's first step set in the context is not its caller's.</summary>
    protected static void Leave(ExecutionContext? callers)
    {
        if (callers is not null && ExecutionContext.Capture() != callers) ExecutionContext.Restore(callers);
    }

    protected abstract void MakeTask();

    private void Next() => _method!.MoveNext();
}
