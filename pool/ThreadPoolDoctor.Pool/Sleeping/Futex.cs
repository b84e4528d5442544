using System.Runtime.InteropServices;

namespace ThreadPoolDoctor.Pool;

/// <summary>
/// Waiting on an address, by the operating system: futex on Linux (x64 and arm64), WaitOnAddress on Windows. About half
/// the price of Monitor's and a quarter of an event's. Where neither is to be had, <see cref="Parker"/> uses Monitor.
/// </summary>
internal static unsafe partial class Futex
{
    private const int WaitPrivate = 128, WakePrivate = 129;

    private static readonly nint s_syscall = RuntimeInformation.ProcessArchitecture switch
    {
        Architecture.X64 => 202,
        Architecture.Arm64 => 98,
        _ => 0,
    };

    /// <summary>Whether this system has it; tried out once.</summary>
    internal static readonly bool IsSupported = Try();

    /// <summary>
    /// Sleeps while *address is <paramref name="expected"/>, at most for the time given (negative: for ever). May
    /// return early.
    /// </summary>
    internal static void Wait(int* address, int expected, int milliseconds)
    {
        if (OperatingSystem.IsWindows())
        {
            WaitOnAddress(address, &expected, sizeof(int), (uint)milliseconds);
            return;
        }
        TimeSpec time = new() { Seconds = milliseconds / 1000, Nanoseconds = milliseconds % 1000 * 1_000_000L };
        Syscall(s_syscall, address, WaitPrivate, expected, milliseconds < 0 ? null : &time, null, 0);
    }

    /// <summary>
    /// Wakes one thread that sleeps on the address. Does not read it, so it may be called after the sleeper has moved
    /// on.
    /// </summary>
    internal static void Wake(int* address)
    {
        if (OperatingSystem.IsWindows())
        {
            WakeByAddressSingle(address);
            return;
        }
        Syscall(s_syscall, address, WakePrivate, 1, null, null, 0);
    }

    private static bool Try()
    {
        try
        {
            int word = 0;
            if (OperatingSystem.IsWindows())
            {
                WakeByAddressSingle(&word);
                return true;
            }
            return OperatingSystem.IsLinux() && s_syscall != 0 && nint.Size == 8
                && Syscall(s_syscall, &word, WakePrivate, 1, null, null, 0) == 0;
        }
        catch (Exception e) when (e is DllNotFoundException or EntryPointNotFoundException)
        {
            return false;
        }
    }

    private struct TimeSpec
    {
        internal long Seconds;
        internal long Nanoseconds;
    }

    // syscall(2) is variadic; on these two architectures the fixed part's calling convention carries all of it.
    [DllImport("libc", EntryPoint = "syscall")]
    private static extern nint Syscall(nint number, int* address, nint operation, nint value, TimeSpec* timeout, int* address2, nint value3);

    [DllImport("api-ms-win-core-synch-l1-2-0.dll")]
    private static extern int WaitOnAddress(int* address, int* compare, nint size, uint milliseconds);

    [DllImport("api-ms-win-core-synch-l1-2-0.dll")]
    private static extern void WakeByAddressSingle(int* address);
}
