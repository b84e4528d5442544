namespace ThreadPoolDoctor.Governor.Sampling;

/// <summary>
/// How many bytes more the process may take: the least of what the machine, its control group and its heap's limit
/// leave.
/// </summary>
internal static class MemoryRoom
{
    // The last part is the program's own: the runtime stops adding threads for blocked ones at the same share.
    private const double Share = 0.8;

    public static long Left()
    {
        long heapLimit = GC.GetGCMemoryInfo().TotalAvailableMemoryBytes;
        long left = (long)(heapLimit * Share) - GC.GetTotalMemory(forceFullCollection: false);
        if (!OperatingSystem.IsLinux()) return left;
        Span<byte> machine = stackalloc byte[ProcFile.SmallFile];
        int length = Math.Max(0, ProcFile.Read("/proc/meminfo\0"u8, machine));
        if (ProcFile.Number(machine[..length], "MemAvailable:"u8) is { } available)
        {
            left = Math.Min(left, (long)(available * 1024 * Share));
        }
        return Math.Min(left, ControlGroup.MemoryLeft(Share));
    }
}
