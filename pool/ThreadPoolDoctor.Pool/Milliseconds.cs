namespace ThreadPoolDoctor.Pool;

/// <summary>Times as the pool counts them.</summary>
internal static class Milliseconds
{
    /// <summary>Rounded down, as .NET's timers and waits do; -1 means never.</summary>
    /// <exception cref="ArgumentOutOfRangeException">Less than -1, or more than <paramref name="most"/>.</exception>
    internal static long From(TimeSpan time, long most, string name)
    {
        long milliseconds = (long)time.TotalMilliseconds;
        ArgumentOutOfRangeException.ThrowIfLessThan(milliseconds, -1, name);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(milliseconds, most, name);
        return milliseconds;
    }
}
