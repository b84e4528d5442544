using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text;
using Microsoft.Win32.SafeHandles;

namespace ThreadPoolDoctor.Pool;

/// <summary>How long a thread has run, and how long it was ready to run and did not get a processor.</summary>
/// <param name="Run">Grows while it runs: nanoseconds on Linux, cycles on Windows.</param>
/// <param name="Ready">Grows while it waits for a processor; always 0 where the system does not tell.</param>
/// <param name="Turns">How often it was given a processor; always 0 where the system does not tell.</param>
internal readonly record struct ThreadFigures(ulong Run, ulong Ready, ulong Turns);

/// <summary>
/// Asks the operating system about one thread of this process: Linux by <c>/proc/self/task/N/schedstat</c> (0.6 us
/// with the file kept open) and <c>stat</c>, Windows by QueryThreadCycleTime and NtQueryInformationThread. Elsewhere
/// there is no probe.
/// </summary>
internal abstract partial class KernelProbe : IDisposable
{
    /// <summary>The calling thread's id, or 0 where no probe needs it.</summary>
    internal static int CurrentThreadId()
    {
        try
        {
            if (OperatingSystem.IsLinux()) return LinuxThreadId();
            if (OperatingSystem.IsWindows()) return (int)GetCurrentThreadId();
        }
        catch (Exception e) when (e is EntryPointNotFoundException or DllNotFoundException or IOException or UnauthorizedAccessException)
        {
            // Then blocked threads are found by the managed state alone.
        }
        return 0;
    }

    /// <summary>
    /// A probe for a thread of this process; null if the system offers none, or refuses.
    /// </summary>
    internal static KernelProbe? TryOpen(int threadId) => threadId == 0 ? null
        : OperatingSystem.IsLinux() ? LinuxProbe.TryCreate(threadId)
        : OperatingSystem.IsWindows() ? WindowsProbe.TryCreate(threadId)
        : null;

    /// <summary>The figures of now; false if the thread has ended, or no descriptor is left.</summary>
    internal abstract bool TryRead(out ThreadFigures figures);

    /// <summary>Whether asking takes a file to be opened each time: to be done seldom.</summary>
    internal abstract bool OpensForEach { get; }

    /// <summary>
    /// Whether the thread sleeps just now, asked only when its figures stand still: the kernel brings a running
    /// thread's figures up to date at its own pace, and a thread that only lacks a processor has figures that stand
    /// still as well (Windows counts no ready time). False where the system does not tell: managed waits are found
    /// without a probe, and a worker added for a thread that lacks a processor makes one more of them.
    /// </summary>
    internal abstract bool Sleeps();

    /// <summary>
    /// Whether the figures are nanoseconds and tell a thread that lacks a processor from one that sleeps.
    /// </summary>
    internal abstract bool TellsReady { get; }

    public abstract void Dispose();

    private static int LinuxThreadId()
    {
        // The link reads "PID/task/TID"; no call into libc, whose gettid is missing from old versions.
        string? target = new FileInfo("/proc/thread-self").LinkTarget;
        return target is null ? 0 : int.Parse(target.AsSpan(target.LastIndexOf('/') + 1), System.Globalization.CultureInfo.InvariantCulture);
    }

    [LibraryImport("kernel32")]
    private static partial uint GetCurrentThreadId();

    /// <summary><paramref name="kept"/>: schedstat, if it stays open.</summary>
    private sealed class LinuxProbe(int threadId, SafeFileHandle? kept) : KernelProbe
    {
        // So many files are kept open at most: a pool of a thousand workers must not use up the process's descriptors.
        // The file of a worker beyond them is opened for each question.
        private const int MostKept = 256;
        private static int s_kept;

        internal static LinuxProbe? TryCreate(int threadId)
        {
            SafeFileHandle? schedstat = TryOpenFile(threadId, "schedstat");
            if (schedstat is null || Interlocked.Increment(ref s_kept) <= MostKept)
            {
                return schedstat is null ? null : new LinuxProbe(threadId, schedstat);
            }
            Interlocked.Decrement(ref s_kept);
            schedstat.Dispose();
            return new LinuxProbe(threadId, null);
        }

