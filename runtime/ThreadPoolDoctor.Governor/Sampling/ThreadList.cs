using System.Buffers.Binary;
using System.Buffers.Text;
using System.Runtime.InteropServices;

namespace ThreadPoolDoctor.Governor.Sampling;

/// <summary>
/// The threads of this process, as Linux lists them. By the system call itself: the first list is read when items begin
/// to wait, and they wait for what has to be compiled or loaded then, as all of the framework's enumeration of folders.
/// </summary>
internal static class ThreadList
{
    // What the kernel writes for each entry: a number and an offset of eight bytes, then its length in two, its kind,
    // its name.
    private const int LengthAt = 16;
    private const int NameAt = 19;
    private const int SomeEntries = 4096;

    // getdents64; the libraries have no name for it that all of them share.
    private static readonly int s_call = RuntimeInformation.ProcessArchitecture switch
    {
        Architecture.X64 => 217,
        Architecture.X86 => 220,
        Architecture.Arm => 217,
        Architecture.Arm64 => 61,
        _ => -1,
    };

    /// <summary>Whether they can be listed.</summary>
    public static bool IsTold => s_call > 0;

    /// <summary>Puts their numbers into <paramref name="threads"/>.</summary>
    public static void Read(List<int> threads)
    {
        threads.Clear();
        int folder = LibC.Open("/proc/self/task\0"u8);
        if (folder < 0) return;
        Span<byte> entries = stackalloc byte[SomeEntries];
        for (int length; (length = LibC.Entries(s_call, folder, entries)) > 0;)
        {
            for (ReadOnlySpan<byte> rest = entries[..length]; rest.Length > NameAt; rest = rest[BinaryPrimitives.ReadUInt16LittleEndian(rest[LengthAt..])..])
            {
                if (Utf8Parser.TryParse(rest[NameAt..], out int thread, out _)) threads.Add(thread);
            }
        }
        LibC.Close(folder);
    }
}
