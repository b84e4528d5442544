using System.Runtime.InteropServices;

namespace ThreadPoolDoctor.Pool;

/// <summary>
/// What Windows tells about one thread (SYSTEM_THREAD_INFORMATION), and whether that means that the thread sleeps.
/// Windows 10 and later answer for a single thread; what is older, or only resembles Windows, refuses, and then nobody
/// is known to sleep.
/// </summary>
[StructLayout(LayoutKind.Sequential)]
internal readonly struct WindowsThread
{
    /// <summary>
    /// The class of information to ask NtQueryInformationThread for. It wants exactly this structure's size.
    /// </summary>
    internal const int SystemThreadInformation = 40;

    private const uint Waiting = 5;

    // KTHREAD_STATE 5 says "not on a processor and not in its queue", and the reason says for what. These reasons are
    // no sleep that another worker makes up for: the thread lacks memory, is held by a debugger or by a limit on its
    // processor time, or has lost its processor. A worker more would want the same. A page that is read in (PageIn) is
    // not among them: that is a wait for a file.
    private static ReadOnlySpan<byte> WantsToRun =>
    [
        1, 3, 5, // FreePage, PoolAllocation, Suspended
        8, 10, 12, // the same three of kernel components
        18, 19, 23, 24, // VirtualMemory, PageOut, ProcessInSwap, CpuRateControl
        30, 31, 32, 33, 38, // QuantumEnd, DispatchInt, Preempted, YieldExecution, DeferredPreempt
    ];

    private readonly long _kernelTime;
    private readonly long _userTime;
    private readonly long _createTime;
    private readonly uint _waitTime;
    private readonly nint _startAddress;
    private readonly nint _process;
    private readonly nint _thread;
    private readonly int _priority;
    private readonly int _basePriority;
    private readonly uint _contextSwitches;
    private readonly uint _state;
    private readonly uint _reason;

    /// <summary>A thread as a test makes it up.</summary>
    internal WindowsThread(uint state, uint reason)
    {
        _state = state;
        _reason = reason;
    }

    /// <summary>Whether this thread sleeps, given the status (NTSTATUS) of the call that filled it in.</summary>
    internal static bool Sleeps(int status, in WindowsThread seen) =>
        status == 0 && seen._state == Waiting && (seen._reason > byte.MaxValue || !WantsToRun.Contains((byte)seen._reason));
}