        internal override bool OpensForEach => kept is null;

        internal override bool TryRead(out ThreadFigures figures)
        {
            figures = default;
            using SafeFileHandle? opened = kept is null ? TryOpenFile(threadId, "schedstat") : null;
            Span<byte> text = stackalloc byte[96];
            if ((kept ?? opened) is not { } schedstat || !TryReadFile(schedstat, text, out int length)) return false;
            text = text[..length];
            if (!System.Buffers.Text.Utf8Parser.TryParse(text, out ulong run, out int used)) return false;
            if (!System.Buffers.Text.Utf8Parser.TryParse(text[(used + 1)..], out ulong ready, out int more)) return false;
            if (!System.Buffers.Text.Utf8Parser.TryParse(text[(used + more + 2)..], out ulong turns, out _)) return false;
            figures = new ThreadFigures(run, ready, turns);
            return true;
        }

        internal override bool TellsReady => true;

        internal override bool Sleeps()
        {
            // Asked seldom, so it costs no descriptor in between.
            using SafeFileHandle? stat = TryOpenFile(threadId, "stat");
            // "TID (name) S ...": the name may hold anything, so the state is found from the last parenthesis.
            Span<byte> text = stackalloc byte[128];
            if (stat is null || !TryReadFile(stat, text, out int length)) return false;
            int name = text[..length].LastIndexOf((byte)')');
            return name >= 0 && name + 2 < length && text[name + 2] is (byte)'S' or (byte)'D';
        }

        public override void Dispose()
        {
            if (kept is null) return;
            Interlocked.Decrement(ref s_kept);
            kept.Dispose();
        }

        /// <summary>Null if the thread has ended, the kernel was built without it, or no descriptor is left.</summary>
        private static SafeFileHandle? TryOpenFile(int threadId, string name)
        {
            try
            {
                return File.OpenHandle($"/proc/self/task/{threadId}/{name}");
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                return null;
            }
        }

        private static bool TryReadFile(SafeFileHandle file, Span<byte> text, out int length)
        {
            length = 0;
            try
            {
                length = RandomAccess.Read(file, text, 0);
                return length > 0;
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException or ObjectDisposedException)
            {
                return false;
            }
        }
    }

    private sealed partial class WindowsProbe(nint thread) : KernelProbe
    {
        private const uint QueryLimitedInformation = 0x0800;

        internal static WindowsProbe? TryCreate(int threadId)
        {
            nint thread = OpenThread(QueryLimitedInformation, false, (uint)threadId);
            return thread == 0 ? null : new WindowsProbe(thread);
        }

        internal override bool TryRead(out ThreadFigures figures)
        {
            bool read = QueryThreadCycleTime(thread, out ulong cycles);
            figures = new ThreadFigures(cycles, 0, 0);
            return read;
        }

        internal override bool Sleeps() => WindowsThread.Sleeps(
            NtQueryInformationThread(
                thread, WindowsThread.SystemThreadInformation, out WindowsThread seen, Unsafe.SizeOf<WindowsThread>(), 0),
            seen);

        internal override bool TellsReady => false;

        internal override bool OpensForEach => false;

        public override void Dispose() => CloseHandle(thread);

        [LibraryImport("kernel32")]
        private static partial nint OpenThread(uint access, [MarshalAs(UnmanagedType.Bool)] bool inherit, uint id);

        [LibraryImport("kernel32")]
        [return: MarshalAs(UnmanagedType.Bool)]
        private static partial bool QueryThreadCycleTime(nint thread, out ulong cycles);

        [LibraryImport("kernel32")]
        [return: MarshalAs(UnmanagedType.Bool)]
        private static partial bool CloseHandle(nint handle);

        [LibraryImport("ntdll")]
        private static partial int NtQueryInformationThread(
            nint thread, int kind, out WindowsThread information, int length, nint returned);
    }
}
