using System.Runtime.InteropServices;

namespace ThreadPoolDoctor.Pool;

/// <summary>
/// Asks the system to let the calling thread have its turns soon and short. On Linux since 6.12 a thread that wakes with a
/// shorter slice than the running one's takes its processor at once; otherwise it may have to wait for a tick, which is
/// four milliseconds. It gets no larger share by that. Elsewhere, and where it is refused, nothing changes.
/// </summary>
internal static unsafe partial class ShortSlices
{
    private const ulong SliceNanoseconds = 100_000;

    private static readonly (nint Get, nint Set) s_syscalls = RuntimeInformation.ProcessArchitecture switch
    {
        Architecture.X64 => (315, 314),
        Architecture.Arm64 => (275, 274),
        _ => (0, 0),
    };

    /// <summary>For the calling thread, until it ends.</summary>
    internal static void AskFor()
    {
        if (!OperatingSystem.IsLinux() || s_syscalls.Set == 0 || nint.Size != 8) return;
        try
        {
            // What it is now, so that only the slice changes: the policy and the niceness are the process's own business.
            SchedulingAttributes now = default;
            if (Syscall(s_syscalls.Get, 0, &now, sizeof(SchedulingAttributes), 0) != 0 || now.Policy != 0) return;
            now.Runtime = SliceNanoseconds;
            Syscall(s_syscalls.Set, 0, &now, 0, 0);
        }
        catch (Exception e) when (e is DllNotFoundException or EntryPointNotFoundException)
        {
            // Another libc than expected.
        }
    }

    // struct sched_attr of the kernel, in its first version: read whole and written back whole, so every field has its place.
    private struct SchedulingAttributes
    {
        internal uint Size;
        internal uint Policy;
        internal ulong Flags;
        internal int Nice;
        internal uint Priority;
        internal ulong Runtime;
        internal ulong Deadline;
        internal ulong Period;
    }

    [DllImport("libc", EntryPoint = "syscall")]
    private static extern nint Syscall(nint number, nint thread, SchedulingAttributes* attributes, nint size, nint flags);
}
