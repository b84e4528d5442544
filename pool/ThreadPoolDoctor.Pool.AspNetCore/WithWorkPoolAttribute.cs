namespace ThreadPoolDoctor.Pool;

/// <summary>
/// On an endpoint (a handler, a controller, an action) whose requests shall always run on the pool, also if they never block:
/// UseWorkPool then does not leave them on the server's threads though they prove to be quick. For pools that shall bound
/// or isolate what runs on them, and for handlers that ask for the pool's context.
/// </summary>
[AttributeUsage(AttributeTargets.Class | AttributeTargets.Method)]
public sealed class WithWorkPoolAttribute : Attribute;
