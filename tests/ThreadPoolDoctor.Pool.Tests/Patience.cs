namespace ThreadPoolDoctor.Pool.Tests;

/// <summary>Waiting for something that will happen, with a limit generous enough for a loaded machine.</summary>
internal static class Patience
{
    public static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);

    public static void Wait(this ManualResetEventSlim signal) => signal.Wait(Limit).ShouldBeTrue("it did not happen");

    /// <summary>
    /// Keeps a processor busy, in managed code alone: on .NET 8 a collection was seen to wait for ever for a thread
    /// that calls Thread.SpinWait again and again, which is the runtime's own code there.
    /// </summary>
    public static void ComputeUntil(ref bool end)
    {
        while (!Volatile.Read(ref end))
        {
            // Under wine the runtime cannot stop a thread in such a loop: a collection that came meanwhile never began,
            // and every thread stood.
            if (OperatingSystem.IsWindows()) Thread.Yield();
        }
    }

    public static void Until(Func<bool> condition) => SpinWait.SpinUntil(condition, Limit).ShouldBeTrue("it did not happen");
}
