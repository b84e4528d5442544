using System.Runtime.InteropServices;

namespace ThreadPoolDoctor.Pool.Tests;

/// <summary>
/// System calls that the kernel refuses to this process, as a container's seccomp profile may: by an error, or by
/// ending the process. Linux on x64 and arm64.
/// </summary>
internal static unsafe class DeniedCalls
{
    private const int SetNoNewPrivileges = 38, SetModeFilter = 1, AllThreads = 1;
    private const uint Allow = 0x7fff0000, Error = 0x00050000, KillProcess = 0x80000000;

    // glibc's and musl's syscall() are shorter than this.
    private const int LengthOfSyscall = 64;

    private static readonly bool s_arm = RuntimeInformation.ProcessArchitecture == Architecture.Arm64;

    private static readonly Dictionary<string, nint> s_numbers = new()
    {
        ["futex"] = s_arm ? 98 : 202,
        ["sched_setattr"] = s_arm ? 274 : 314,
        ["membarrier"] = s_arm ? 283 : 324,
        ["seccomp"] = s_arm ? 277 : 317,
    };

    private static readonly Dictionary<string, uint> s_actions = new()
    {
        ["EPERM"] = Error | 1,
        ["ENOSYS"] = Error | 38,
        ["kill"] = KillProcess,
    };

    /// <summary>
    /// Denies a call ("futex=ENOSYS", "sched_setattr=kill") to all threads from now on where it comes through libc's
    /// function syscall, which is how the pool makes it. libc's own calls, without which no thread could wait, are left
    /// alone.
    /// </summary>
    /// <exception cref="PlatformNotSupportedException">The kernel does not take the filter.</exception>
    public static void DenyHere(string denial) => Install(denial, NativeLibrary.GetExport(NativeLibrary.Load("libc"), "syscall"), AllThreads);

    /// <summary>
    /// Denies a call to the program that takes this one's place, its runtime included. Returns only if that fails.
    /// </summary>
    public static int DenyAndExecute(string denial, string[] command)
    {
        Install(denial, 0, 0);
        nint* arguments = stackalloc nint[command.Length + 1];
        for (int i = 0; i < command.Length; i++) arguments[i] = Marshal.StringToCoTaskMemUTF8(command[i]);
        arguments[command.Length] = 0;
        Execute(arguments[0], arguments);
        Console.WriteLine($"FAILED: {command[0]} could not be executed: {Marshal.GetLastPInvokeErrorMessage()}");
        return 1;
    }

    /// <summary>
    /// Whether a harmless use of the call is refused. Not to be asked where the answer is the end of the process.
    /// </summary>
    public static bool IsDenied(string call)
    {
        int word = 0;
        return call switch
        {
            "futex" => Syscall(s_numbers[call], (nint)(&word), 129, 1, 0) < 0,
            "membarrier" => Syscall(s_numbers[call], 0, 0, 0, 0) < 0,
            // Without attributes it is refused anyhow: EINVAL says that the kernel was asked.
            "sched_setattr" => Syscall(s_numbers[call], 0, 0, 0, 0) < 0 && Marshal.GetLastPInvokeError() != 22,
            _ => throw new ArgumentOutOfRangeException(nameof(call), call, "No such call here."),
        };
    }

    private static void Install(string denial, nint callers, int flags)
    {
        if (!OperatingSystem.IsLinux()) throw new PlatformNotSupportedException("Only Linux has seccomp.");
        string[] words = denial.Split('=');
        Instruction[] filter = Filter((uint)s_numbers[words[0]], s_actions[words[1]], (ulong)callers);
        fixed (Instruction* first = filter)
        {
            var program = new Program { Length = (ushort)filter.Length, Instructions = first };
            if (Control(SetNoNewPrivileges, 1, 0, 0, 0) != 0 || Syscall(s_numbers["seccomp"], SetModeFilter, flags, (nint)(&program), 0) != 0)
            {
                throw new PlatformNotSupportedException($"The kernel refused the filter: {Marshal.GetLastPInvokeErrorMessage()}.");
            }
        }
    }

    /// <summary>
    /// Classic BPF over struct seccomp_data: the number at 0, the instruction pointer's halves at 8 and 12. A jump's
    /// numbers are instructions to skip.
    /// </summary>
    private static Instruction[] Filter(uint number, uint action, ulong callers)
    {
        const ushort load = 0x20, equal = 0x15, atLeast = 0x35, result = 0x06;
        if (callers == 0) return [new(load, 0), new(equal, number, 0, 1), new(result, action), new(result, Allow)];
        uint low = (uint)callers, high = (uint)(callers >> 32);
        return
        [
            new(load, 0), new(equal, number, 0, 6),
            new(load, 12), new(equal, high, 0, 4),
            new(load, 8), new(atLeast, low, 0, 2), new(atLeast, low + LengthOfSyscall, 1, 0),
            new(result, action), new(result, Allow),
        ];
    }

    [StructLayout(LayoutKind.Sequential)]
    private readonly struct Instruction(ushort code, uint operand, byte ifTrue = 0, byte ifFalse = 0)
    {
        private readonly ushort _code = code;
        private readonly byte _ifTrue = ifTrue;
        private readonly byte _ifFalse = ifFalse;
        private readonly uint _operand = operand;
    }

    [StructLayout(LayoutKind.Sequential)]
    private struct Program
    {
        public ushort Length;
        public Instruction* Instructions;
    }

    // Both are variadic; on these two architectures the fixed part's calling convention carries all of it.
    [DllImport("libc", EntryPoint = "syscall", SetLastError = true)]
    private static extern nint Syscall(nint number, nint first, nint second, nint third, nint fourth);

    [DllImport("libc", EntryPoint = "prctl", SetLastError = true)]
    private static extern int Control(nint option, nint first, nint second, nint third, nint fourth);

    [DllImport("libc", EntryPoint = "execvp", SetLastError = true)]
    private static extern int Execute(nint file, nint* arguments);
}
