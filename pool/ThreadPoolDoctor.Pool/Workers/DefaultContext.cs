namespace ThreadPoolDoctor.Pool;

/// <summary>
/// The <see cref="ExecutionContext"/> of a thread on which nobody has set anything. Until the first worker of the
/// process has told it, every flowing item carries its context, which is only slower.
/// </summary>
internal static class DefaultContext
{
    // Written with the same value by any first worker.
    private static ExecutionContext? s_value;

    internal static ExecutionContext? Value => s_value;

    /// <summary>Called first thing on a new worker, whose thread was started without a context.</summary>
    internal static ExecutionContext Remember() => s_value ??= ExecutionContext.Capture()!;
}
