namespace ThreadPoolDoctor.Pool;

/// <summary>How a worker was found to be blocked; the cheapest and quickest way first.</summary>
internal enum BlockedBy
{
    /// <summary>It is not.</summary>
    None,

    /// <summary>The work item said so: <see cref="WorkPool.Blocking"/>.</summary>
    Scope,

    /// <summary>The runtime said so as the wait began: the wait notification of the pool's context.</summary>
    Wait,

    /// <summary>The monitor read it from the managed thread's state.</summary>
    ThreadState,

    /// <summary>The monitor read it from the operating system: the thread neither ran nor wanted to.</summary>
    Kernel,
}
