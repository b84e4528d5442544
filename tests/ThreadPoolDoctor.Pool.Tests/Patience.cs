namespace ThreadPoolDoctor.Pool.Tests;

/// <summary>Waiting for something that will happen, with a limit generous enough for a loaded machine.</summary>
internal static class Patience
{
    public static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);

    public static void Wait(this ManualResetEventSlim signal) => signal.Wait(Limit).ShouldBeTrue("it did not happen");

    public static void Until(Func<bool> condition) => SpinWait.SpinUntil(condition, Limit).ShouldBeTrue("it did not happen");
}
