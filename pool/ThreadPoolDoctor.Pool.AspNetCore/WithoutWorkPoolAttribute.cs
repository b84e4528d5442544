namespace ThreadPoolDoctor.Pool;

/// <summary>
/// On an endpoint (a handler, a controller, an action) that never blocks: UseWorkPool leaves its requests on the
/// server's threads, which saves them the way to the pool. An endpoint that does block starves those threads again.
/// </summary>
[AttributeUsage(AttributeTargets.Class | AttributeTargets.Method)]
public sealed class WithoutWorkPoolAttribute : Attribute;
